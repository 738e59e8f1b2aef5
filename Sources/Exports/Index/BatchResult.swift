import ByteText

/// What was found in a batch, or in all batches of an input.
struct Findings: Sendable {
  /// All records, rejected ones included.
  var records = 0
  /// Records that the profile does not take for notifications.
  var leftOut = 0
  /// The keys above those of records, and the offsets from which they hold; empty unless values
  /// need them.
  var outerKeys: [(key: String?, start: Int64)] = []
  /// Line feeds.
  var lines = 0
  /// Records by profile where it is not the file's, rejected ones included.
  var strays: [Int: Int] = [:]
  var mappings = MappingResults()
  /// What is mapped in rejects that are headers.
  var headerMappings = MappingResults()
  /// The first label that records give a type, whatever the filters find of it.
  var labels: [TypeRegister.Entry: String] = [:]
  /// Whether an element of the outermost array holds the records.
  var isWrapped = false
  var warnings = ReadingWarnings()
  var pages: [PageCounts] = []
  /// Objects that hold something under the usual names, but no known records.
  var unknown = 0
  /// The offset in the input from which damage hides what a document holds.
  var damage: Int64?

  /// Adds those of the next batch.
  mutating func add(_ next: Findings) {
    records += next.records
    leftOut += next.leftOut
    outerKeys += next.outerKeys
    lines += next.lines
    strays.merge(next.strays, uniquingKeysWith: +)
    mappings.add(next.mappings)
    headerMappings.add(next.headerMappings)
    if !next.labels.isEmpty { labels.merge(next.labels) { first, _ in first } }
    isWrapped = isWrapped || next.isWrapped
    warnings.add(next.warnings)
    for page in next.pages { pages.note(page) }
    unknown += next.unknown
    damage = damage ?? next.damage
  }
}

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
  /// The numbers of the types whose first label was noted.
  var labeled: Set<UInt32> = []
  var found = Findings()
}

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

struct InputResults {
  /// Decompressed.
  var bytes: Int64 = 0
  var found = Findings()
  /// The first of the rejected records; `rejected` counts all.
  var rejects: [Reject] = []
  var rejected = 0
  /// The first of the headers among the rejects, by where they begin, and the number of all.
  private var headers: (starts: Set<Int64>, count: Int) = ([], 0)
  var isTorn = false
  var openCell: OpenCell?
  /// An envelope named its recipient too far behind its records.
  var hasLateOwner = false

  mutating func note(_ reject: BatchReject, isListed: Bool) {
    guard reject.isHeader else { return }
    headers.count += 1
    if isListed { headers.starts.insert(reject.range.lowerBound) }
  }

  /// Forgets the headers if records are in another element of their array, so that nothing is lost;
  /// otherwise they are rejects like any other.
  mutating func settleHeaders(isWrapped: Bool) {
    guard isWrapped else { return found.mappings.add(found.headerMappings) }
    rejects.removeAll { headers.starts.contains($0.range.lowerBound) }
    rejected -= headers.count
    found.records -= headers.count
    headers = ([], 0)
  }
}

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
    (self.name, self.table) = (name, table)
  }

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
          place: Fault.Place(
            line: results.found.lines + reject.lines + 1,
            lastLine: reject.innerLines == 0
              ? nil : results.found.lines + reject.lines + reject.innerLines + 1,
            record: results.found.records + reject.records + 1),
          field: reject.field, reason: reject.reason, range: reject.range))
    }
    results.rejected += result.rejects.count
    results.found.add(result.found)
    if spares.count < 4 { spares.append(result.spare) }
  }
}
