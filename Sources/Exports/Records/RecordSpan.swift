import Notifications

struct RecordSpan {
  /// Its start: its name's quote in an object keyed by id, or else its first byte.
  var start: Int
  /// The offset of the record's first byte.
  var value: Int
  var end: Int
  /// The recipient by its envelope: an index into the batch's owners.
  var owner: Int?
  /// Whether the owner comes from an outer key, which the record and the user override.
  var isOwnedByKey = false
  /// It is among records, so it is a record or a reject, and is not searched for records.
  var isAmongRecords = false
  /// It is one of a file's consecutive values, among which pages of an API may appear.
  var isInSequence = false
  /// It is an element of the outermost array of a file.
  var isElement = false
  /// The row in the batch that the record was made of; the other offsets are those of its JSON then.
  var row: Range<Int>?

  var isKeyed: Bool { value > start }
}

/// Bytes that are not a record and hide where records are.
struct RecordLoss {
  var range: Range<Int64>
  var reason: RejectReason
  /// Whether it continues the loss at the end of the previous batch.
  var isContinued: Bool
  /// Whether nothing behind it is read.
  var endsDocument = false
  /// The column of a table.
  var field: String?
}

struct RecordBatch: Sendable {
  /// The piece, then at least the slack that a walk needs.
  var bytes: [UInt8]
  /// The number of bytes in the batch; the next batch begins after them.
  var count: Int
  var base: Int64
  var spans: [RecordSpan]
  var losses: [RecordLoss] = []
  var owners: [RecipientID] = []
  /// Pages that ended in this batch.
  var pages: [PageCounts] = []
  /// The number of values that should hold records but have none that are known.
  var unknown = 0
  /// The table that the spans are rows of; nil if they are JSON.
  var table: CSVTable?
  /// The line feeds in the batch, if the splitter saw them all.
  var lines: Int?
}

/// Why bytes are not a record: the first rule of RFC 8259, or of this tool, that they break.
package enum RecordDamage: UInt32, CaseIterable, Sendable {
  case notAnObject = 1
  case invalidUTF8, controlCharacter, invalidEscape, invalidNumber, invalidLiteral, tooDeep, torn
  case trailingContent, syntax, outOfMemory
}

/// Why a record was rejected, as `words` says it. Its fields are in `Reject.field`.
package enum RejectReason: Equatable, Sendable {
  case malformed(RecordDamage)
  /// It has this many bytes or more.
  case tooLarge(limit: Int)
  case missingField, nullField, emptyField, notText, loneSurrogate, blob, openQuote, textAfterQuote
  case unreadableTime(TimestampError)
  case cellCount(Int, columns: Int)
}
