import Glibc
import Notifications

/// The entries of all records.
///
/// Written by one task until the index is finished, then only read: that is why it may be shared.
final class EntryTable: @unchecked Sendable {
  private var held = GrowingMemory<IndexEntry>()
  /// Microseconds since 1970; most records never expire, and an entry has no room for it.
  private var expiries = GrowingMemory<Int64>()

  deinit {
    held.release()
    expiries.release()
  }

  var count: Int { held.count }

  var entries: UnsafeMutableBufferPointer<IndexEntry> { held.elements }

  /// Takes the entries of a batch, whose expiries are numbered from 1 on; false where there is no memory
  /// or no number.
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

  /// When the notification of an entry expires, nil where it never does.
  func expiry(of entry: IndexEntry) -> Instant? {
    entry.expiry == IndexEntry.never
      ? nil : Instant(microseconds: expiries.elements[Int(entry.expiry) - 1])
  }

  /// Drops all behind the first `count` entries.
  func truncate(to count: Int) { held.truncate(to: count) }
}

/// Elements that are added one by one, in memory that grows in place where the system can: a Swift
/// array would hold twice the memory while it grows.
private struct GrowingMemory<Element: BitwiseCopyable> {
  private var start: UnsafeMutablePointer<Element>?
  private(set) var count = 0
  private var capacity = 0

  var elements: UnsafeMutableBufferPointer<Element> {
    UnsafeMutableBufferPointer(start: start, count: count)
  }

  /// Makes room for so many more; false where there is no memory.
  mutating func reserve(_ added: Int) -> Bool {
    if count + added <= capacity { return true }
    let wanted = max(count + added, capacity + capacity / 2, 4096)
    guard let moved = realloc(start, wanted * MemoryLayout<Element>.stride) else { return false }
    start = moved.bindMemory(to: Element.self, capacity: wanted)
    capacity = wanted
    return true
  }

  /// Adds one for which there is room.
  mutating func append(_ element: Element) {
    start?[count] = element
    count += 1
  }

  mutating func truncate(to count: Int) { self.count = min(count, self.count) }

  func release() { free(start) }
}
