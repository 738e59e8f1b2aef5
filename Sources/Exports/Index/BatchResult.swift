/// What a worker made of a batch.
struct BatchResult: Sendable {
  /// The batch's place in its input, from 0.
  var number: Int
  /// The batch's buffer, to be used again.
  var spare: [UInt8]
  var entries: [IndexEntry] = []
  /// Of the entries that expire, in their order; microseconds since 1970.
  var expiries: [Int64] = []
  var rejects: [BatchReject] = []
  /// The batch before ended with a loss that goes on to this offset of the input.
  var continuedLoss: Int64?
  /// All records, those that were rejected included.
  var records = 0
  /// Line feeds in the batch.
  var lines = 0
  /// Records, rejected ones included, by profile, where it is not the file's.
  var strays: [Int: Int] = [:]
  var mappings = MappingResults()
  var warnings = ReadingWarnings()
  var pages: [PageCounts] = []
  /// What holds something under the usual names, but no records that we know.
  var unknown = 0
}

/// A record that a worker rejected.
struct BatchReject: Sendable {
  /// In the input.
  var range: Range<Int64>
  /// Line feeds of the batch before it.
  var lines: Int
  /// Records of the batch before it.
  var records: Int
  var field: String?
  var reason: RejectReason
}
