import ByteText

/// Reads the members of an object without a walk, as far as its bytes are present: they may be
/// damaged or truncated.
struct ShapeReader {
  let bytes: UnsafeRawBufferPointer
  let names: EnvelopeNames
  /// Results for the objects inside the one whose shape is asked for.
  var memory: ShapeMemory?

  struct Member {
    /// Between the quotes.
    var name: Range<Int>
    var value: Int
  }

  /// The member after a bracket or comma; nil at the object's end, at the end of the bytes, and if
  /// there is none.
  func nextMember(from start: Int) -> Member? {
    var cursor = skippingSpace(start)
    // Of several, all but one are reported where records are split.
    while cursor < bytes.count, bytes[cursor] == UInt8(ascii: ",") {
      cursor = skippingSpace(cursor + 1)
    }
    guard cursor < bytes.count, bytes[cursor] == UInt8(ascii: "\"") else { return nil }
    let name = cursor + 1
    guard let nameEnd = stringEnd(from: name) else { return nil }
    cursor = skippingSpace(nameEnd)
    guard cursor < bytes.count, bytes[cursor] == UInt8(ascii: ":") else { return nil }
    cursor = skippingSpace(cursor + 1)
    guard cursor < bytes.count else { return nil }
    return Member(name: name..<(nameEnd - 1), value: cursor)
  }

  /// The end of the value that begins at `start`; nil if the bytes end before it.
  func end(of start: Int) -> Int? {
    switch bytes[start] {
    case UInt8(ascii: "\""): return stringEnd(from: start + 1)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      switch ValueSearch().end(in: bytes, from: start, isStrict: false) {
      case .ended(let end): return end
      case .open, .damaged: return nil
      }
    default:
      var cursor = start
      while cursor < bytes.count, !JSONScanner.endsScalar(bytes[cursor]) { cursor += 1 }
      return cursor < bytes.count ? cursor : nil
    }
  }

  /// The offset after the closing quote of the string whose text begins at `start`.
  func stringEnd(from start: Int) -> Int? {
    JSONScanner.stringEnd(in: bytes, from: start, to: bytes.count)
  }

  func skippingSpace(_ start: Int) -> Int { Self.skippingSpace(bytes, from: start) }

  /// The offset of the first byte from `start` on that is not white space.
  static func skippingSpace(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var cursor = start
    // Most bytes are none, which needs no call.
    while cursor < bytes.count, bytes[cursor] <= 0x20, JSONScanner.isSpace(bytes[cursor]) {
      cursor += 1
    }
    return cursor
  }

  // MARK: The search for records inside an object that is not one
  //
  // A rejected record must not be taken apart: an object with most of a record's fields is one,
  // whatever it contains.

  /// Whether bytes are a record, with its own id or with a key.
  typealias Judge = (_ bytes: UnsafeRawBufferPointer, _ isKeyed: Bool) -> Bool

  /// The depth of the search.
  static let deepest = 8
  /// The number of members or elements that are examined for a record.
  private static let sample = 8

  private struct Members {
    var roles: RecordRoles = []
    var objects: [Member] = []
    var arrays: [Member] = []
    var others = 0
    /// A list under one of the usual names.
    var list: Member?
    /// An object under one of the usual names that holds records, or nothing at all.
    var inner: Member?
  }

  /// The shape of the object whose opening bracket is at `start`.
  func shape(at start: Int, judge: Judge) -> ObjectShape {
    var reader = self
    reader.memory = ShapeMemory()
    return reader.shape(at: start, depth: 0, judge: judge)
  }

  /// Several questions lead to the same object on every level, so it is examined once.
  private func shape(at start: Int, depth: Int, judge: Judge) -> ObjectShape {
    if let known = memory?.shapes[start] { return known }
    let shape = newShape(at: start, depth: depth, judge: judge)
    memory?.shapes[start] = shape
    return shape
  }

  private func newShape(at start: Int, depth: Int, judge: Judge) -> ObjectShape {
    let members = members(at: start, depth: depth, judge)
    if members.list != nil || members.inner != nil {
      return isRecord(members) ? .record : .envelope
    }
    if members.roles.areOfRecord, !isHit(members) { return .record }
    if let shape = keyed(members, depth: depth, judge) { return shape }
    let wrapped = members.objects.first { EnvelopeNames.wraps(bytes[$0.name]) }
    if let wrapped, members.roles.isEmpty || isRecord(at: wrapped.value, isKeyed: false, judge) {
      return .wrapper
    }
    let holdsMore = holdsRecords(members, depth: depth, judge)
    return holdsMore ? isByOwner(members) ? .lists : .container : .record
  }

  /// Whether the object has only lists, whose names look like ids, or are keys to a profile.
  private func isByOwner(_ members: Members) -> Bool {
    members.others == 0 && members.objects.isEmpty
      && (names.areKeys || members.arrays.allSatisfy { EnvelopeNames.isOwner(bytes[$0.name]) })
  }

  /// Whether the array whose opening bracket is at `start` has records among its first elements.
  func isList(at start: Int, judge: Judge) -> Bool {
    var reader = self
    reader.memory = ShapeMemory()
    return reader.isList(at: start, depth: 0, judge: judge)
  }

  private func isList(at start: Int, depth: Int, judge: Judge) -> Bool {
    var cursor = skippingSpace(start + 1)
    for _ in 0..<Self.sample {
      guard cursor < bytes.count, let end = end(of: cursor), end > cursor else { return false }
      if bytes[cursor] == UInt8(ascii: "{") {
        if isRecord(at: cursor, isKeyed: false, judge) { return true }
        if depth < Self.deepest, shape(at: cursor, depth: depth + 1, judge: judge) != .record {
          return true
        }
      }
      cursor = skippingSpace(end)
      guard cursor < bytes.count, bytes[cursor] == UInt8(ascii: ",") else { return false }
      cursor = skippingSpace(cursor + 1)
    }
    return false
  }

  /// Whether the object or array that begins at `start` holds nothing.
  func isEmpty(at start: Int) -> Bool {
    let next = skippingSpace(start + 1)
    return next < bytes.count && bytes[next] == bytes[start] + 2
  }

  private func members(at start: Int, depth: Int, _ judge: Judge) -> Members {
    var members = Members()
    var cursor = start + 1
    while let member = nextMember(from: cursor) {
      members.roles.formUnion(names.role(of: bytes[member.name]))
      let isUsual = names.holdsRecords(bytes[member.name])
      switch bytes[member.value] {
      case UInt8(ascii: "["):
        members.arrays.append(member)
        let first = skippingSpace(member.value + 1)
        if isUsual, first == bytes.count || "{[]".utf8.contains(bytes[first]) {
          members.list = members.list ?? member
        }
      case UInt8(ascii: "{"):
        members.objects.append(member)
        if isUsual, members.inner == nil, depth < Self.deepest,
          isEmpty(at: member.value)
            || shape(at: member.value, depth: depth + 1, judge: judge) != .record
        {
          members.inner = member
        }
      default: members.others += 1
      }
      guard let end = end(of: member.value) else { break }
      cursor = end
    }
    return members
  }

  /// Whether the object at the start has only scalars, none of which is an id, a time or a message.
  var isHeader: Bool {
    var cursor = 1
    while let member = nextMember(from: cursor), let end = end(of: member.value) {
      let name = bytes[member.name]
      let isNested = "{[".utf8.contains(bytes[member.value])
      let isMessage = FieldNames.match(name, "message".utf8)
      guard !isNested, !isMessage, names.role(of: name).isDisjoint(with: [.id, .time]) else {
        return false
      }
      cursor = end
    }
    return cursor > 1
  }

  /// The roles of a record that the object whose opening bracket is at `start` has.
  func roles(at start: Int) -> RecordRoles {
    var roles: RecordRoles = []
    var cursor = start + 1
    while let member = nextMember(from: cursor) {
      roles.formUnion(names.role(of: bytes[member.name]))
      guard let end = end(of: member.value) else { break }
      cursor = end
    }
    return roles
  }

  private func isRecord(_ members: Members) -> Bool {
    if let inner = members.inner, members.list == nil, isEmpty(at: inner.value) {
      return !members.roles.subtracting(.owner).isEmpty
    }
    return members.roles.areOfRecord
  }

  /// Whether this is a hit of a search engine, with its own `_id` and `_type` beside the record.
  private func isHit(_ members: Members) -> Bool {
    members.roles.isSubset(of: [.id, .type])
      && members.objects.contains { bytes[$0.name].elementsEqual("_source".utf8) }
  }

  /// The shape of objects by their keys.
  private func keyed(_ members: Members, depth: Int, _ judge: Judge) -> ObjectShape? {
    guard members.others == 0, members.arrays.isEmpty else { return nil }
    let first = members.objects.prefix(Self.sample)
    if members.objects.count == 1, let only = first.first {
      let name = bytes[only.name]
      if EnvelopeNames.namesError(name) { return .record }
      if EnvelopeNames.wraps(name), isRecord(at: only.value, isKeyed: false, judge) {
        return .wrapper
      }
    }
    if first.contains(where: { isRecord(at: $0.value, isKeyed: true, judge) }) {
      return .keyed(levels: 0)
    }
    guard depth < Self.deepest else { return nil }
    for member in first {
      if case .keyed(let levels) = shape(at: member.value, depth: depth + 1, judge: judge) {
        return .keyed(levels: levels + 1)
      }
    }
    return nil
  }

  private func holdsRecords(_ members: Members, depth: Int, _ judge: Judge) -> Bool {
    guard depth < Self.deepest else { return false }
    let isKnown = { (member: Member) in !EnvelopeNames.namesError(bytes[member.name]) }
    return members.arrays.filter(isKnown).contains {
      isList(at: $0.value, depth: depth + 1, judge: judge)
    }
      || members.objects.filter(isKnown).contains {
        shape(at: $0.value, depth: depth + 1, judge: judge) != .record
      }
  }

  private func isRecord(at start: Int, isKeyed: Bool, _ judge: Judge) -> Bool {
    guard bytes[start] == UInt8(ascii: "{"), let end = end(of: start) else { return false }
    return judge(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), isKeyed)
  }
}

final class ShapeMemory { var shapes: [Int: ObjectShape] = [:] }
