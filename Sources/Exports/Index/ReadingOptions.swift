package import Languages
package import Notifications
import Synchronization

/// How exports are read.
package struct ReadingOptions: Sendable {
  /// The profiles of the run.
  package var profiles: ProfileSet
  /// Reads every input by this profile instead of detecting it.
  package var profile: ProfileName?
  /// The table or view of a database; nil looks for it.
  package var table: String?
  /// Where relative links lead.
  package var baseURL: String?
  /// Whose the records are that name no recipient; nil takes `me`.
  package var owner: RecipientID?
  /// How a file's name tells its recipient: `inbox-{recipient}.json`.
  package var fileNamePattern: FileNamePattern?
  /// Keeps only the records of these recipients.
  package var recipients: Set<RecipientID>?
  /// Marks the records that fit, so that `fold` can count them; costs a whole notification each.
  package var textFilter: TextFilter?
  /// What recipients did since the export was made: read and deleted are added to what it says.
  package var marks = MarkTable()
  /// Counts what every path of the profiles finds, and which paths they do not use; takes longer.
  package var surveys = false
  /// How many records are read at the same time; the result is the same.
  package var jobs: Int = 1
  /// Bytes: inputs that hold more are sorted into a temporary file, so that it is read in order.
  package var memoryBudget: Int64
  /// Whether notifications are made of the records later. Where they are only counted, nothing is
  /// sorted into a temporary file.
  package var readsAgain = true
  /// Where temporary files go; they are removed, or have no name from the start.
  package var temporaryFolder: String
  /// Decompressed bytes that are too many.
  package var decompressionLimit: Int64 = 1 << 36

  /// Bytes from which on a record is rejected.
  var recordLimit = 1 << 24
  /// Bytes that a worker gets at a time.
  var chunkSize = 1 << 20

  /// Whether relative links can stand on a URL: an absolute one, `http` or `https`.
  package static func isBaseURL(_ url: String) -> Bool { LinkResolver.canBase(url) }

  package init(profiles: ProfileSet, temporaryFolder: String, memoryBudget: Int64) {
    self.profiles = profiles
    self.temporaryFolder = temporaryFolder
    self.memoryBudget = memoryBudget
  }

  /// The profiles that an input may be of.
  var candidates: ProfileSet {
    guard let profile, let forced = profiles[profile] else { return profiles }
    return ProfileSet([forced])
  }
}

/// What a text search asks of a notification.
package struct TextFilter: Sendable {
  package var language: Language
  package var matches: @Sendable (Notification) -> Bool

  package init(language: Language, matches: @escaping @Sendable (Notification) -> Bool) {
    self.language = language
    self.matches = matches
  }
}

/// How a file's name tells whose records it holds.
package struct FileNamePattern: Equatable, Sendable {
  private let before: [UInt8]
  private let after: [UInt8]

  /// `inbox-{recipient}.json`; nil where `{recipient}` does not stand in it once.
  package init?(_ text: String) {
    let mark = Array("{recipient}".utf8)
    let bytes = Array(text.utf8)
    guard let found = bytes.firstRange(of: mark) else { return nil }
    before = Array(bytes[..<found.lowerBound])
    after = Array(bytes[found.upperBound...])
    guard after.firstRange(of: mark) == nil else { return nil }
  }

  /// The recipient that a path's last component names, nil where it does not fit.
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
  let decoders: [NotificationDecoder]
  let names: EnvelopeNames
  let recipients: RecipientTable
  let types: TypeRegister

  /// Nil where there is no memory, or no profile.
  init?(_ options: ReadingOptions) {
    let profiles = options.candidates.profiles
    guard let records = RecordPlan(profiles, surveys: options.surveys) else { return nil }
    let decoders = profiles.compactMap { NotificationDecoder($0, baseURL: options.baseURL) }
    guard decoders.count == profiles.count else { return nil }
    self.options = options
    self.records = records
    self.decoders = decoders
    names = EnvelopeNames(profiles)
    recipients = RecipientTable(only: options.recipients)
    types = TypeRegister()
  }

  /// Whether nothing outside of an input's records says whose they are.
  func isUnowned(_ input: String) -> Bool {
    options.owner == nil && options.fileNamePattern?.recipient(in: input) == nil
  }

  /// Whose an input's records are that say nothing about it, nor does their envelope.
  func owner(of input: String) -> RecipientID {
    options.fileNamePattern?.recipient(in: input) ?? options.owner ?? RecipientID("me")
  }
}

/// The types of all records, each with a number; a type belongs to its profile.
final class TypeRegister: Sendable {
  struct Entry: Hashable {
    /// An index into the plan's profiles.
    var profile: Int
    var key: TypeKey
  }

  private struct Content {
    var entries: [Entry] = []
    var numbers: [Entry: UInt32] = [:]
  }

  private let content = Mutex(Content())

  func number(of entry: Entry) -> UInt32 {
    content.withLock { content in
      if let number = content.numbers[entry] { return number }
      let number = UInt32(content.entries.count)
      content.entries.append(entry)
      content.numbers[entry] = number
      return number
    }
  }

  /// All types, by number.
  var entries: [Entry] { content.withLock { $0.entries } }
}
