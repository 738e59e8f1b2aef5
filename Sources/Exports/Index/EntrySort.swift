/// Sorts entries by recipient, id and place, in the memory that they have.
///
/// An American flag sort (McIlroy, Bostic and McIlroy 1993): entries are counted by one byte of the
/// key, moved to their group in cycles, and each group is sorted by the next byte. Swift's own sort
/// takes half of the memory again.
///
/// The first groups are as many recipients each: those that the caches hold, and that are sorted by
/// several workers at once.
enum EntrySort {
  private static let keyBytes = 16
  private static let small = 40
  private static let groups = 256

  /// Sorts a table whose entries have recipients before `recipients`.
  static func sort(_ table: EntryTable, recipients: Int, jobs: Int) async {
    let factor = UInt64(groups) << 32 / UInt64(max(recipients, groups))
    let ends = partition(table.entries) { Int(UInt64($0.recipient) &* factor >> 32) }
    let shares = shares(ends, jobs: jobs)
    // What all recipients of a group have in common is not looked at.
    let first = UInt32(max(recipients - 1, 1)).leadingZeroBitCount / 8
    await withTaskGroup(of: Void.self) { tasks in
      for share in shares {
        tasks.addTask {
          for group in share {
            let start = group == 0 ? 0 : ends[group - 1]
            sort(
              UnsafeMutableBufferPointer(rebasing: table.entries[start..<ends[group]]), by: first)
          }
        }
      }
    }
  }

  /// Cuts the groups into runs of about as many entries, one for each worker.
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
    return left.place < right.place
  }

  private static func byte(_ index: Int, of entry: IndexEntry) -> Int {
    switch index {
    case 0..<4: Int(entry.recipient >> UInt32(8 * (3 - index)) & 0xFF)
    case 4..<8: Int(entry.id >> UInt32(8 * (7 - index)) & 0xFF)
    default: Int(entry.place >> UInt64(8 * (15 - index)) & 0xFF)
    }
  }

  private static func sort(_ entries: UnsafeMutableBufferPointer<IndexEntry>, by index: Int) {
    if entries.count <= small { return insertionSort(entries) }
    guard index < keyBytes else { return }
    let ends = partition(entries) { byte(index, of: $0) }
    var start = 0
    for end in ends {
      if end - start > 1 {
        sort(UnsafeMutableBufferPointer(rebasing: entries[start..<end]), by: index + 1)
      }
      start = end
    }
  }

  /// Moves every entry to its group; answers where each of the groups ends.
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
