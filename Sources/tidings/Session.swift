import ByteText
import Delivery
import Digests
import Exports
import Languages
import Marks
import Notifications
import Pipeline
import Profiles
import Rendering

/// What all commands that read exports share: what a request names, opened in order of dependency.
struct Session {
  var request: Request
  let vocabulary: Vocabulary
  let place: Place
  let progress: Progress
  let templates: [String: [UInt8]]
  let recipients: GivenRecipients
  /// The marks made since the export.
  let state: StateFile.Reading
  /// All files that the command reads and writes, checked.
  let paths: OutputPaths
  private let makesState: Bool

  var inputs: Inputs { request.plan.inputs }
  var jobs: Int { inputs.jobs ?? Machine.cores }

  /// Opens what a command reads that writes documents.
  ///
  /// - Parameters:
  ///   - folder: what the folder of `-o` is.
  ///   - followsTerminal: whether zone and language default to the terminal's; only a summary for a
  ///     person does.
  ///   - makesState: whether a missing state file will be created.
  init(
    _ request: Request, folder: String = "", followsTerminal: Bool = false, makesState: Bool = false
  ) throws {
    if !request.plan.inputs.exports.isEmpty || folder != "the gallery" { try request.needExports() }
    try self.init(
      request, paths: OutputPaths(request, folder: folder, writesState: makesState),
      progress: request.progress, followsTerminal: followsTerminal, makesState: makesState)
  }

  /// Opens what a job reads.
  ///
  /// - Parameter paths: are checked.
  init(_ request: Request, paths: OutputPaths) throws {
    try self.init(request, paths: paths, progress: request.jobProgress)
  }

  private init(
    _ request: Request, paths: OutputPaths, progress: Progress, followsTerminal: Bool = false,
    makesState: Bool = false
  ) throws {
    self.request = request
    self.makesState = makesState
    self.progress = progress
    self.paths = paths
    try paths.checkFolders()
    let inputs = request.plan.inputs
    templates = try request.plan.ownTemplates()
    let profiles = try ProfileSet(own: inputs.profilesPath)
    let catalogues = try Catalogues(own: templates)
    vocabulary = Vocabulary(profiles: profiles, catalogues: catalogues)
    let terminal = followsTerminal ? request.environment : nil
    place = Place(
      now: request.now, zone: inputs.zone ?? terminal?.timeZone.flatMap { Zone($0) } ?? .utc,
      words: catalogues.localization(for: inputs.locale ?? terminal?.language ?? "en"))
    recipients = GivenRecipients(
      inputs.recipients, owner: inputs.owner, vocabulary, temporaryFolder: Machine.temporaryFolder)
    state = try StateFile.read(
      inputs.states.filter { !makesState || !SystemError.isMissing($0) })
  }

  /// Reads the exports for a command's selection; a summary only counts.
  ///
  /// - Parameters:
  ///   - filters: conditions on fields besides the selection's, such as those of streams.
  ///   - appliesState: whether marks count; if not, notifications are as exported.
  ///   - surveys: whether to count what every path of the profiles finds.
  ///   - forRecipients: whether notifications for everyone are for all of the recipients file;
  ///     otherwise they are the owner's.
  func read(
    _ selection: Selection, filters: [FieldFilter] = [], isSummary: Bool = false,
    appliesState: Bool = true, surveys: Bool = false, forRecipients: Bool = false
  ) async throws -> Reading {
    var options = try readingOptions()
    if appliesState { options.marks = state.marks }
    options.surveys = surveys
    options.everyone = forRecipients ? try everyone() : []
    options.fileNamePattern = FileNamePattern("inbox-{recipient}.json")
    var reading = try await progress.during(.reading) { progress in
      options.counter = progress.counter
      return try await Reading(
        inputs.exports, options: options, vocabulary: vocabulary, place: place,
        selection: selection, filters: filters, isSummary: isSummary)
    }
    (reading.brand, reading.showsImages) = (request.plan.brand, request.plan.showsImages)
    try check(reading.index)
    let profiles = reading.vocabulary.profiles
    for name in inputs.baseURLs.byProfile.keys.sorted() where profiles[name] == nil {
      throw Fault.noProfile(name.text, among: profiles)
    }
    // `check` reports them in detail.
    if !surveys {
      let hints = progress.isQuiet ? self.hints(of: reading.index) : []
      Command.warn(warnings(of: reading.index).filter { !hints.contains($0) })
    }
    return reading
  }

  func readingOptions() throws -> ReadingOptions {
    var options = Self.readingOptions(of: vocabulary.profiles)
    if let name = inputs.profile, vocabulary.profiles[name] == nil {
      throw Fault.noProfile(name.text, among: vocabulary.profiles)
    }
    options.profile = inputs.profile
    options.baseURLs = inputs.baseURLs
    options.tomorrow = Instant(seconds: place.start(of: place.today.adding(days: 2)).seconds)
    options.owner = inputs.owner
    options.jobs = jobs
    options.joins = try joinFiles()
    return options
  }

  /// How this machine reads records.
  static func readingOptions(of profiles: ProfileSet) -> ReadingOptions {
    var options = ReadingOptions(
      profiles: profiles, temporaryFolder: Machine.temporaryFolder,
      memoryBudget: Machine.memory / 4)
    options.jobs = Machine.cores
    options.currentFolder = Machine.currentFolder
    return options
  }

  /// The files in which profiles look values up.
  private func joinFiles() throws -> [String: JoinFile] {
    let joins = vocabulary.profiles.profiles.flatMap(\.joins)
    var files: [String: JoinFile] = [:]
    for (name, path) in inputs.joins.sorted(by: { $0.key < $1.key }) {
      guard joins.contains(where: { $0.fileName == name }) else {
        let known = joins.compactMap(\.file)
        throw Fault.usage(
          "no profile looks values up in a file called \(name)",
          Fault.didYouMean(NearestName.of(name, among: known))
            ?? (known.isEmpty
              ? "leave --join out, or add joins to a profile of your own"
              : "the names are \(known.listed())"))
      }
      files[name] = try JoinFile(path: path, name: name, temporaryFolder: Machine.temporaryFolder)
    }
    return files
  }

  /// Whom notifications for everyone are for; nil if nothing tells.
  private func everyone() throws -> [RecipientID]? {
    let profiles = vocabulary.profiles.profiles.filter(\.isForEveryone).map(\.name)
    return profiles.isEmpty ? nil : try recipients.everyone(of: Set(profiles))
  }

  /// Warnings about exports that no profile is made for, about fields that the user's own profiles
  /// map but no record has, and about values that nothing understands.
  func warnings(of index: ExportIndex) -> [String] {
    passedFolders + hints(of: index) + index.guesses.filter { $0.weight == .danger }.map(\.sentence)
      + index.mappings.flatMap(MappingSentence.warnings)
      + MappingSentence.misunderstood(index.warnings)
  }

  /// Folders inside of folders of exports, of which no file was read.
  var passedFolders: [String] {
    inputs.exportFolders.compactMap { folder in
      let passed = FilePattern.folders(in: folder).filter { inner in
        !inputs.exports.contains { $0.name.hasPrefix(inner + "/") }
      }
      switch passed.count {
      case 0: return nil
      case 1: return "\(folder): a folder inside was passed over; name it, too"
      case let count: return "\(folder): \(count) folders inside were passed over; name them, too"
      }
    }
  }

  /// Exports that no profile is made for, and marks that are for none of them: both stay as they are
  /// from one night to the next.
  private func hints(of index: ExportIndex) -> [String] {
    (inputs.profile == nil ? MappingSentence.drafts(index) : [])
      + index.guesses.filter { $0.weight < .danger }.map(\.sentence)
      + (makesState ? [] : StateSentence.unmatched(state.marks, in: index))
  }

  /// Exports named twice by different paths: their records are read twice but count once.
  var doubledExports: [String] {
    var first: [FileIdentity: String] = [:]
    return inputs.exports.filter { $0 != .standardInput }.map(\.name).compactMap { path in
      guard let identity = FileIdentity(path) else { return nil }
      if let other = first[identity] { return "\(path) is the same file as \(other)" }
      first[identity] = path
      return nil
    }
  }

  func selection() throws -> Selection {
    let chosen = request.chosen
    // Nothing else of a selection looks at labels, for which every profile is read to its end.
    let needsLabels = !chosen.types.isEmpty || !chosen.searches.isEmpty
    let labels = needsLabels ? vocabulary.labels(in: place.words) : TypeLabels()
    return try chosen.selection(at: place, labels: labels)
  }

  /// With `--strict`, throws for the first reject, and for what was assumed.
  private func check(_ index: ExportIndex) throws {
    guard inputs.isStrict else { return }
    let reject =
      state.rejects.first.map { (sentence: $0.sentence, noun: "mark") }
      ?? index.rejects.first.map { (sentence: $0.sentence, noun: "record") }
    if let reject {
      throw Fault(
        .unusable, code: "strict", reject.sentence,
        advice: "correct the \(reject.noun), or run without --strict to skip it")
    }
    guard let guess = index.guesses.first else { return }
    throw Fault(
      .unusable, code: "strict", guess.what,
      advice: guess.advice + ", or run without --strict")
  }

  /// Ends a run that succeeded: writes the rejected records if asked to, and prints what was
  /// missing.
  ///
  /// - Parameter listsRejects: whether to name the first rejects; false if the caller already did.
  func finish(_ reading: Reading, listsRejects: Bool = true) throws -> ExitStatus {
    let index = reading.index
    if let path = inputs.rejected, !request.isDryRun { try writeRejects(of: index, to: path) }
    let incomplete = index.sources.flatMap { source in
      source.incomplete.map { "\(source.file) is incomplete: \($0.words)" }
    }
    Command.warn(
      incomplete + RejectSentence.overview(of: index, listed: listsRejects)
        + state.rejects.map(\.sentence) + [languageWarning].compactMap(\.self))
    let isWhole =
      index.rejects.isEmpty && state.rejects.isEmpty
      && index.sources.allSatisfy(\.incomplete.isEmpty)
    return isWhole ? .done : .doneWithRejects
  }

  /// The warning about the language of everyone who set none.
  var languageWarning: String? {
    place.words.fellBackFrom.map { LanguageSentence.ofAll($0, among: vocabulary.catalogues) }
  }

  /// Writes the rejected records; the first row of each table follows its header. Warns if nothing can
  /// read them as one file.
  private func writeRejects(of index: ExportIndex, to path: String) throws {
    let file = try AtomicFile(path: path)
    var last: String?
    var headers: Set<[UInt8]?> = []
    for reject in index.rejects {
      let header = index.header(of: reject.file)
      if reject.file != last { headers.insert(header) }
      if let header, reject.file != last { try file.append(header + [0x0A]) }
      last = reject.file
      let record = try index.bytes(of: reject)
      // A line break inside quotes belongs to its cell.
      try file.append(header == nil ? Self.line(record) : record + [0x0A])
    }
    try file.publish()
    if headers.count > 1 { Command.warn([RejectSentence.ofSeveralTables(path)]) }
  }

  /// A record on one line, so that it can be corrected and read again.
  private static func line(_ record: [UInt8]) -> [UInt8] {
    record.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 } + [0x0A]
  }
}
