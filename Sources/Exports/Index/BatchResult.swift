/// What a worker made of a batch.
struct BatchResult: Sendable {
  /// The batch's index in its input, from 0.
  var number: Int
  /// The batch's buffer, to be used again.
  var spare: [UInt8]
  var entries: [IndexEntry] = []
  /// Expiry times of the entries that expire, in their order, in microseconds since 1970.
  var expiries: [Int64] = []
  var rejects: [BatchReject] = []
  /// The previous batch ended with a loss that continues to this offset of the input.
  var continuedLoss: Int64?
  /// All records, rejected ones included.
  var records = 0
  /// Records that the profile does not take for notifications.
  var leftOut = 0
  /// The keys above those of records, and the offsets from which they hold; empty unless values
  /// need them.
  var outerKeys: [(key: String?, start: Int64)] = []
  /// Line feeds in the batch.
  var lines = 0
  /// Records by profile where it is not the file's, rejected ones included.
  var strays: [Int: Int] = [:]
  var mappings = MappingResults()
  /// What is mapped in rejects that are headers.
  var headerMappings = MappingResults()
  /// The first label that records give a type, whatever the filters find of it.
  var labels: [TypeRegister.Entry: String] = [:]
  /// The numbers of the types whose first label was noted.
  var labeled: Set<UInt32> = []
  /// Whether an element of the outermost array holds the records.
  var isWrapped = false
  var warnings = ReadingWarnings()
  var pages: [PageCounts] = []
  /// Objects that hold something under the usual names, but no known records.
  var unknown = 0
}

/// A record that a worker rejected.
struct BatchReject: Sendable {
  /// In the input.
  var range: Range<Int64>
  /// Line feeds of the batch before it.
  var lines: Int
  /// Those inside of it, where it is a row of a table.
  var innerLines = 0
  /// Records of the batch before it.
  var records: Int
  var field: String?
  var reason: RejectReason
  /// It is no loss where records are in another element of the same array.
  var isHeader = false
}

/// What was found in one input.
struct InputResults {
  /// Decompressed.
  var bytes: Int64 = 0
  /// All records, those that were rejected included.
  var records = 0
  /// Records that the profile does not take for notifications.
  var leftOut = 0
  var outerKeys: [(key: String?, start: Int64)] = []
  var lines = 0
  /// The first of the rejected records; `rejected` counts all.
  var rejects: [Reject] = []
  var rejected = 0
  /// Records by profile where it is not the file's.
  var strays: [Int: Int] = [:]
  var mappings = MappingResults()
  var headerMappings = MappingResults()
  var labels: [TypeRegister.Entry: String] = [:]
  var isWrapped = false
  /// The first of the headers among the rejects, by where they begin, and the number of all.
  private var headers: (starts: Set<Int64>, count: Int) = ([], 0)
  var warnings = ReadingWarnings()
  var pages: [PageCounts] = []
  var isTorn = false
  /// An envelope named its recipient too far behind its records.
  var hasLateOwner = false
  /// What holds something under the usual names, but no records that we know.
  var unknown = 0

  mutating func note(_ reject: BatchReject, isListed: Bool) {
    guard reject.isHeader else { return }
    headers.count += 1
    if isListed { headers.starts.insert(reject.range.lowerBound) }
  }

  /// Forgets the headers if records are in another element of their array, so that nothing is lost;
  /// otherwise they are rejects like any other.
  mutating func settleHeaders(isWrapped: Bool) {
    guard isWrapped else { return mappings.add(headerMappings) }
    rejects.removeAll { headers.starts.contains($0.range.lowerBound) }
    rejected -= headers.count
    records -= headers.count
    headers = ([], 0)
  }
}

/// Merges the results of an input's batches in their order.
struct BatchMerger {
  private let name: String
  private let table: EntryTable
  private(set) var results = InputResults()
  /// Memory ran out for an entry.
  private(set) var isFull = false
  private var early: [Int: BatchResult] = [:]
  private var next = 0
  private var spares: [[UInt8]] = []

  /// The number of rejects that are kept with their locations.
  private static let rejectLimit = 100_000

  init(_ name: String, table: EntryTable) {
    self.name = name
    self.table = table
  }

  /// A buffer that is no longer used.
  mutating func spare() -> [UInt8]? { spares.popLast() }

  mutating func take(_ result: consuming BatchResult) {
    early[result.number] = result
    while let result = early.removeValue(forKey: next) {
      next += 1
      append(result)
    }
  }

  private mutating func append(_ result: BatchResult) {
    if !table.append(result.entries, expiries: result.expiries) { isFull = true }
    if let end = result.continuedLoss, let last = results.rejects.indices.last,
      results.rejected == results.rejects.count
    {
      results.rejects[last].range = results.rejects[last].range.lowerBound..<end
    }
    for reject in result.rejects {
      results.note(reject, isListed: results.rejects.count < Self.rejectLimit)
    }
    for reject in result.rejects where results.rejects.count < Self.rejectLimit {
      results.rejects.append(
        Reject(
          file: name,
          place: ExportPlace(
            line: results.lines + reject.lines + 1,
            lastLine: reject.innerLines == 0
              ? nil : results.lines + reject.lines + reject.innerLines + 1,
            record: results.records + reject.records + 1),
          field: reject.field, reason: reject.reason, range: reject.range))
    }
    results.rejected += result.rejects.count
    results.records += result.records
    results.leftOut += result.leftOut
    results.outerKeys += result.outerKeys
    results.lines += result.lines
    results.strays.merge(result.strays, uniquingKeysWith: +)
    results.mappings.add(result.mappings)
    results.headerMappings.add(result.headerMappings)
    if !result.labels.isEmpty { results.labels.merge(result.labels) { first, _ in first } }
    results.isWrapped = results.isWrapped || result.isWrapped
    results.warnings.add(result.warnings)
    results.unknown += result.unknown
    for page in result.pages { results.pages.note(page) }
    if spares.count < 4 { spares.append(result.spare) }
  }
}
