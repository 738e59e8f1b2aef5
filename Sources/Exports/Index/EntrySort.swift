/// Sorts entries by recipient, id and place, in the memory that they have.
///
/// An American flag sort (McIlroy, Bostic and McIlroy 1993): entries are counted by one byte of the
/// key, moved to their group in cycles, and each group is sorted by the next byte. Swift's own sort
/// takes half of the memory again.
enum EntrySort {
  private static let keyBytes = 20
  private static let small = 40

  static func sort(_ entries: UnsafeMutableBufferPointer<IndexEntry>) {
    sort(entries, by: 0)
  }

  static func precedes(_ left: IndexEntry, _ right: IndexEntry) -> Bool {
    if left.recipient != right.recipient { return left.recipient < right.recipient }
    if left.id != right.id { return left.id < right.id }
    return left.place < right.place
  }

  private static func byte(_ index: Int, of entry: IndexEntry) -> Int {
    switch index {
    case 0..<4: Int(entry.recipient >> UInt32(8 * (3 - index)) & 0xFF)
    case 4..<12: Int(entry.id >> UInt64(8 * (11 - index)) & 0xFF)
    default: Int(entry.place >> UInt64(8 * (19 - index)) & 0xFF)
    }
  }

  private static func sort(_ entries: UnsafeMutableBufferPointer<IndexEntry>, by index: Int) {
    if entries.count <= small { return insertionSort(entries) }
    guard index < keyBytes else { return }
    withUnsafeTemporaryAllocation(of: Int.self, capacity: 512) { tables in
      let ends = UnsafeMutableBufferPointer(rebasing: tables[..<256])
      let next = UnsafeMutableBufferPointer(rebasing: tables[256...])
      ends.update(repeating: 0)
      for entry in entries { ends[byte(index, of: entry)] += 1 }
      var total = 0
      for value in 0..<256 {
        next[value] = total
        total += ends[value]
        ends[value] = total
      }
      permute(entries, by: index, next: next, ends: ends)
      var start = 0
      for value in 0..<256 {
        let group = start..<ends[value]
        start = ends[value]
        if group.count > 1 {
          sort(UnsafeMutableBufferPointer(rebasing: entries[group]), by: index + 1)
        }
      }
    }
  }

  /// Moves every entry to the group of its byte.
  private static func permute(
    _ entries: UnsafeMutableBufferPointer<IndexEntry>, by index: Int,
    next: UnsafeMutableBufferPointer<Int>, ends: UnsafeMutableBufferPointer<Int>
  ) {
    for value in 0..<256 {
      while next[value] < ends[value] {
        var entry = entries[next[value]]
        var target = byte(index, of: entry)
        while target != value {
          swap(&entry, &entries[next[target]])
          next[target] += 1
          target = byte(index, of: entry)
        }
        entries[next[value]] = entry
        next[value] += 1
      }
    }
  }

  private static func insertionSort(_ entries: UnsafeMutableBufferPointer<IndexEntry>) {
    for end in entries.indices.dropFirst() {
      let entry = entries[end]
      var place = end
      while place > 0, precedes(entry, entries[place - 1]) {
        entries[place] = entries[place - 1]
        place -= 1
      }
      entries[place] = entry
    }
  }
}
