/// Compares the page counts that an input states with what was found.
struct PageCheck {
  /// How many records in some ranges of the input are copies of others there.
  typealias Copies = ([Range<Int64>]) -> Int

  /// What is missing, and in which source; empty if no page says that anything is.
  ///
  /// Pages that state the same totals belong together, and each set is checked on its own.
  static func missing(
    _ pages: [(source: Int, counts: PageCounts)], copies: Copies = { _ in 0 }
  ) -> [(source: Int, reason: Incompleteness)] {
    struct Whole: Hashable {
      var totalPages: Int?
      var totalCount: Int?
    }
    var wholes: [Whole] = []
    var members: [Whole: (last: Int, pages: [PageCounts])] = [:]
    for (source, page) in pages {
      let whole = Whole(totalPages: page.totalPages, totalCount: page.totalCount)
      if members[whole] == nil { wholes.append(whole) }
      members[whole, default: (source, [])].pages.append(page)
      members[whole]?.last = source
    }
    let partial = pages.compactMap { source, page in
      page.partial.map { (source, Incompleteness.partial(member: $0)) }
    }
    return partial
      + wholes.compactMap { whole in
        guard let (last, pages) = members[whole] else { return nil }
        let reason = lack(
          of: pages, totalPages: whole.totalPages, totalCount: whole.totalCount, copies)
        return reason.map { (last, $0) }
      }
  }

  /// What is missing of the pages that state these totals.
  private static func lack(
    of pages: [PageCounts], totalPages: Int?, totalCount: Int?, _ copies: Copies
  ) -> Incompleteness? {
    if let totalPages, let lack = missingPages(pages, of: totalPages) { return lack }
    if let totalCount { return missingRecords(pages, of: totalCount, copies) }
    if totalPages != nil { return nil }
    let isLastKnown = pages.contains { $0.isFollowed != true }
    return isLastKnown ? nil : .nextPageMissing
  }

  private static func missingPages(_ pages: [PageCounts], of total: Int) -> Incompleteness? {
    let numbers = Set(pages.compactMap(\.page))
    let found = numbers.isEmpty ? pages.count : numbers.count
    return found < total ? .missingPages(found: found, expected: total) : nil
  }

  /// Records that moved from page to page while these were fetched are in two, and others in none.
  private static func missingRecords(
    _ pages: [PageCounts], of total: Int, _ copies: Copies
  ) -> Incompleteness? {
    var found = pages.reduce(0) { $0 &+ $1.records }
    if found >= total, pages.count > 1 { found -= copies(pages.map(\.range)) }
    return found < total ? .missingRecords(found: found, expected: total) : nil
  }
}

extension EntryTable {
  /// How many records in some ranges of the bytes of all inputs are copies of others there, whatever
  /// became of them since: the id, the time and the length are the same.
  ///
  /// It is asked before the entries are sorted, and only of several pages that state a total.
  func copies(in ranges: [Range<Int64>]) -> Int {
    let ranges = ranges.sorted { $0.lowerBound < $1.lowerBound }
    var found: [(hash: Int, location: UInt64)] = []
    for entry in entries {
      guard Self.contain(ranges[...], entry.offset) else { continue }
      var hasher = Hasher()
      hasher.combine(entry.recipient)
      hasher.combine(entry.id)
      hasher.combine(entry.type)
      hasher.combine(entry.time)
      hasher.combine(entry.length)
      found.append((hasher.finalize(), entry.location))
    }
    found.sort { $0 < $1 }
    // A record for several people has several entries.
    var copies = Set<UInt64>()
    for (entry, next) in zip(found, found.dropFirst())
    where entry.hash == next.hash && entry.location != next.location {
      copies.insert(next.location)
    }
    return copies.count
  }

  /// Whether one of sorted ranges contains an offset.
  private static func contain(_ ranges: ArraySlice<Range<Int64>>, _ offset: Int64) -> Bool {
    guard ranges.count > 1 else { return ranges.first?.contains(offset) == true }
    let middle = (ranges.startIndex + ranges.endIndex) / 2
    return contain(
      ranges[middle].lowerBound > offset ? ranges[..<middle] : ranges[middle...], offset)
  }
}
