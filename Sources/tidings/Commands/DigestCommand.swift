import ByteText
import Digests
import Exports
import Notifications
import Pipeline
import Profiles
import Rendering

extension Command {
  /// `tidings digest`
  static let digest = Command(
    name: "digest",
    abstract: "Makes a digest of a recipient's notifications: Today, Yesterday, Earlier.",
    about: """
      Covers the last seven days unless --days, --since or --until is given. Standard output takes \
      the digest of one recipient, or of several as JSON, one per line; -o writes a file for each.
      """,
    examples: """
      tidings digest notifications.jsonl --recipient user-17
      tidings digest notifications.jsonl --format json | jq .counts
      tidings digest rooms.json --owner me --format html > digest.html
      tidings digest export.sqlite --format markdown -o digests
      """,
    options: {
      [
        OptionGroup("Input", Options.exports + Options.recipients),
        OptionGroup("Selection", Options.selection),
        OptionGroup(
          "Look",
          Options.place + Options.lines(of: "digest") + Options.terminal + Options.look
            + Options.brand.filter { $0.key.name == "name" }),
        OptionGroup(
          "Output",
          [
            Options.digestFormat,
            Options.folder("Writes a file for each recipient into this folder."), Options.pager,
          ] + Options.work + [Options.quiet()]),
        OptionGroup("Safety", Options.strict),
      ]
    },
    run: { request in
      let session = try Session(request, folder: "the folder of digests")
      let (chosen, folder) = (request.chosen, request.folder)
      // Days are counted in each reader's own zone.
      let days = chosen.days ?? (chosen.since == nil && chosen.until == nil ? 7 : nil)
      let read = try await AddressedReading(session, mustNameRecipients: false) {
        if chosen.days != nil { $0.since = nil }
        $0.limit = request.limit ?? $0.limit
        $0.collapses = request.collapses
      }
      let form =
        request.digestFormat
        ?? (folder.isEmpty && StandardStream.output.isTerminal ? .terminal : .markdown)
      let run = DigestRun(
        read.exports, persons: read.persons,
        documents: try DigestDocuments(TemplateCatalogue(own: session.templates)), form: form,
        style: request.style,
        textColumns: request.terminal.columns ?? DigestDocuments.textColumns, days: days,
        inboxURL: try request.plan.inboxAddress(home: read.exports.index.home, isShown: true))
      if folder.isEmpty {
        try request.print(run, of: read.exports, as: form)
      } else {
        try await session.writeDigests(of: run, to: folder)
      }
      return try read.finish(
        run.droppedLinks, in: "digests",
        sentences: DigestSentence.farAhead(read.exports, days: days)
          + DigestSentence.zone(
            session.inputs,
            session.vocabulary.profiles.profiles.first { $0.name == read.exports.index.home }))
    })
}

extension Session {
  fileprivate func writeDigests(of run: DigestRun, to folder: String) async throws {
    try paths.check(documents: run.fileNames, in: folder, "the folder of digests")
    let count = try await progress.during(.digests) { progress in
      try await run.write(to: folder, jobs: jobs) { progress.advance(to: $0, of: $1) }
    }
    try StandardStream.output.say(DigestSentence.written(count))
    Command.warn(DigestSentence.leftBehind(try run.otherFiles(in: folder), in: folder))
  }
}

extension Request {
  /// Writes one digest to standard output, or all of them as one line of JSON each.
  fileprivate func print(_ run: DigestRun, of reading: Reading, as form: DigestFormat) throws {
    if form != .json, run.persons.count > 1 {
      throw Fault.severalRecipients(
        run.persons.map(\.recipient.id), orElse: "use --format json for all of them")
    }
    if run.persons.count > 1 {
      for person in run.persons {
        try StandardStream.output.write(try run.document(of: person, layout: .oneLine))
      }
      return
    }
    let asked = chosen.recipients.first
    if run.persons.isEmpty, form == .json, asked == nil { return }
    let person =
      run.persons.first ?? Persons.nobody(asked.map { RecipientID($0) } ?? .me, in: reading)
    try show(try run.document(of: person, layout: .oneLine))
  }
}

extension Fault {
  static func severalRecipients(_ recipients: [RecipientID], orElse: String) -> Fault {
    let count = recipients.count
    let some = recipients.prefix(3).map(\.text).joined(separator: ", ")
    return .usage(
      "there are \(count) recipients (\(some)\(count > 3 ? ", …" : ""))",
      "choose one with --recipient, or \(orElse)")
  }
}
