import ByteText

/// What an object around records says of how many there are, and of other pages.
struct PageCounts: Equatable, Sendable {
  var page: Int?
  var totalPages: Int?
  var totalCount: Int?
  /// Of all records, or of those of this page.
  private var count: Int?
  var hasNextPage: Bool?
  /// Whether it names the next page, as every page but the last does.
  var namesNextPage = false
  /// The member that says that a part of the answer is missing.
  var partial: String?
  /// The number of its records.
  private(set) var records = 0
  /// Its bytes in the input.
  var range: Range<Int64> = 0..<0

  var saysNothing: Bool {
    totalPages == nil && totalCount == nil && hasNextPage == nil && !namesNextPage && partial == nil
  }

  /// Whether it tells only that it is a page, and perhaps the last.
  var isPlain: Bool { saysNothing && page == nil }

  /// Whether another page follows; nil if nothing tells. A page without records that names a next
  /// one is the last: there was nothing left.
  var isFollowed: Bool? { hasNextPage ?? (namesNextPage ? records > 0 : nil) }

  /// Takes the number of records; a count of more than these is that of all.
  mutating func settle(records: Int) {
    self.records = records
    if let count, count > records, totalCount == nil { totalCount = count }
    count = nil
  }

  func moved(by start: Int64) -> PageCounts {
    var page = self
    page.range = range.lowerBound + start..<range.upperBound + start
    return page
  }

  mutating func merge(_ other: PageCounts) {
    page = other.page ?? page
    totalPages = other.totalPages ?? totalPages
    totalCount = other.totalCount ?? totalCount
    count = other.count ?? count
    hasNextPage = other.hasNextPage ?? hasNextPage
    namesNextPage = namesNextPage || other.namesNextPage
    partial = partial ?? other.partial
  }
}

extension [PageCounts] {
  /// Adds a page; one page without facts is enough, since it may be the last of those that name the
  /// next.
  mutating func note(_ page: PageCounts) {
    if page.isPlain, last?.isPlain == true { return }
    append(page)
  }
}

// MARK: The names that say it

extension PageCounts {
  private enum Meaning {
    case page, totalPages, totalCount, count
    /// Yes or no: another page follows, or none does.
    case followed, last
    /// The place of the next page: null, empty or absent on the last one. `cursor` is none: it tells where
    /// a page ended, on the last page too.
    case next
    /// The same where it is an address, as other things have the name too.
    case nextAddress
    /// Airtable's place of the next page; elsewhere it is the place of this one.
    case offset
    /// A part is missing if it is yes, more than 0, or a list or object that holds something.
    case partial
  }

  private static let meanings: [(meaning: Meaning, names: [String])] = [
    (.totalPages, ["total_pages", "page_count", "pages", "num_pages", "last_page"]),
    (
      .totalCount,
      [
        "total_count", "total", "total_results", "total_items", "total_size", "total_records",
        "total_elements", "num_found", "@odata.count", "hydra:totalItems",
      ]
    ),
    (.count, ["count"]), (.page, ["page", "current_page"]),
    (
      .followed,
      ["has_next_page", "has_next", "has_more", "more", "truncated", "is_truncated"]
    ),
    (.last, ["is_last", "is_last_page"]),
    (
      .next,
      [
        "next_page", "next_page_token", "next_token", "next_cursor", "next_page_url", "next_url",
        "next_link", "@odata.nextLink", "continuation", "continuation_token",
        "next_continuation_token", "next_records_url", "last_evaluated_key", "hydra:next",
      ]
    ),
    (.nextAddress, ["next"]), (.offset, ["offset"]),
    (.partial, ["errors", "timed_out", "incomplete_results"]),
  ]

  /// Objects beside the records that hold such members.
  private static let containers =
    ["meta", "page", "pagination", "paging", "page_info", "response_metadata"] + linkContainers

  /// What holds the addresses of other pages: JSON:API, HAL, the Graph API, Hydra.
  private static let linkContainers = [
    "links", "_links", "paging", "pagination", "meta", "view", "hydra:view",
  ]

  /// What one member says, or an object such as `meta` whose members do, also `meta.pagination`.
  init?(name: Slice<UnsafeRawBufferPointer>, value: Slice<UnsafeRawBufferPointer>) {
    guard let json = JSONText(UnsafeRawBufferPointer(rebasing: value)) else { return nil }
    read(UnsafeRawBufferPointer(rebasing: name), json, depth: 0)
  }

  private mutating func read(_ name: UnsafeRawBufferPointer, _ value: JSONText, depth: Int) {
    note(name, value)
    guard value.kind == .object, depth < 2 else { return }
    func isIn(_ names: [String]) -> Bool { names.contains { FieldNames.match(name, $0.utf8) } }
    // Elasticsearch counts the parts of its index that did not answer.
    if isIn(["_shards"]), value.member("failed").flatMap(Self.number) ?? 0 > 0 {
      partial = "_shards.failed"
    }
    guard isIn(Self.containers) else { return }
    let isLinks = isIn(Self.linkContainers)
    for part in value.parts {
      read(part.name, part.value, depth: depth + 1)
      if isLinks, FieldNames.match(part.name, "next".utf8) { noteLink(part.value) }
    }
  }

  private mutating func note(_ name: UnsafeRawBufferPointer, _ value: JSONText) {
    let row = Self.meanings.first { row in
      row.names.contains { FieldNames.match(name, $0.utf8) }
    }
    let yes = value.kind == .bool ? value.text == "true" : nil
    switch row?.meaning {
    case .page: page = Self.number(value) ?? page
    case .totalPages: totalPages = Self.number(value) ?? totalPages
    case .totalCount: totalCount = Self.number(value) ?? totalCount
    case .count: count = Self.number(value) ?? count
    case .followed: hasNextPage = yes ?? hasNextPage
    case .last: hasNextPage = yes.map { !$0 } ?? hasNextPage
    case .next: namesNextPage = namesNextPage || Self.isPlace(value)
    case .nextAddress: namesNextPage = namesNextPage || Self.isAddress(value)
    case .offset: namesNextPage = namesNextPage || value.text?.hasPrefix("itr") == true
    case .partial:
      let holds = value.kind == .array || value.kind == .object ? value.first != nil : yes
      if holds == true { partial = String(decoding: name, as: UTF8.self) }
    case nil: break
    }
  }

  /// A number, alone or as Elasticsearch has it: `{"value": 300, "relation": "eq"}`.
  private static func number(_ value: JSONText) -> Int? {
    let number = value.kind == .object ? value.member("value") : value
    return number?.kind == .number ? number?.text.flatMap { Int($0) } : nil
  }

  /// Collects a link named `next`: an address, or an object with one.
  private mutating func noteLink(_ value: JSONText) {
    let href = value.kind == .object ? value.member("href") : nil
    namesNextPage = namesNextPage || Self.isPlace(href ?? value)
  }

  /// Whether it names a page: a text or number, or an object with one.
  private static func isPlace(_ value: JSONText) -> Bool {
    value.kind == .object ? value.first != nil : value.scalarID?.isEmpty == false
  }

  private static func isAddress(_ value: JSONText) -> Bool {
    guard value.kind == .string, let text = value.text else { return false }
    return ["http://", "https://", "/", "?"].contains(where: text.hasPrefix)
  }
}
