package import ByteText
package import Notifications

/// What was found in one input.
package struct SourceReport: Equatable, Sendable {
  /// The input as it was given.
  package var file: String
  package var format: ContainerFormat
  /// The profile of most of its records; nil where it has none.
  package var profile: ProfileName?
  /// Whether the profile was drafted, as no other knows the input.
  package var isDrafted = false
  /// The records that fit another profile instead, counted by profile.
  package var strays: [Stray] = []
  /// All records, rejected ones included.
  package var records = 0
  package var rejected = 0
  /// The records that the profile does not take for notifications; not among `records`.
  package var leftOut = 0
  /// The table of a database that was read; nil for other formats.
  package var table: ChosenTable?
  /// The columns of a text file's table; nil for other formats.
  package var columns: [String]?
  /// The end of a text file's table that may be cut off; nil if it has none.
  package var openCell: OpenCell?
  /// Why something is missing; empty if the input is complete.
  package var incomplete: [Incompleteness] = []

  /// Records of a profile that is not their file's.
  package struct Stray: Equatable, Sendable {
    package var profile: ProfileName
    package var records: Int
  }
}

/// Why an input is incomplete.
package enum Incompleteness: Equatable, Sendable {
  /// From a line and column on, both from 1; the column counts bytes.
  case damaged(line: Int, column: Int)
  case missingPages(found: Int, expected: Int)
  case missingRecords(found: Int, expected: Int)
  /// What the export says itself, in this member.
  case partial(member: String)
  case torn, lateOwner, compressionTorn, compressionDamaged, nextPageMissing
}

/// A rejected record and the reason.
package struct Reject: Equatable, Sendable {
  /// The input as it was given.
  package var file: String
  package var place: Fault.Place
  /// The field as the record names it, or several names if any of them would do.
  package var field: String?
  package var reason: RejectReason
  /// Its bytes in the input; for a database, in its rows written as JSON Lines.
  package var range: Range<Int64>
}

/// What is counted in accepted records.
package struct MappingNotices: OptionSet, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A type that the profile does not know.
  package static let unknownType = MappingNotices(rawValue: 1)
  /// A priority that the profile does not know; it counts as normal.
  package static let unknownPriority = MappingNotices(rawValue: 2)
  /// Two read columns disagree; read wins.
  package static let readDisagreement = MappingNotices(rawValue: 4)
  /// The actor is the recipient, and the profile drops such notifications: it counts as deleted.
  package static let ownAction = MappingNotices(rawValue: 8)
  /// The record may be for several people.
  static let several = MappingNotices(rawValue: 16)
  /// A text for read that is not yes, no or a time; the record counts as unread.
  package static let unknownRead = MappingNotices(rawValue: 32)
  /// The same for deleted; the record counts as not deleted.
  package static let unknownDeleted = MappingNotices(rawValue: 64)
  /// The same for mailed; the record counts as not mailed.
  package static let unknownMailed = MappingNotices(rawValue: 128)
  /// The time is a text that names no zone, and neither does the profile.
  static let zonelessTime = MappingNotices(rawValue: 256)
  /// The time is a number that gives a year before 2005 or a day after tomorrow.
  static let oddYear = MappingNotices(rawValue: 512)
  /// A key appears twice in one object; the last one wins.
  package static let duplicateKey = MappingNotices(rawValue: 1024)
  /// Half of a surrogate pair became U+FFFD.
  package static let loneSurrogate = MappingNotices(rawValue: 2048)
  /// A mark is for the record.
  package static let marked = MappingNotices(rawValue: 4096)
  /// What is assumed of a record.
  static let assumptions: MappingNotices = [.zonelessTime, .oddYear]
  /// What is no warning.
  static let unwarned = assumptions.union(.several)

  /// What a walk noticed.
  init(_ notices: RecordNotices) {
    self = notices.contains(.duplicateKey) ? .duplicateKey : []
    if notices.contains(.loneSurrogate) { insert(.loneSurrogate) }
  }
}

/// Counts of accepted records in which something was corrected or not understood.
package struct ReadingWarnings: Equatable, Sendable {
  /// By the bit of a notice.
  private var counts: [UInt16: Int] = [:]

  package internal(set) subscript(notice: MappingNotices) -> Int {
    get { counts[notice.rawValue] ?? 0 }
    set { counts[notice.rawValue] = newValue == 0 ? nil : newValue }
  }

  mutating func count(_ notices: MappingNotices) {
    // Nearly every record has none.
    var left = notices.subtracting(.unwarned).rawValue
    while left != 0 {
      counts[left & ~(left - 1), default: 0] += 1
      left &= left - 1
    }
  }

  mutating func add(_ other: ReadingWarnings) { counts.merge(other.counts, uniquingKeysWith: +) }
}
