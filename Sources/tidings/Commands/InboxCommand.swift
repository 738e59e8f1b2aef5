import ByteText
import Digests
import Exports
import Notifications
import Pipeline
import Rendering

extension Command {
  /// `tidings inbox`
  static let inbox = Command(
    name: "inbox",
    abstract: "Makes an inbox page for every recipient, each a self-contained HTML file.",
    about: """
      A page shows everything that has not expired. It works without JavaScript; with it, readers \
      can search and mark notifications, and download the marks for --state. A page is rewritten \
      only if its notifications, marks or date changed. Its name cannot be guessed unless \
      --plain-names is given; the key of the names stays in the folder.
      """,
    examples: """
      tidings inbox export.jsonl -o pages
      tidings inbox export.jsonl -o pages --plain-names --index
      tidings inbox rooms.json --owner me --time-zone Europe/Berlin > inbox.html
      """,
    options: {
      [
        OptionGroup("Input", Options.exports + Options.recipients),
        OptionGroup("Selection", Options.selection),
        OptionGroup(
          "Look",
          Options.place + Options.lines(of: "page") + Options.templates
            + Options.brand.filter { ["name", "accent"].contains($0.key.name) }),
        OptionGroup(
          "Output", Options.plan(Settings.inboxOfPlan) + Options.work + [Options.quiet()]),
        OptionGroup("Safety", Options.folderSafety + Options.strict),
      ]
    },
    narrow: { plan, _ in
      var pages = InboxPlan()
      pages.showsImages = plan.inbox?.showsImages ?? false
      plan.makeNothing(keepingClock: true)
      plan.inbox = pages
      // Pages link to mute a type only.
      plan.links.unsubscribe = nil
      plan.links.manage.removeAll { !SignedLink.hasType($0) }
    },
    run: { request in
      var (plan, folder) = (request.plan, request.plan.inbox?.folder ?? "")
      if folder.isEmpty {
        try request.refuse(
          ["plain-names", "index", "force", "max-ahead"], "on standard output",
          advice: "it needs a folder: -o")
      }
      if request.has("index"), !request.chosen.recipients.isEmpty {
        throw Fault.usage("--index lists all pages", "leave out --recipient")
      }
      let links = try SignedLinks(plan, of: ProcessEnvironment.bytes(of:), named: .keys)
      let session = try Session(request)
      let read = try await AddressedReading(
        session, earlier: { folder.isEmpty ? [] : try FolderKind.pages.recipients(in: folder) },
        mustNameRecipients: true
      ) {
        $0.limit = request.limit ?? InboxPlan.defaultLimit
        $0.collapses = request.collapses
      }
      Command.warn(plan.brand.accent.warnings)
      let run = try InboxRun(
        read.exports, persons: read.persons, templates: TemplateCatalogue(own: session.templates),
        plan: plan.inbox ?? InboxPlan(), muting: links.muting)
      if folder.isEmpty {
        try request.print(run, of: read.exports)
      } else {
        try await read.writeDocuments(of: run, to: folder)
      }
      return try read.finish(run.droppedLinks, in: "pages")
    })
}

extension Request {
  fileprivate func print(_ run: InboxRun, of reading: Reading) throws {
    if run.persons.count > 1 {
      throw Fault.severalRecipients(
        run.persons.map(\.recipient.id), orElse: "write a page for each with -o")
    }
    let asked = chosen.recipients.first.map { RecipientID($0) } ?? .me
    let person = run.persons.first ?? Persons.nobody(asked, in: reading)
    try StandardStream.output.write(try run.page(for: person))
  }
}
