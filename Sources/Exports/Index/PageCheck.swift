/// Compares what the pages of an input say with what was found.
struct PageCheck {
  /// What is missing; empty where nothing says so.
  ///
  /// Pages that say the same about the whole belong together; each of them counts on its own.
  static func missing(_ pages: [PageCounts]) -> [Incompleteness] {
    struct Whole: Hashable {
      var totalPages: Int?
      var totalCount: Int?
    }
    var wholes: [Whole] = []
    var members: [Whole: [PageCounts]] = [:]
    for page in pages {
      let whole = Whole(totalPages: page.totalPages, totalCount: page.totalCount)
      if members[whole] == nil { wholes.append(whole) }
      members[whole, default: []].append(page)
    }
    return wholes.compactMap { whole in
      let pages = members[whole] ?? []
      if let total = whole.totalPages {
        return missingPages(pages, of: total)
      }
      if let total = whole.totalCount {
        let found = pages.reduce(0) { $0 &+ $1.records }
        return found < total ? .missingRecords(found: found, expected: total) : nil
      }
      let isLastKnown = pages.contains { $0.isFollowed != true }
      return isLastKnown ? nil : .nextPageMissing
    }
  }

  private static func missingPages(_ pages: [PageCounts], of total: Int) -> Incompleteness? {
    let numbers = Set(pages.compactMap(\.page))
    let found = numbers.isEmpty ? pages.count : numbers.count
    return found < total ? .missingPages(found: found, expected: total) : nil
  }
}
