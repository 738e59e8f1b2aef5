#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The entries of all records.
///
/// Grows in place where the system can (a Swift array would hold twice the memory while it grows).
/// Written by one task until the index is finished, then only read: that is why it may be shared.
final class EntryTable: @unchecked Sendable {
  private var start: UnsafeMutablePointer<IndexEntry>?
  private(set) var count = 0
  private var capacity = 0

  deinit { free(start) }

  var entries: UnsafeMutableBufferPointer<IndexEntry> {
    UnsafeMutableBufferPointer(start: start, count: count)
  }

  /// False where there is no memory.
  func append(_ added: [IndexEntry]) -> Bool {
    if count + added.count > capacity {
      let wanted = max(count + added.count, capacity + capacity / 2, 4096)
      guard let moved = realloc(start, wanted * MemoryLayout<IndexEntry>.stride) else {
        return false
      }
      start = moved.bindMemory(to: IndexEntry.self, capacity: wanted)
      capacity = wanted
    }
    added.withUnsafeBufferPointer { added in
      guard let start, let source = added.baseAddress else { return }
      (start + count).initialize(from: source, count: added.count)
    }
    count += added.count
    return true
  }

  /// Drops all behind the first `count` entries.
  func truncate(to count: Int) { self.count = min(count, self.count) }
}
