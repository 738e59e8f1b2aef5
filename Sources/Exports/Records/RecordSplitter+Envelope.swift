import ByteText
import Notifications

/// Objects with records under a name, and facts about them beside.
extension RecordSplitter {
  mutating func envelope() -> Step {
    switch window[cursor] {
    case UInt8(ascii: "}"): end()
    case UInt8(ascii: ","): comma()
    case UInt8(ascii: "{") where contexts.last?.kind == .wrapper:
      // The record, after its name.
      return element(from: cursor, value: cursor)
    case UInt8(ascii: "\""):
      guard let member = member() else { return incomplete() }
      return take(member)
    default: return endDocument()
    }
    return .advanced
  }

  private mutating func take(_ member: ShapeReader.Member) -> Step {
    let opening = window[member.value]
    let isUsual = window.withBytes { names.holdsRecords($0[member.name]) }
    if isUsual, contexts.last?.kind == .envelope, opening == UInt8(ascii: "[") {
      return enter(member, Context(kind: .array), isOwned: false)
    }
    if opening == UInt8(ascii: "{") || opening == UInt8(ascii: "[") {
      guard isForeseeable else { return .needsMore }
      if contexts.last?.kind == .wrapper {
        if opening == UInt8(ascii: "{"), window.withBytes({ EnvelopeNames.wraps($0[member.name]) })
        {
          cursor = member.value
          return .advanced
        }
      } else if let context = context(of: member, isUsual: isUsual) {
        return enter(member, context, isOwned: contexts.last?.holdsOwners == true)
      } else if isUsual,
        window.withBytes({ !ShapeReader(bytes: $0, names: names).isEmpty(at: member.value) })
      {
        unknown += 1
      }
    }
    let end = window.withBytes { ShapeReader(bytes: $0, names: names).end(of: member.value) }
    if let end, end > member.value {
      separate(at: cursor)
      loseIfDamaged(from: cursor, to: end)
      note(member, end: end)
      cursor = end
      return .advanced
    }
    guard opening == UInt8(ascii: "{") || opening == UInt8(ascii: "[") else {
      if window.isAtEnd { return tear() }
      return window.count - cursor > recordLimit ? endDocument() : .needsMore
    }
    if !window.isAtEnd && window.count - cursor < RecordSplitter.probe { return .needsMore }
    separate(at: cursor)
    return passOver(from: member.value)
  }

  /// Reports a member beside the records that is not JSON; only the brackets of a long one are
  /// known.
  private mutating func loseIfDamaged(from start: Int, to end: Int) {
    guard end - start <= RecordSplitter.probe else { return }
    let object = window.withBytes { bytes in
      [UInt8(ascii: "{")] + bytes[start..<end] + [UInt8(ascii: "}")]
        + [UInt8](repeating: 0, count: RecordWalker.slack)
    }
    let damage = object.withUnsafeBytes {
      diagnose(UnsafeRawBufferPointer(rebasing: $0.dropLast(RecordWalker.slack)))
    }
    if let damage { lose(from: start, to: end, .malformed(damage)) }
  }

  /// How a member holds records; nil if it has none, or if only usual names count.
  private func context(of member: ShapeReader.Member, isUsual: Bool) -> Context? {
    guard contexts.count < 2 * ShapeReader.deepest, isUsual || contexts.last?.kind == .container
    else { return nil }
    return window.withBytes { bytes in
      if EnvelopeNames.namesError(bytes[member.name]) { return nil }
      if bytes[member.value] == UInt8(ascii: "{") { return context(of: bytes, at: member.value) }
      return isList(bytes, at: member.value) ? Context(kind: .array) : nil
    }
  }

  /// Collects what a member says about the records: their owner, and how many there should be.
  private mutating func note(_ member: ShapeReader.Member, end: Int) {
    guard let context = contexts.indices.last else { return }
    let (owner, page) = window.withBytes { bytes in
      let value = bytes[member.value..<end]
      let isOwner = names.role(of: bytes[member.name]).contains(.owner)
      let owner = isOwner ? JSONText(UnsafeRawBufferPointer(rebasing: value))?.scalarID : nil
      return (owner, EnvelopeReader.page(name: bytes[member.name], value: value))
    }
    if let owner {
      let before = contexts[context].owner
      contexts[context].owner = owners.count
      contexts[context].isOwnedByKey = false
      // It may name the owner after its records.
      let first = contexts[context].firstSpan
      for index in spans.indices.dropFirst(first)
      where spans[index].owner == before || spans[index].isOwnedByKey {
        spans[index].owner = owners.count
        spans[index].isOwnedByKey = false
      }
      if contexts[context].records > spans.count - first { hasLateOwner = true }
      owners.append(RecipientID(owner))
    }
    contexts[context].page.merge(page)
  }
}

/// Reads the few values of an envelope.
enum EnvelopeReader {
  /// What one member says, or an object such as `meta` whose members do.
  static func page(
    name: Slice<UnsafeRawBufferPointer>, value: Slice<UnsafeRawBufferPointer>
  ) -> PageCounts {
    var counts = PageCounts()
    guard let json = JSONText(UnsafeRawBufferPointer(rebasing: value)) else { return counts }
    if json.kind == .object {
      guard containers.contains(where: { FieldNames.match(name, $0.utf8) }) else { return counts }
      let isLinks = linkContainers.contains { FieldNames.match(name, $0.utf8) }
      for part in json.parts {
        counts.note(part.name, part.value)
        if isLinks { counts.noteLink(part.name, part.value) }
      }
    } else {
      counts.note(UnsafeRawBufferPointer(rebasing: name), json)
    }
    return counts
  }

  private static let containers =
    ["meta", "page", "pagination", "paging", "page_info", "response_metadata"] + linkContainers

  /// What holds the addresses of other pages: JSON:API, HAL, the Graph API.
  private static let linkContainers = ["links", "_links", "paging", "pagination", "meta"]
}

extension PageCounts {
  fileprivate mutating func note(_ name: UnsafeRawBufferPointer, _ value: JSONText) {
    func match(_ names: String...) -> Bool { names.contains { FieldNames.match(name, $0.utf8) } }
    let number = value.kind == .number ? value.text.flatMap(Int.init) : nil
    if match("total_pages", "page_count") {
      totalPages = number
    } else if match("total_count", "total") {
      totalCount = number
    } else if match("page", "current_page") {
      page = number
    } else if match("has_next_page", "has_next", "has_more", "more", "truncated", "is_truncated") {
      hasNextPage = value.kind == .bool ? value.text == "true" : nil
    } else if match("is_last", "is_last_page") {
      hasNextPage = value.kind == .bool ? value.text == "false" : nil
    } else if match(
      "next_page_token", "next_token", "next_cursor", "next_page_url", "next_url", "next_link",
      "@odata.nextLink", "continuation_token", "next_continuation_token")
    {
      // Names of links that are null, empty or absent on the last page. `cursor` is not among them:
      // it tells where a page ended, on the last page too.
      namesNextPage = namesNextPage || Self.isPlace(value)
    } else if match("offset") {
      // Airtable's place of the next page; elsewhere it is the place of this one.
      namesNextPage = namesNextPage || value.text?.hasPrefix("itr") == true
    } else if match("next") {
      // As Django REST framework names it beside its records, an address or null.
      namesNextPage = namesNextPage || Self.isAddress(value)
    }
  }

  /// Collects a link named `next`: an address, or an object with one.
  fileprivate mutating func noteLink(_ name: UnsafeRawBufferPointer, _ value: JSONText) {
    guard FieldNames.match(name, "next".utf8) else { return }
    let isLink = value.kind == .object
    let href = isLink ? value.parts.first { FieldNames.match($0.name, "href".utf8) }?.value : value
    namesNextPage = namesNextPage || href.map(Self.isPlace) ?? false
  }

  private static func isPlace(_ value: JSONText) -> Bool {
    value.scalarID?.isEmpty == false
  }

  private static func isAddress(_ value: JSONText) -> Bool {
    guard value.kind == .string, let text = value.text else { return false }
    return text.hasPrefix("http://") || text.hasPrefix("https://")
  }

  mutating func merge(_ other: PageCounts) {
    page = other.page ?? page
    totalPages = other.totalPages ?? totalPages
    totalCount = other.totalCount ?? totalCount
    hasNextPage = other.hasNextPage ?? hasNextPage
    namesNextPage = namesNextPage || other.namesNextPage
  }
}
