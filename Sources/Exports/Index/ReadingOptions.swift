package import ByteText
package import Languages
package import Notifications
package import Profiles
import Synchronization

/// How exports are read.
package struct ReadingOptions: Sendable {
  /// The profiles of the run.
  package var profiles: ProfileSet
  /// Those that were drafted, as no other knows the input; among `profiles`.
  var drafted: [Profile] = []
  /// The drafted profiles of inputs, by the inputs' names.
  var homes: [String: ProfileName] = [:]
  /// Reads every input by this profile instead of detecting it.
  package var profile: ProfileName?
  /// The table or view of a database; nil searches for it.
  package var table: String?
  /// The bases of relative links.
  package var baseURLs = BaseURLs()
  /// The recipient of records that name none; nil means `me`.
  package var owner: RecipientID?
  /// How a file's name tells its recipient: `inbox-{recipient}.json`.
  package var fileNamePattern: FileNamePattern?
  /// Whom records for everyone are for; nil if nobody is known, which is an error where a profile
  /// has such records.
  package var everyone: [RecipientID]? = []
  /// The files that profiles join, by the names that they give them.
  package var joins: [String: JoinFile] = [:]
  /// Keeps only the records of these recipients.
  package var recipients: Set<RecipientID>?
  /// Marks the records that match, so that `fold` can count them; this decodes each notification.
  package var textFilter: TextFilter?
  /// The conditions on fields whose results the index keeps; the first 64 count.
  package var filters: [FieldFilter] = []
  /// What recipients have done since the export: added to its read and deleted states.
  package var marks = MarkTable()
  /// Counts what every path of the profiles finds and which paths they do not use; slower.
  package var surveys = false
  /// The number of parallel workers; the result is the same for any number.
  package var jobs: Int = 1
  /// More workers take memory and save no time.
  package static let mostJobs = 256
  /// Inputs with more bytes are sorted into a temporary file, so that it is read in order.
  package var memoryBudget: Int64
  /// Whether the records are read again as notifications. If they are only counted, nothing is
  /// sorted into a temporary file.
  package var readsAgain = true
  /// Where relative paths of inputs begin, for profiles that take values from a file's path.
  package var currentFolder = ""
  /// Is told with each piece of an input how many of its bytes were read, compressed or not.
  package var counter: WorkCounter?
  /// The folder of temporary files, which are unnamed or removed after use.
  package var temporaryFolder: String
  /// The end of tomorrow; numbers that give later times are counted.
  package var tomorrow: Instant?
  /// The limit of decompressed bytes.
  package var decompressionLimit: Int64 = 1 << 36

  /// A record of this many bytes is rejected.
  package var recordLimit = 1 << 24
  /// The bytes in a worker's batch.
  var chunkSize = 1 << 20

  /// Whether a URL can be the base of relative links: an absolute `http` or `https` URL.
  package static func isBaseURL(_ url: String) -> Bool { LinkResolver(baseURL: url).base != nil }

  package init(profiles: ProfileSet, temporaryFolder: String, memoryBudget: Int64) {
    (self.profiles, self.temporaryFolder) = (profiles, temporaryFolder)
    self.memoryBudget = memoryBudget
  }

  /// The profiles that an input may belong to.
  var candidates: ProfileSet {
    if let profile, let forced = profiles[profile] { return ProfileSet([forced]) }
    guard owner == nil else { return profiles }
    return ProfileSet(profiles.profiles.map(\.withoutOwnerRules))
  }

  /// How an input is opened: one with a drafted profile by that alone.
  func opening(_ input: ExportInput) -> ReadingOptions {
    guard let home = homes[input.name] else { return self }
    var options = self
    options.profile = home
    options.table = options.table ?? profiles[home]?.records.tables.first
    return options
  }

  /// The objects of the file that is given for a join; none if it names a list, and none was given.
  ///
  /// - Throws: a `Fault` if no file was given, or two objects of the file have one key and differ.
  func objects(
    of join: Join, _ profile: ProfileName, for input: String
  ) throws(Fault) -> JoinedObjects {
    if let file = joins[join.fileName] { return try file.objects(id: join.id) }
    guard let name = join.file else { return JoinedObjects(id: join.id) }
    throw Fault(
      .usage, code: "missing-join", of: input,
      "profile \(profile.text) looks values up in a file called \(name)",
      advice: "name it with --join \(name)=FILE")
  }
}

extension Profile {
  /// The profile where nobody says whose the records are.
  var withoutOwnerRules: Profile {
    guard detection.contains(where: \.needsOwner) else { return self }
    var profile = self
    profile.detection.removeAll(where: \.needsOwner)
    return profile
  }
}

/// The condition of a text search.
package typealias TextFilter = (language: Language, matches: @Sendable (Notification) -> Bool)

/// How a file's name tells the recipient of its records.
package struct FileNamePattern: Equatable, Sendable {
  private let before: [UInt8]
  private let after: [UInt8]

  /// `inbox-{recipient}.json`; nil unless `{recipient}` appears exactly once.
  package init?(_ text: String) {
    let mark = Array("{recipient}".utf8)
    let bytes = Array(text.utf8)
    guard let found = bytes.firstRange(of: mark) else { return nil }
    before = Array(bytes[..<found.lowerBound])
    after = Array(bytes[found.upperBound...])
    guard after.firstRange(of: mark) == nil else { return nil }
  }

  /// The recipient that a path's last component names; nil if it does not match.
  package func recipient(in path: String) -> RecipientID? {
    guard let name = path.utf8.split(separator: UInt8(ascii: "/")).last,
      name.count > before.count + after.count, name.starts(with: before),
      name.suffix(after.count).elementsEqual(after)
    else { return nil }
    let middle = name.dropFirst(before.count).dropLast(after.count)
    return RecipientID(String(decoding: middle, as: UTF8.self))
  }
}

/// What all workers of a run share.
struct ReadingPlan: Sendable {
  let options: ReadingOptions
  let records: RecordPlan
  let decoders: NotificationDecoders
  let names: EnvelopeNames
  let recipients: RecipientTable
  let types: TypeRegister
  let filters: FieldFilters
  /// The columns of tables that paths go into.
  let usage: ColumnUsage
  /// By profile, whether values of records come from around them; asked for every record.
  let isSurrounded: [Bool]
  /// Whether those of any profile do.
  let needsOutside: Bool

  /// - Parameters:
  ///   - profiles: those that may be met; nil means all that the inputs may belong to.
  ///   - namesProfiles: whether each batch names the profile of its records, so that it is not detected.
  init(_ options: ReadingOptions, profiles: [Profile]? = nil, namesProfiles: Bool = false) {
    let profiles = profiles ?? options.candidates.profiles
    self.options = options
    filters = FieldFilters(options.filters)
    records = RecordPlan(
      profiles, surveys: options.surveys, filters: filters, detects: !namesProfiles,
      tomorrow: options.tomorrow)
    decoders = NotificationDecoders(profiles, baseURLs: options.baseURLs)
    names = EnvelopeNames(profiles)
    recipients = RecipientTable(only: options.recipients)
    types = TypeRegister()
    usage = ColumnUsage(profiles, alsoInto: filters.names)
    isSurrounded = zip(records.derivations, profiles).map {
      $0?.needsOutside == true || $1.readsOutside
    }
    needsOutside = isSurrounded.contains(true)
  }

  /// Whether somebody said whose an input's records are.
  func isOwned(_ input: String) -> Bool {
    options.owner != nil || options.fileNamePattern?.recipient(in: input) != nil
  }

  /// The recipient of an input's records if neither they nor their envelope name one.
  func owner(of input: String) -> RecipientID {
    options.fileNamePattern?.recipient(in: input) ?? options.owner ?? .me
  }
}

/// The types of all records, each with a number; every type belongs to a profile. With filters, types
/// whose records the filters find different are different, so that a number tells what they say.
final class TypeRegister: Sendable {
  struct Entry: Hashable {
    /// An index into the plan's profiles.
    var profile: Int
    var key: TypeKey
    var filtered = FilterResults()
  }

  private let content = Mutex<(entries: [Entry], numbers: [Entry: UInt32])>(([], [:]))

  func number(of entry: Entry) -> UInt32 {
    content.withLock { content in
      if let number = content.numbers[entry] { return number }
      let number = UInt32(content.entries.count)
      content.entries.append(entry)
      content.numbers[entry] = number
      return number
    }
  }

  var count: Int { content.withLock { $0.entries.count } }

  /// All types, by number.
  var entries: [Entry] { content.withLock { $0.entries } }
}
