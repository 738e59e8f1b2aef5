import ByteText
import Delivery
import Digests
import Exports
import Foundation
import Languages
import MailMessages
import Notifications
import Pipeline
import Recipients
import Rendering

extension Command {
  /// `tidings templates gallery`
  static let gallery = Command(
    name: "gallery", abstract: "Shows every document in every language on one page.",
    about: """
      Writes mails, pages and digests for a reader with a few notifications, many, none and hostile \
      ones, and index.html, which shows them in every language, on a phone and a desktop, light and \
      dark. Of an export, it also shows the documents of one recipient: --recipient, or the one with \
      the most notifications. The page needs no network; without JavaScript, it is a list of links.
      """,
    examples: """
      tidings templates gallery -o gallery
      tidings templates gallery export.jsonl --recipient user-17 -o gallery
      tidings templates gallery --templates mine --accent '#0f766e' -o out --watch
      """,
    options: {
      [
        OptionGroup("Input", Options.exports + Options.recipients),
        OptionGroup("Selection", [Options.recipient]),
        OptionGroup("Look", Options.place + Options.look + Options.brand),
        OptionGroup(
          "Output",
          [
            Options.folder("The folder to write to."),
            Setting(
              "watch", .flag,
              meaning:
                "Writes everything anew whenever a template, an export or another input changes."
            ) { $0.watches = $1 },
          ] + Options.work + [Options.quiet()]),
        OptionGroup("Safety", Options.strict),
      ]
    },
    run: { request in
      let inputs = request.plan.inputs
      try request.need(request.folder)
      if inputs.exports.isEmpty {
        try request.refuse(
          exportOptions, "without an export", advice: "it needs an export; name one")
      }
      if request.watches, inputs.exports.contains(.standardInput) {
        throw Fault.usage("--watch needs files", "standard input can be read only once")
      }
      _ = try OutputPaths(request, folder: "the gallery")
      guard request.watches else { return try await request.writeGallery() }
      try await Watch(request.plan).repeating {
        do { _ = try await request.writeGallery() } catch {
          // A template is changed until it is right.
          report(Fault(anyError: error))
        }
      }
      return .done
    })

  /// The options that say how exports are read.
  private static let exportOptions = [
    "recipient", "recipients", "profile", "profiles", "join", "owner", "base-url", "state",
    "rejected", "strict",
  ]
}

extension Request {
  fileprivate func writeGallery() async throws -> ExitStatus {
    let templates = try plan.ownTemplates()
    let look = try GalleryLook(
      brand: plan.brand, inboxURL: try plan.inboxAddress(home: ProfileName("")),
      from: try EmailAddress("digest@example.org"))
    var status = ExitStatus.done
    var cases: [GalleryCase] = []
    if !plan.inputs.exports.isEmpty {
      let own = try await ownCase(look)
      cases.append(own.shown)
      status = own.status
    }
    let sample = try GallerySample(self)
    cases += try await sample.cases(look: look)
    let catalogues = sample.session.vocabulary.catalogues
    let words = catalogues.localization(for: plan.inputs.locale ?? "en")
    let first = words.catalogue.text
    let run = try GalleryRun(
      cases, languages: [first] + catalogues.tags.filter { $0 != first },
      templates: TemplateCatalogue(own: templates))
    let count = try run.write(to: folder)
    // With an export, the end of its reading has said it.
    if plan.inputs.exports.isEmpty, let language = words.fellBackFrom {
      Command.warn([LanguageSentence.ofAll(language, among: catalogues)])
    }
    Command.warn(plan.brand.accent.warnings)
    try StandardStream.output.say("\(folder)/\(GalleryRun.index) shows \(count) documents")
    return status
  }

  /// The recipient of the user's own exports, and how reading them ended.
  private func ownCase(
    _ look: GalleryLook
  ) async throws -> (shown: GalleryCase, status: ExitStatus) {
    let session = try Session(self, folder: "the gallery")
    let asked = chosen.recipients.last.map { RecipientID($0) }
    let reading = try await session.read(Selection(), forRecipients: true)
    let audience = try Audience(
      of: reading, home: reading.index.home, recipients: session.recipients)
    try session.check(
      reading, recipients: asked.map { [$0] }, known: audience.people.recipients.map(\.id))
    let recipient = asked ?? reading.busiestRecipient ?? .me
    let own = GalleryCase(
      "own", title: recipient.text, recipient: recipient, in: reading, audience,
      summary: await reading.summary(), look: look)
    return (own, try session.finish(reading))
  }
}

/// The bundled export: readers with a few notifications, many and hostile ones.
struct GallerySample {
  /// The time and zone in which the export was made; other ones would leave nothing new in it.
  private static let now = Instant(rfc3339: "2026-02-08T15:05:00Z")
  private static let zone = "America/New_York"

  let session: Session
  private let folder: TemporaryFolder

  init(_ request: Request) throws {
    do { folder = try TemporaryFolder(in: Machine.temporaryFolder) } catch {
      throw Fault(
        .system, code: "no-temporary-folder",
        "cannot create a temporary folder in \(Machine.temporaryFolder)",
        advice: "set TMPDIR to a folder that can be written")
    }
    let path = folder.path + "/sample.jsonl"
    try AtomicFile.write(TemplateCatalogue.bundled["gallery/sample.jsonl"] ?? [], to: path)
    var inputs = Inputs()
    inputs.exports = [.file(path)]
    inputs.baseURLs = BaseURLs(request.plan.inputs.baseURLs.common ?? GalleryLook.exampleURL)
    inputs.zone = request.plan.inputs.zone ?? Zone(Self.zone)
    var sample = request
    sample.plan.inputs = inputs
    sample.givenTime = Self.now
    sample.isQuiet = true
    session = try Session(sample, folder: "the gallery")
  }

  func cases(look: GalleryLook) async throws -> [GalleryCase] {
    let reading = try await session.read(Selection(), forRecipients: true)
    let audience = try Audience(
      of: reading, home: reading.index.home, recipients: session.recipients)
    var summary = await reading.summary()
    // Its file has another name each time.
    for index in summary.sources.indices { summary.sources[index].file = "sample.jsonl" }
    let readers = [
      ("few", "A few", "Maya Ortiz"), ("many", "Many", "Jordan Lee"),
      ("none", "None", "Sam Okafor"), ("hostile", "Hostile", "<b>Ana</b> \u{202E}zepoL"),
    ]
    return readers.map { key, title, name in
      GalleryCase(
        key, title: title, recipient: RecipientID(key), name: name, in: reading, audience,
        summary: summary, look: look)
    }
  }
}

/// Repeats a piece of work whenever one of the files that it reads changes, until the process is told
/// to end (SIGINT, SIGTERM).
///
/// Looks at the files' states a few times a second: that works on every file system, also on those
/// of other machines.
struct Watch {
  private static let pause = Duration.milliseconds(200)

  private let paths: [String]

  /// Watches all files of a plan: exports, recipients, state, configuration, profiles, templates.
  init(_ plan: Plan) {
    let inputs = plan.inputs
    let files = inputs.exports.filter { $0 != .standardInput }.map(\.name)
    paths =
      files + inputs.states + inputs.recipients + inputs.joins.values
      + [
        inputs.configuration, inputs.profilesPath, plan.templatesFolder,
      ].compactMap(\.self)
  }

  func repeating(_ work: () async throws -> Void) async throws {
    let interruption = Interruption.current ?? Interruption()
    interruption.begin(.watching)
    while !interruption.hasCome {
      let seen = states
      try await work()
      while !interruption.hasCome, states == seen { try await Task.sleep(for: Self.pause) }
      // A file that is being written is not read yet.
      var last = states
      while !interruption.hasCome {
        try await Task.sleep(for: Self.pause)
        let now = states
        if now == last { break }
        last = now
      }
    }
  }

  /// The states of all files, of those in folders too; a missing file has none.
  private var states: [String: FileState] {
    var states: [String: FileState] = [:]
    for path in paths {
      states[path] = try? FileState(path: path)
      guard states[path]?.kind == .folder else { continue }
      for name in FileManager.default.enumerator(atPath: path)?.allObjects ?? [] {
        guard let name = name as? String else { continue }
        states[path + "/" + name] = try? FileState(path: path + "/" + name)
      }
    }
    return states
  }
}
