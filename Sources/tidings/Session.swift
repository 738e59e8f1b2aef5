import Digests
import Exports
import Glibc
import Languages
import Notifications
import Pipeline
import Rendering

/// What all commands that read exports share: their options, resolved in order of dependency.
struct Session {
  let input: InputOptions
  let vocabulary: Vocabulary
  let place: Place
  /// The user's own templates and catalogues by path.
  let templates: [String: [UInt8]]
  /// The marks made since the export.
  let state: StateFile.Reading

  /// - Parameter followsTerminal: whether zone and language default to the terminal's; only a
  ///   summary for a person does.
  /// - Parameter makesState: whether a missing state file will be created.
  init(
    _ input: InputOptions, _ place: PlaceOptions, _ environment: TerminalEnvironment,
    followsTerminal: Bool = false, templates: [String: [UInt8]] = [:], makesState: Bool = false
  ) throws {
    self.input = input
    self.templates = templates
    try OutputPaths(input, writesState: makesState).check()
    if let url = input.baseURL, !ReadingOptions.isBaseURL(url) {
      throw Failure.usage(
        "--base-url \(url) is not a web address", "write it as https://app.example.org")
    }
    let profiles = try ProfileFolderOption.profiles(folder: input.profilesFolder)
    let catalogues = try Catalogues(own: templates)
    vocabulary = Vocabulary(profiles: profiles, catalogues: catalogues)
    let tag = place.locale ?? (followsTerminal ? environment.language : nil) ?? "en"
    self.place = Place(
      now: try place.resolvedNow(),
      zone: try place.resolvedZone(fallback: followsTerminal ? environment.timeZone : nil),
      words: catalogues.words(for: tag))
    state = try Self.state(input.state, mayBeMissing: makesState)
  }

  private static func state(
    _ paths: [String], mayBeMissing: Bool
  ) throws(CompanionError) -> StateFile.Reading {
    do {
      return try StateFile.read(paths)
    } catch {
      if mayBeMissing, error.reason == .noSuchFile { return StateFile.Reading() }
      throw error
    }
  }

  /// Reads the exports for a command's selection; a summary only counts.
  ///
  /// - Parameters:
  ///   - appliesState: whether marks count; if not, notifications are as exported.
  ///   - surveys: whether to count what every path of the profiles finds.
  func read(
    _ selection: Selection, isSummary: Bool = false, appliesState: Bool = true,
    surveys: Bool = false
  ) async throws -> Reading {
    var options = ReadingOptions(
      profiles: vocabulary.profiles, temporaryFolder: Machine.temporaryFolder,
      memoryBudget: Machine.memory / 4)
    if let name = input.profile {
      guard vocabulary.profiles[ProfileName(name)] != nil else {
        throw Failure.noProfile(name, among: vocabulary.profiles)
      }
      options.profile = ProfileName(name)
    }
    if appliesState { options.marks = state.marks }
    options.surveys = surveys
    options.baseURL = input.baseURL
    options.owner = input.owner.map { RecipientID($0) }
    options.jobs = input.jobs ?? Machine.cores
    options.fileNamePattern = FileNamePattern("inbox-{recipient}.json")
    let inputs = input.exports.map { $0 == "-" ? ExportInput.standardInput : .file($0) }
    let reading = try await Reading(
      inputs, options: options, vocabulary: vocabulary, place: place, selection: selection,
      isSummary: isSummary)
    try check(reading.index)
    // `check` reports them in detail.
    if !surveys {
      for warning in Self.warnings(of: reading.index) { Command.say("tidings: \(warning)") }
    }
    return reading
  }

  /// Warnings about fields that the user's own profiles map but no record has.
  static func warnings(of index: ExportIndex) -> [String] {
    index.mappings.flatMap(MappingSentence.warnings)
  }

  /// Exports named twice by different paths: their records are read twice but count once.
  var doubledExports: [String] {
    var first: [FileIdentity: String] = [:]
    return input.exports.filter { $0 != "-" }.compactMap { path in
      guard let identity = FileIdentity(path) else { return nil }
      if let other = first[identity] { return "\(path) is the same file as \(other)" }
      first[identity] = path
      return nil
    }
  }

  /// The compiled templates of digests.
  func documents() throws -> DigestDocuments {
    try DigestDocuments(TemplateCatalogue(own: templates))
  }

  /// The selection that options describe.
  func selection(_ options: SelectionOptions, defaultDays: Int?) throws -> Selection {
    try options.resolved(
      at: place, labels: vocabulary.labels(in: place.words), defaultDays: defaultDays)
  }

  /// With `--strict`, throws for the first reject.
  private func check(_ index: ExportIndex) throws {
    guard input.strict else { return }
    if let reject = state.rejects.first {
      throw Failure(
        status: .noUsableData, message: CompanionSentence.of(reject),
        advice: "correct the mark, or run without --strict to skip it")
    }
    guard let reject = index.rejects.first else { return }
    throw Failure(
      status: .noUsableData, message: RejectSentence.of(reject),
      advice: "correct the record, or run without --strict to skip it")
  }
}

/// The machine's resources.
enum Machine {
  static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Total memory in bytes.
  static var memory: Int64 {
    Int64(sysconf(Int32(_SC_PHYS_PAGES))) * Int64(sysconf(Int32(_SC_PAGESIZE)))
  }

  static var temporaryFolder: String { ProcessEnvironment.values["TMPDIR"] ?? "/tmp" }
}
