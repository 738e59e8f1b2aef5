import ByteText
import Delivery
import Digests
import Exports
import Pipeline
import Rendering

extension Command {
  /// `tidings feed`
  static let feed = Command(
    name: "feed",
    abstract: "Makes an Atom feed and a JSON Feed for every recipient, for any feed reader.",
    about: """
      A feed has the newest 100 notifications. Two files are written for each recipient, with names \
      that cannot be guessed unless --plain-names is given; the key of the names stays in the \
      folder. A feed is rewritten only if it changed.
      """,
    examples: """
      tidings feed export.jsonl -o feeds
      tidings feed export.jsonl -o feeds --url https://app.example.org/feeds
      tidings feed rooms.json --owner me --plain-names -o feeds
      """,
    options: {
      [
        OptionGroup("Input", Options.exports + Options.recipients),
        OptionGroup("Selection", Options.selection),
        OptionGroup(
          "Look",
          Options.place + Options.look
            + Options.brand.filter { $0.key.name == "name" }),
        OptionGroup(
          "Output", Options.plan(Settings.feedsOfPlan) + Options.work + [Options.quiet()]),
        OptionGroup("Safety", Options.folderSafety + Options.strict),
      ]
    },
    narrow: { plan, _ in
      var feeds = FeedPlan()
      feeds.url = plan.feeds?.url
      plan.makeNothing(keepingClock: true)
      plan.feeds = feeds
    },
    run: { request in
      let feeds = request.plan.feeds ?? FeedPlan()
      let folder = feeds.folder
      try request.need(folder)
      let session = try Session(request)
      let read = try await AddressedReading(
        session, earlier: { try FolderKind.feeds.recipients(in: folder) }, mustNameRecipients: true
      ) { $0.collapses = false }
      let run = FeedRun(
        read.exports, persons: read.persons, templates: TemplateCatalogue(own: session.templates),
        plan: feeds, inboxURL: try request.plan.inboxAddress(home: read.exports.index.home))
      try await read.writeDocuments(of: run, to: folder)
      return try read.finish(run.droppedLinks, in: "feeds")
    })
}

extension SipHash.Key {
  /// A key that nobody can guess.
  static func random() -> SipHash.Key {
    var generator = SystemRandomNumberGenerator()
    return SipHash.Key(low: generator.next(), high: generator.next())
  }
}

extension PersonFolderReport {
  /// `12 pages written, 3 unchanged`, or `12 pages would be written to pages, 3 unchanged`
  func sentence(of kind: FolderKind, isDryRun: Bool = false) -> String {
    let done = isDryRun ? "would be written to \(folder)" : "written"
    var parts = ["\(written.counted(kind.singular)) \(done)", "\(unchanged) unchanged"]
    if emptied > 0 { parts.append("\(emptied) of them emptied") }
    if removed > 0 { parts.append("\(removed) renamed") }
    return parts.joined(separator: ", ")
  }
}
