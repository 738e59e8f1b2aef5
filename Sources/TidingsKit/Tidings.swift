import ByteText
import CompiledMustache
import Digests
import Exports
public import FoundationEssentials
import Languages
import MailMessages
import Marks
import Notifications
import Pipeline
import Profiles
import Recipients
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
  let inbox: InboxTheme

  /// - Parameters:
  ///   - profiles: A profile, or a folder of them, that add to the bundled ones; those of the same
  ///     name replace them.
  ///   - templates: A folder with templates and catalogues that replace the bundled ones.
  /// - Throws: A `TidingsError` that names the file, line and key that cannot be used.
  public init(profiles: String? = nil, templates: String? = nil) throws(TidingsError) {
    do throws(any Error) {
      var known = try ProfileSet.bundled()
      do {
        if let profiles { known = known.overridden(by: try ProfileSet.load(profiles)) }
      } catch { throw TidingsError(error, of: .profile) }
      let own = try templates.map(TemplateFolder.read) ?? [:]
      vocabulary = Vocabulary(profiles: known, catalogues: try Catalogues(own: own))
      self.templates = TemplateCatalogue(own: own)
      documents = try DigestDocuments(self.templates)
      inbox = try InboxTheme(self.templates)
    } catch {
      throw TidingsError(error, of: .template)
    }
  }

  /// Reads files: JSON, JSON Lines, CSV or SQLite, also gzipped, in any mixture.
  ///
  /// The files are read again when documents are made, so they must stay as they are until then.
  ///
  /// - Throws: A `TidingsError` if a file cannot be read, or holds no export. Bad records are no
  ///   error: `Inbox.rejects` has them.
  public func read(
    _ files: [String], as settings: Settings
  ) async throws(TidingsError) -> Inbox {
    try await read(files.map(ExportInput.file), settings, kept: nil)
  }

  /// Reads an export from memory, such as the rows of a query as JSON.
  ///
  /// - Throws: A `TidingsError` as for files, or if the system has no room for a temporary file.
  public func read(
    contentsOf bytes: some Sequence<UInt8>, as settings: Settings
  ) async throws(TidingsError) -> Inbox {
    let folder: TemporaryFolder
    let path: String
    do throws(any Error) {
      folder = try TemporaryFolder(in: settings.temporaryFolder)
      path = folder.path + "/export"
      try Data(bytes).write(to: URL(filePath: path))
    } catch {
      throw TidingsError(error)
    }
    return try await read([.file(path)], settings, kept: folder)
  }

  private func read(
    _ inputs: [ExportInput], _ settings: Settings, kept: TemporaryFolder?
  ) async throws(TidingsError) -> Inbox {
    do throws(any Error) {
      let (place, options) = try resolved(settings)
      let reading = try await Reading(
        inputs, options: options, vocabulary: vocabulary, place: place, selection: Selection(),
        isSummary: false)
      if let refusal = reading.index.refusalOfDocuments { throw refusal }
      return Inbox(tidings: self, reading: reading, kept: kept)
    } catch {
      throw TidingsError(error)
    }
  }

  /// The reader's place and the options of reading that settings describe.
  private func resolved(_ settings: Settings) throws -> (Place, ReadingOptions) {
    guard let zone = Zone(settings.timeZone) else {
      throw TidingsError(.setting, "\(settings.timeZone) is no time zone of the IANA database")
    }
    var options = ReadingOptions(
      profiles: vocabulary.profiles, temporaryFolder: settings.temporaryFolder,
      memoryBudget: settings.memoryBudget)
    options.currentFolder = FileManager.default.currentDirectoryPath
    if let name = settings.profile.map({ ProfileName($0) }) {
      guard vocabulary.profiles[name] != nil else {
        throw TidingsError(.setting, "there is no profile \(name)")
      }
      options.profile = name
    }
    if let url = settings.baseURL, !ReadingOptions.isBaseURL(url) {
      throw TidingsError(.setting, "\(url) is no web address")
    }
    options.baseURLs.common = settings.baseURL
    options.owner = settings.owner.map { RecipientID($0) }
    options.marks = settings.marks.table
    options.jobs = min(max(1, settings.jobs), ReadingOptions.mostJobs)
    let now = Instant(seconds: Int64(settings.now.timeIntervalSince1970.rounded(.down)))
    let words = vocabulary.catalogues.localization(for: settings.locale)
    return (Place(now: now, zone: zone, words: words), options)
  }
}

extension Tidings {
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
    /// An existing folder for files that are removed after use.
    public var temporaryFolder = "/tmp"
    /// Exports with more bytes are sorted into a temporary file.
    public var memoryBudget: Int64 = 1 << 30

    /// The rest is as the command line has it without flags.
    public init(now: Date, timeZone: String = "UTC", locale: String = "en") {
      self.now = now
      self.timeZone = timeZone
      self.locale = locale
    }
  }
}

/// What people have read, deleted and put off since an export was made. Marking twice changes nothing.
public struct Marks: Sendable {
  private(set) var table = MarkTable()

  /// What happened to a notification.
  public enum Kind: Sendable {
    case read, deleted
    /// Put off until the mark's time.
    case later

    fileprivate var kind: Mark.Kind {
      switch self {
      case .read: .read
      case .deleted: .deleted
      case .later: .later
      }
    }
  }

  /// No marks.
  public init() {}

  /// Marks from files that `tidings state`, a page or `fileContents` made; of two, the later wins.
  ///
  /// - Throws: A `TidingsError` that names the file and line.
  public init(contentsOf files: [String]) throws(TidingsError) {
    do {
      table = try StateFile.read(files).marks
    } catch {
      throw TidingsError(error, of: .marks)
    }
  }

  /// Marks a notification of a recipient in a profile's system.
  public mutating func mark(
    _ id: String, as kind: Kind, of recipient: String, in profile: String, at time: Date
  ) {
    table.merge(
      Mark(
        profile: ProfileName(profile), recipient: RecipientID(recipient),
        notification: NotificationID(id), kind: kind.kind,
        time: Instant(seconds: Int64(time.timeIntervalSince1970.rounded(.down)))))
  }

  /// The file that holds them, in `tidings.state/1`.
  public var fileContents: [UInt8] { StateFile.bytes(of: table) }
}

/// Why something could not be done: a fact, with the file it is about.
public struct TidingsError: Error, Sendable, CustomStringConvertible {
  /// What was at fault.
  public enum Subject: String, Sendable {
    /// An export, which is missing, unreadable, empty, foreign or changed.
    case export
    /// A profile, or a catalogue of words.
    case profile
    case template
    /// A file of marks.
    case marks
    /// The address of a reader or sender.
    case address
    /// A value of the settings.
    case setting
    /// The operating system.
    case system
  }

  /// What was at fault.
  public let subject: Subject
  /// The file that it is about.
  public let file: String?
  /// From 1.
  public let line: Int?
  /// What is wrong with it.
  public let reason: String

  /// `notifications.jsonl:17: …`
  public var description: String {
    let place = [file, line.map(String.init)].compactMap(\.self).joined(separator: ":")
    return place.isEmpty ? reason : "\(place): \(reason)"
  }

  init(_ subject: Subject, _ reason: String, file: String? = nil, line: Int? = nil) {
    self.subject = subject
    self.reason = reason
    self.file = file
    self.line = line
  }

  /// - Parameter subject: what a fault is taken to be about.
  init(_ error: any Error, of subject: Subject = .export) {
    switch error {
    case let error as TidingsError: self = error
    case let fault as Fault:
      let words = [fault.field.flatMap { fault.what.hasPrefix($0) ? nil : $0 }, fault.what]
      self.init(
        fault.field == "email" ? .address : subject,
        words.compactMap(\.self).joined(separator: ": "),
        file: fault.file, line: fault.place?.line)
    case let error as SystemError: self.init(.system, error.words)
    default: self.init(subject, "\(error)")
    }
  }
}
