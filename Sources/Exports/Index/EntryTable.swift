import ByteText
import Glibc
import Notifications

/// What the index keeps of a record: 32 bytes, because there are millions.
struct IndexEntry: BitwiseCopyable {
  /// The record's location in the bytes of all inputs: 40 bits of offset, 24 bits of length.
  var location: UInt64
  /// Microseconds since 1970.
  var time: Int64
  /// A hash of profile and id; records with equal hashes are compared themselves. Once they are, it is
  /// `distinction`.
  var id: UInt32
  /// The number in the table of recipients while the index is built, then the index in their order.
  var recipient: UInt32
  private var kind: UInt32
  /// The number of the expiry time, from 1, or `never`. It counts in the batch first, then in the
  /// table.
  var expiry: UInt32

  static let never: UInt32 = 0
  /// The largest offset that a location holds: a terabyte.
  static let offsetLimit: Int64 = 1 << 40

  init(
    facts: IndexFacts, offset: Int64, length: Int, id: UInt32, type: UInt32,
    expiry: UInt32 = never, isKeyed: Bool, isMatch: Bool, isRow: Bool = false
  ) {
    location = UInt64(offset) << 24 | UInt64(length)
    time = facts.time.microseconds
    (self.expiry, self.id) = (expiry, id)
    recipient = 0
    kind =
      type << 8 | UInt32(facts.priority.rawValue) | UInt32(facts.readState.rawValue) << 2
      | (facts.isDeleted ? Flag.deleted : 0) | (isKeyed ? Flag.keyed : 0)
      | (isMatch ? Flag.match : 0) | (isRow ? Flag.row : 0)
  }

  private enum Flag {
    static let deleted: UInt32 = 16
    static let keyed: UInt32 = 32
    static let match: UInt32 = 64
    static let row: UInt32 = 128
  }

  var offset: Int64 {
    get { Int64(location >> 24) }
    set { location = UInt64(newValue) << 24 | location & 0xFF_FFFF }
  }
  var length: Int {
    get { Int(location & 0xFF_FFFF) }
    set { location = location & ~0xFF_FFFF | UInt64(newValue) }
  }

  /// The number in the register of types, which also tells the profile.
  var type: UInt32 {
    get { kind >> 8 }
    set { kind = newValue << 8 | kind & 0xFF }
  }
  var priority: Priority { Priority(rawValue: Int(kind & 3)) ?? .normal }
  var readState: ReadState {
    get { ReadState(rawValue: UInt8(kind >> 2 & 3)) ?? .unknown }
    set { kind = kind & ~12 | UInt32(newValue.rawValue) << 2 }
  }
  var isDeleted: Bool {
    get { kind & Flag.deleted != 0 }
    set { kind = kind & ~Flag.deleted | (newValue ? Flag.deleted : 0) }
  }
  /// In a finished index, what tells the notification from an older one with its id; 0 for nothing.
  var distinction: UInt32 {
    get { id }
    set { id = newValue }
  }
  /// Whether decoding it takes so long that nobody should do it for each of several recipients.
  var isLong: Bool { length >= 1 << 10 }
  /// Its bytes begin with its name in an object keyed by id.
  var isKeyed: Bool { kind & Flag.keyed != 0 }
  /// The text filter matched.
  var isMatch: Bool { kind & Flag.match != 0 }
  /// Its bytes are a row of a table, not JSON.
  var isRow: Bool { kind & Flag.row != 0 }
}

/// The entries of all records.
///
/// One task writes it until the index is finished. After that it is only read, so tasks may share
/// it.
final class EntryTable: @unchecked Sendable {
  private var held = GrowingMemory<IndexEntry>()
  /// Microseconds since 1970; most records never expire, so an entry has no room for the time.
  private var expiries = GrowingMemory<Int64>()

  deinit {
    held.release()
    expiries.release()
  }

  var count: Int { held.count }

  var entries: UnsafeMutableBufferPointer<IndexEntry> { held.elements }

  /// Adds the entries of a batch, whose expiries are numbered from 1; returns false if there is no
  /// memory or number left.
  func append(_ added: [IndexEntry], expiries times: [Int64] = []) -> Bool {
    guard let first = UInt32(exactly: expiries.count),
      UInt32(exactly: expiries.count + times.count) != nil, held.reserve(added.count),
      expiries.reserve(times.count)
    else { return false }
    for time in times { expiries.append(time) }
    for var entry in added {
      if entry.expiry != IndexEntry.never { entry.expiry += first }
      held.append(entry)
    }
    return true
  }

  /// When an entry's notification expires; nil if it never does.
  func expiry(of entry: IndexEntry) -> Instant? {
    entry.expiry == IndexEntry.never
      ? nil : Instant(microseconds: expiries.elements[Int(entry.expiry) - 1])
  }

  /// Replaces the numbers of recipients and types, which differ from run to run, by their ranks.
  ///
  /// - Parameters:
  ///   - recipients: the numbers, in the order of their ranks.
  ///   - types: the ranks by number; nil leaves the numbers.
  func renumber(recipients: [UInt32], types: [UInt32]? = nil) {
    var ranks = [UInt32](repeating: .max, count: recipients.max().map { Int($0) + 1 } ?? 0)
    for (rank, number) in recipients.enumerated() { ranks[Int(number)] = UInt32(rank) }
    for index in entries.indices {
      entries[index].recipient = ranks[Int(entries[index].recipient)]
      if let types { entries[index].type = types[Int(entries[index].type)] }
    }
  }

  func truncate(to count: Int) { held.truncate(to: count) }
}

/// Elements that are added one by one, in memory that the system can often grow in place: a Swift
/// array would hold twice the memory while it grows.
private struct GrowingMemory<Element: BitwiseCopyable> {
  private var start: UnsafeMutablePointer<Element>?
  private(set) var count = 0
  private var capacity = 0

  var elements: UnsafeMutableBufferPointer<Element> {
    UnsafeMutableBufferPointer(start: start, count: count)
  }

  /// Makes room for `added` more elements; returns false if there is no memory.
  mutating func reserve(_ added: Int) -> Bool {
    if count + added <= capacity { return true }
    let wanted = max(count + added, capacity + capacity / 2, 64)
    guard let moved = realloc(start, wanted * MemoryLayout<Element>.stride) else { return false }
    start = moved.bindMemory(to: Element.self, capacity: wanted)
    capacity = wanted
    return true
  }

  mutating func append(_ element: Element) {
    start?[count] = element
    count += 1
  }

  mutating func truncate(to count: Int) { self.count = min(count, self.count) }

  func release() { free(start) }
}

/// Sorts entries by recipient, id and location.
///
/// They are moved to groups of equal numbers of recipients or ids first, which fit into caches and which
/// several workers can sort at once: Swift's own sort of all would need half of the memory again.
enum EntrySort {
  private static let groups = 256

  /// Sorts a table whose entries have recipients before `recipients`.
  static func sort(_ table: EntryTable, recipients: Int, jobs: Int) async {
    let width = UInt64(max(recipients, 1)) << 32 / UInt64(groups)
    let ends = partition(table.entries) {
      Int((UInt64($0.recipient) << 32 | UInt64($0.id)) / width)
    }
    let shares = shares(ends, jobs: jobs)
    _ = await shares.map(jobs: jobs) { share in
      for group in share {
        let start = group == 0 ? 0 : ends[group - 1]
        var entries = UnsafeMutableBufferPointer(rebasing: table.entries[start..<ends[group]])
        entries.sort(by: precedes)
      }
    }
  }

  /// Divides the groups into runs of about the same number of entries, one per worker.
  private static func shares(_ ends: [Int], jobs: Int) -> [Range<Int>] {
    var shares: [Range<Int>] = []
    var start = 0
    for job in 1...max(jobs, 1) {
      let wanted = (ends.last ?? 0) * job / max(jobs, 1)
      let end = (ends.firstIndex { $0 >= wanted } ?? ends.count - 1) + 1
      if end > start { shares.append(start..<end) }
      start = max(start, end)
    }
    if start < ends.count { shares.append(start..<ends.count) }
    return shares
  }

  static func precedes(_ left: IndexEntry, _ right: IndexEntry) -> Bool {
    if left.recipient != right.recipient { return left.recipient < right.recipient }
    if left.id != right.id { return left.id < right.id }
    return left.location < right.location
  }

  /// Moves every entry to its group; returns the end of each group.
  @inline(__always)
  private static func partition(
    _ entries: UnsafeMutableBufferPointer<IndexEntry>, by group: (IndexEntry) -> Int
  ) -> [Int] {
    var ends = [Int](repeating: 0, count: groups)
    for entry in entries { ends[group(entry)] += 1 }
    var next = ends
    var total = 0
    for value in 0..<groups {
      next[value] = total
      total += ends[value]
      ends[value] = total
    }
    for value in 0..<groups {
      while next[value] < ends[value] {
        var entry = entries[next[value]]
        var target = group(entry)
        while target != value {
          swap(&entry, &entries[next[target]])
          next[target] += 1
          target = group(entry)
        }
        entries[next[value]] = entry
        next[value] += 1
      }
    }
    return ends
  }
}
