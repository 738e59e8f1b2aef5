import ByteText
import CompiledMustache
import Digests
import Exports
public import FoundationEssentials
import Languages
import Notifications
import Pipeline
import Profiles
import Rendering
import YAML

/// Reads the notifications that an app has exported, and makes of them what people read.
///
///     let tidings = try Tidings()
///     let inbox = try await tidings.read(["notifications.jsonl"], as: Tidings.Settings(now: .now))
///     let page = try inbox.page(for: "user-17")
///
/// One value serves a whole program, from any task: it holds the profiles, words and templates, which
/// are read and checked once. What the command line does from flags, this does from values; the same
/// input gives the same bytes.
public struct Tidings: Sendable {
  let vocabulary: Vocabulary
  let templates: TemplateCatalogue
  let documents: DigestDocuments
  let inbox: InboxRenderer

  /// - Parameters:
  ///   - profiles: A profile, or a folder of them, that add to the bundled ones; those of the same
  ///     name replace them.
  ///   - templates: A folder with templates and catalogues that replace the bundled ones.
  /// - Throws: A `Fault` that names the file, line and key that cannot be used.
  public init(profiles: String? = nil, templates: String? = nil) throws(Fault) {
    do throws(any Error) {
      var known = try ProfileSet.bundled()
      if let profiles { known = known.overridden(by: try ProfileSet.load(profiles)) }
      let own = try templates.map(TemplateFolder.read) ?? [:]
      vocabulary = Vocabulary(profiles: known, catalogues: try Catalogues(own: own))
      self.templates = TemplateCatalogue(own: own)
      documents = try DigestDocuments(self.templates)
      inbox = try InboxRenderer(self.templates)
    } catch {
      throw Fault(error)
    }
  }

  /// Reads files: JSON, JSON Lines, CSV or SQLite, also gzipped, in any mixture.
  ///
  /// The files are read again when documents are made, so they must stay as they are until then.
  ///
  /// - Throws: A `Fault` if a file cannot be read, or holds no export. Bad records are no
  ///   error: `Inbox.rejects` has them.
  public func read(_ files: [String], as settings: Settings) async throws(Fault) -> Inbox {
    try await read(files.map(ExportInput.file), as: settings, knowing: vocabulary)
  }

  /// Reads an export from memory, such as the answer of an API.
  ///
  /// - Throws: A `Fault` as for files, or if `Settings.memoryFolder` has no room.
  public func read(
    contentsOf bytes: some Sequence<UInt8>, as settings: Settings
  ) async throws(Fault) -> Inbox {
    let file = try MemoryFile("export", in: settings.memoryFolder)
    try file.append(Array(bytes))
    return try await read([.file(file.path)], as: settings, knowing: vocabulary, kept: file)
  }

  /// Reads an export as it comes, such as the body of a request, in chunks of any size.
  ///
  /// - Throws: What the sequence throws, or a `Fault` as for files.
  public func read<Chunks: AsyncSequence & Sendable>(
    chunks: Chunks, as settings: Settings
  ) async throws -> Inbox where Chunks.Element: Sequence<UInt8> {
    let file = try MemoryFile("export", in: settings.memoryFolder)
    for try await chunk in chunks { try file.append(Array(chunk)) }
    return try await read([.file(file.path)], as: settings, knowing: vocabulary, kept: file)
  }

  /// Reads an export as it comes, byte for byte; `read(chunks:as:)` is faster.
  ///
  /// - Throws: What the sequence throws, or a `Fault` as for files.
  public func read<Bytes: AsyncSequence & Sendable>(
    bytes: Bytes, as settings: Settings
  ) async throws -> Inbox where Bytes.Element == UInt8 {
    var all: [UInt8] = []
    for try await byte in bytes { all.append(byte) }
    return try await read(contentsOf: all, as: settings)
  }

  /// Reads the rows of a query, each as the JSON object that it encodes to: a profile recognizes them by
  /// their keys, as those of a file. Dates become texts with a zone.
  ///
  /// - Throws: A `Fault` as for files, or for a row that cannot be encoded.
  public func read(
    rows: some Sequence<some Encodable>, as settings: Settings
  ) async throws(Fault) -> Inbox {
    let file = try MemoryFile("export", in: settings.memoryFolder)
    try file.append(rows: rows)
    return try await read([.file(file.path)], as: settings, knowing: vocabulary, kept: file)
  }

  /// Reads a program's own values. Where the settings name a profile, its types, patterns and rules
  /// hold for them; else types are labeled by their keys.
  ///
  /// - Throws: A `Fault` as for files.
  public func read(
    _ notifications: some Sequence<Notification>, as settings: Settings
  ) async throws(Fault) -> Inbox {
    let file = try MemoryFile("export", in: settings.memoryFolder)
    try file.append(rows: notifications)
    var settings = settings
    let known: Vocabulary
    do {
      var profile = try Notification.profile()
      if let name = settings.profile, let named = vocabulary.profiles[ProfileName(name)] {
        profile = named.reading(as: profile)
      }
      settings.profile = settings.profile ?? profile.name.text
      known = Vocabulary(
        profiles: vocabulary.profiles.overridden(by: ProfileSet([profile])),
        catalogues: vocabulary.catalogues)
    } catch {
      throw Fault(error)
    }
    return try await read([.file(file.path)], as: settings, knowing: known, kept: file)
  }

  private func read(
    _ inputs: [ExportInput], as settings: Settings, knowing vocabulary: Vocabulary,
    kept: MemoryFile? = nil
  ) async throws(Fault) -> Inbox {
    do throws(any Error) {
      let (place, options) = try resolved(settings, vocabulary)
      let reading = try await Reading(
        inputs, options: options, vocabulary: vocabulary, place: place, selection: Selection(),
        isSummary: false)
      if let refusal = reading.index.refusalOfDocuments { throw refusal }
      return Inbox(tidings: self, reading: reading, settings: settings, kept: kept)
    } catch {
      throw Fault(error, hiding: kept?.path)
    }
  }

  /// The reader's place and the options of reading that settings describe.
  private func resolved(
    _ settings: Settings, _ vocabulary: Vocabulary
  ) throws(Fault) -> (Place, ReadingOptions) {
    guard let zone = Zone(settings.timeZone) else {
      throw Fault(
        .setting, code: "unknown-zone", "\(settings.timeZone) is no time zone of the IANA database")
    }
    var options = ReadingOptions(
      profiles: vocabulary.profiles, temporaryFolder: settings.temporaryFolder,
      memoryBudget: settings.memoryBudget)
    options.currentFolder = FileManager.default.currentDirectoryPath
    if let name = settings.profile.map({ ProfileName($0) }) {
      guard vocabulary.profiles[name] != nil else {
        throw Fault(.setting, code: "unknown-profile", "there is no profile \(name)")
      }
      options.profile = name
    }
    if let url = settings.baseURL, !ReadingOptions.isBaseURL(url) {
      throw Fault(.setting, code: "no-address", "\(url) is no web address")
    }
    options.baseURLs.common = settings.baseURL
    options.owner = settings.owner.map { RecipientID($0) }
    options.marks = settings.marks.table
    options.jobs = min(max(1, settings.jobs), ReadingOptions.mostJobs)
    let words = vocabulary.catalogues.localization(for: settings.locale)
    return (Place(now: Instant(second: settings.now), zone: zone, words: words), options)
  }

  /// How exports are read, and for whom documents are made where a person says nothing else.
  public struct Settings: Sendable {
    /// What counts as now. Equal inputs with an equal `now` make equal bytes.
    public var now: Date
    /// A name of the IANA database: it decides what "Today" is.
    public var timeZone: String
    /// A BCP 47 tag.
    public var locale: String
    /// The profile of all records; nil detects it.
    public var profile: String?
    /// The recipient of records that name none; nil means `me`.
    public var owner: String?
    /// What relative links are relative to.
    public var baseURL: String?
    /// What people have read and deleted since the export.
    public var marks = Marks()
    /// How many tasks read at once.
    public var jobs = 1
    /// An existing folder in memory, for what does not come from a file; removed with the `Inbox`.
    public var memoryFolder = "/dev/shm"
    /// An existing folder for files that are removed after use.
    public var temporaryFolder = "/tmp"
    /// Exports with more bytes are sorted into a temporary file, as databases are.
    public var memoryBudget: Int64 = 1 << 30

    /// The rest is as the command line has it without flags.
    public init(now: Date, timeZone: String = "UTC", locale: String = "en") {
      self.now = now
      self.timeZone = timeZone
      self.locale = locale
    }
  }
}
