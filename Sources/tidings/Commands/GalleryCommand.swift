import ArgumentParser
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

/// `tidings templates gallery`
struct GalleryCommand: AsyncParsableCommand {
  /// What calls it, behind `tidings`.
  static let path = ["templates", "gallery"]

  static let configuration = CommandConfiguration(
    commandName: "gallery",
    abstract: "Shows every document in every language on one page.",
    usage: "tidings templates gallery [<options>] [<export> ...] -o <dir>",
    discussion: """
      Writes mails, pages and digests for a reader with a few notifications, many, none and hostile \
      ones, and index.html, which shows them in every language, on a phone and a desktop, light and \
      dark. Of an export, it also shows the documents of one recipient: --recipient, or the one with \
      the most notifications. The page needs no network and no JavaScript.

      EXAMPLES
        tidings templates gallery -o gallery
        tidings templates gallery export.jsonl --recipient user-17 -o gallery
        tidings templates gallery --templates mine --accent '#0f766e' -o out --watch
      """)

  @OptionGroup(title: "Input") var source: SourceOptions
  @OptionGroup(title: "Input") var people: RecipientsOption
  @OptionGroup(title: "Selection") var selection: Recipient
  @OptionGroup(title: "Look") var place: PlaceOptions
  @OptionGroup(title: "Look") var look: LookOptions
  @OptionGroup(title: "Look") var brand: BrandOptions
  @OptionGroup(title: "Output") var output: Output
  @OptionGroup(title: "Output") var work: WorkOptions
  @OptionGroup(title: "Output") var loudness: ProgressOption
  @OptionGroup(title: "Safety") var strict: StrictOptions

  struct Recipient: ParsableArguments {
    @Option(help: ArgumentHelp("The recipient to show.", valueName: "id"))
    var recipient: String?
  }

  struct Output: ParsableArguments {
    @Option(
      name: [.customShort("o"), .customLong("output")],
      help: ArgumentHelp("The folder to write to.", valueName: "dir"))
    var folder: String

    @Flag(help: "Write everything anew whenever a template, an export or another input changes.")
    var watch = false
  }

  func validate() throws {
    if source.exports.isEmpty, let option = exportOptions.first(where: \.isGiven)?.option {
      throw ValidationError("\(option) needs an export; name one.")
    }
    if output.watch, source.exports.contains("-") {
      throw ValidationError("--watch needs files; standard input can be read only once.")
    }
  }

  /// The options that say how exports are read, and whether they are given.
  private var exportOptions: [(option: String, isGiven: Bool)] {
    [
      ("--recipient", selection.recipient != nil), ("--recipients", !people.files.isEmpty),
      ("--profile", source.profile != nil), ("--profiles", source.profilesPath != nil),
      ("--join", !source.join.isEmpty), ("--owner", source.owner != nil),
      ("--base-url", !source.baseURLs.isEmpty), ("--state", !source.state.isEmpty),
      ("--rejected", work.rejected != nil), ("--strict", strict.strict),
    ]
  }

  func run() async throws {
    try await Command.run { environment in
      let plan = try plan()
      var paths = OutputPaths(plan.inputs)
      for file in plan.inputs.recipients { paths.read("--recipients", file) }
      paths.readLook(of: plan)
      paths.write(folder: output.folder, "the gallery")
      try paths.check()
      guard output.watch else { return try await write(plan, environment) }
      let watch = Watch(plan)
      try await watch.repeating {
        do { _ = try await write(plan, environment) } catch {
          // A template is changed until it is right.
          guard let failure = Failure(anyError: error) else { throw error }
          Command.report(failure)
        }
      }
      return .done
    }
  }

  /// What the configuration file says about looks, overridden by options.
  private func plan() throws -> Plan {
    var plan = try Plan(reading: source, at: place, work: work, strict: strict)
    plan.inputs.override(by: people)
    plan.override(by: look)
    try plan.brand.override(by: brand)
    return plan
  }

  private func write(
    _ plan: Plan, _ environment: TerminalEnvironment
  ) async throws -> ExitStatus {
    let templates = try plan.ownTemplates()
    let look = try GalleryLook(
      brand: plan.brand, inboxURL: try plan.inboxAddress(home: ProfileName("")),
      showsImages: plan.showsImages,
      from: try EmailAddress("digest@example.org"))
    var status = ExitStatus.done
    var cases: [GalleryCase] = []
    if !plan.inputs.exports.isEmpty {
      let own = try await ownCase(plan, look: look, templates: templates, environment)
      cases.append(own.shown)
      status = own.status
    }
    let sample = try GallerySample(plan, templates: templates, environment)
    cases += try await sample.cases(look: look)
    let catalogues = sample.session.vocabulary.catalogues
    let words = catalogues.localization(for: plan.inputs.locale ?? "en")
    let first = words.catalogue.text
    let run = try GalleryRun(
      cases, languages: [first] + catalogues.tags.filter { $0 != first },
      templates: TemplateCatalogue(own: templates))
    let count = try run.write(to: output.folder)
    // With an export, the end of its reading has said it.
    if plan.inputs.exports.isEmpty, let language = words.fellBackFrom {
      Command.say("tidings: \(LanguageSentence.ofAll(language, among: catalogues))")
    }
    for warning in AccentOption.warnings(of: plan.brand.accent) {
      Command.say("tidings: \(warning)")
    }
    try StandardStream.output.say(GallerySentence.written(count, in: output.folder))
    return status
  }

  /// The recipient of the user's own exports, and how reading them ended.
  private func ownCase(
    _ plan: Plan, look: GalleryLook, templates: [String: [UInt8]],
    _ environment: TerminalEnvironment
  ) async throws -> (shown: GalleryCase, status: ExitStatus) {
    let session = try Session(
      plan.inputs, at: try place.resolvedNow(), in: environment, progress: loudness.progress,
      templates: templates)
    let asked = selection.recipient.map { RecipientID($0) }
    let reading = try await session.read(Selection(), forRecipients: true)
    let audience = try Audience(
      of: reading, home: try HomeProfile.of(reading.index), recipients: session.recipients)
    try session.check(
      reading, recipients: asked.map { [$0] }, known: audience.people.recipients.map(\.id))
    let recipient = asked ?? reading.busiestRecipient ?? RecipientID("me")
    let own = GalleryCase(
      "own", title: recipient.text, recipient: recipient, in: reading, audience, look: look)
    return (own, try session.finish(reading))
  }
}

/// The bundled export: readers with a few notifications, many and hostile ones.
struct GallerySample {
  /// The time and zone in which the export was made; other ones would leave nothing new in it.
  private static let now = "2026-02-08T15:05:00Z"
  private static let zone = "America/New_York"

  let session: Session
  private let folder: TemporaryFolder

  init(
    _ plan: Plan, templates: [String: [UInt8]], _ environment: TerminalEnvironment
  ) throws {
    do { folder = try TemporaryFolder(in: Machine.temporaryFolder) } catch {
      throw Failure(
        status: .systemError,
        message: "cannot create a temporary folder in \(Machine.temporaryFolder)",
        advice: "set TMPDIR to a folder that can be written")
    }
    let path = folder.path + "/sample.jsonl"
    let file = try AtomicFile(path: path)
    try file.append(TemplateCatalogue.bundled["gallery/sample.jsonl"] ?? [])
    try file.publish()
    var inputs = Inputs()
    inputs.exports = [.file(path)]
    inputs.baseURLs = BaseURLs(plan.inputs.baseURLs.common ?? GalleryLook.exampleURL)
    inputs.zone = plan.inputs.zone ?? Zone(Self.zone)
    session = try Session(
      inputs, at: try PlaceOptions.time(of: Self.now), in: environment, progress: .silent,
      templates: templates)
  }

  func cases(look: GalleryLook) async throws -> [GalleryCase] {
    let reading = try await session.read(Selection(), forRecipients: true)
    let audience = try Audience(
      of: reading, home: try HomeProfile.of(reading.index), recipients: session.recipients)
    let readers = [
      ("few", "A few", "Maya Ortiz"), ("many", "Many", "Jordan Lee"),
      ("none", "None", "Sam Okafor"), ("hostile", "Hostile", "<b>Ana</b> \u{202E}zepoL"),
    ]
    return readers.map { key, title, name in
      GalleryCase(
        key, title: title, recipient: RecipientID(key), name: name, in: reading, audience,
        look: look)
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
    interruption.beginWatching()
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
