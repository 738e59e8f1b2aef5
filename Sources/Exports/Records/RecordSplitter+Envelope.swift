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
    // What is inside of a wrapper is a record, whose edge says nothing of pages.
    let isObject = contexts[context].isObject
    let (owner, page) = window.withBytes { bytes in
      let value = bytes[member.value..<end]
      let isOwner = names.role(of: bytes[member.name]).contains(.owner)
      let json = JSONText(UnsafeRawBufferPointer(rebasing: value))
      let owner = contexts[context].holder.owner(bytes[member.name], json, isNamed: isOwner)
      let page = isObject ? PageCounts(name: bytes[member.name], value: value) : nil
      return (owner, page)
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
    if let page { contexts[context].page.merge(page) }
  }
}
