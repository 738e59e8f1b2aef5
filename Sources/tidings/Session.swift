import Digests
import Exports
import Glibc
import Languages
import Notifications
import Pipeline
import Rendering

/// What the commands that read exports share: options resolved, in the order in which they matter.
struct Session {
  let input: InputOptions
  let vocabulary: Vocabulary
  let place: Place
  /// One's own templates and catalogues by path.
  let templates: [String: [UInt8]]

  /// - Parameter followsTerminal: whether zone and language are the terminal's where no option says
  ///   otherwise: only a summary for a person may.
  init(
    _ input: InputOptions, _ place: PlaceOptions, _ environment: TerminalEnvironment,
    followsTerminal: Bool = false, templates: [String: [UInt8]] = [:]
  ) throws {
    self.input = input
    self.templates = templates
    let profiles = try ProfileFolderOption.profiles(folder: input.profilesFolder)
    let catalogues = try Catalogues(own: templates)
    vocabulary = Vocabulary(profiles: profiles, catalogues: catalogues)
    let tag = place.locale ?? (followsTerminal ? environment.language : nil) ?? "en"
    self.place = Place(
      now: try place.resolvedNow(),
      zone: try place.resolvedZone(fallback: followsTerminal ? environment.timeZone : nil),
      words: catalogues.words(for: tag))
  }

  /// Reads the exports for what a command selects; a summary only counts them.
  func read(_ selection: Selection, isSummary: Bool = false) async throws -> Reading {
    var options = ReadingOptions(
      profiles: vocabulary.profiles, temporaryFolder: Machine.temporaryFolder,
      memoryBudget: Machine.memory / 4)
    if let name = input.profile {
      guard vocabulary.profiles[ProfileName(name)] != nil else {
        throw Failure.noProfile(name, among: vocabulary.profiles)
      }
      options.profile = ProfileName(name)
    }
    options.baseURL = input.baseURL
    options.owner = input.owner.map { RecipientID($0) }
    options.jobs = input.jobs ?? Machine.cores
    options.fileNamePattern = FileNamePattern("inbox-{recipient}.json")
    let inputs = input.exports.map { $0 == "-" ? ExportInput.standardInput : .file($0) }
    let reading = try await Reading(
      inputs, options: options, vocabulary: vocabulary, place: place, selection: selection,
      isSummary: isSummary)
    try check(reading.index)
    return reading
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

  /// With `--strict`, the first reject ends the run before anything is written.
  private func check(_ index: ExportIndex) throws {
    guard input.strict, let reject = index.rejects.first else { return }
    throw Failure(
      status: .noUsableData, message: RejectSentence.of(reject),
      advice: "mend the record, or run without --strict to go on without it")
  }
}

/// What the machine gives.
enum Machine {
  static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// In bytes.
  static var memory: Int64 {
    Int64(sysconf(Int32(_SC_PHYS_PAGES))) * Int64(sysconf(Int32(_SC_PAGESIZE)))
  }

  static var temporaryFolder: String { ProcessEnvironment.values["TMPDIR"] ?? "/tmp" }
}
