import CSimdJSON

/// What an object that is no record holds.
enum ObjectShape: Equatable {
  /// Records, or nothing that we know.
  case record
  /// An array or object of records under one of the usual names, as pages of an API do.
  case envelope
  /// Objects only: records by their ids, where the first one is a record.
  case keyed
}

/// Names under which envelopes hold what we look for.
struct EnvelopeNames: Sendable {
  /// Under which lists of records stand.
  let records: [String]
  private let owners: [String]

  /// The usual names, and those of the profiles.
  init(_ profiles: [Profile]) {
    let usual = ["data", "notifications", "items", "results", "records"]
    records = usual + profiles.flatMap { $0.records.paths.flatMap(\.segments) }
    let paths = profiles.flatMap { $0.fields[.recipient] ?? [] }
    owners =
      ["recipient", "recipient_id", "user_id"]
      + paths.compactMap { $0.segments.count == 1 ? $0.segments[0] : nil }
  }

  func holdsRecords(_ name: Slice<UnsafeRawBufferPointer>) -> Bool {
    records.contains { FieldNames.match(name, $0.utf8) }
  }

  func namesOwner(_ name: Slice<UnsafeRawBufferPointer>) -> Bool {
    owners.contains { FieldNames.match(name, $0.utf8) }
  }
}

/// Looks at the members of an object, as far as its bytes are there, without a walk: the bytes may
/// be damaged or cut.
struct ShapeReader {
  let bytes: UnsafeRawBufferPointer
  let names: EnvelopeNames

  private static let deepest = 3

  /// The shape of the object whose opening bracket stands at `start`.
  func shape(at start: Int, depth: Int = 0) -> ObjectShape {
    var cursor = start + 1
    var (objects, others) = (0, 0)
    while let member = nextMember(from: cursor) {
      let opening = bytes[member.value]
      if opening == UInt8(ascii: "["), names.holdsRecords(bytes[member.name]) {
        let first = skippingSpace(member.value + 1)
        if first == bytes.count || "{[]".utf8.contains(bytes[first]) { return .envelope }
      }
      if opening == UInt8(ascii: "{") {
        if names.holdsRecords(bytes[member.name]), depth < Self.deepest,
          shape(at: member.value, depth: depth + 1) != .record
        {
          return .envelope
        }
      }
      guard let end = end(of: member.value) else { break }
      if opening == UInt8(ascii: "{") { objects += 1 } else { others += 1 }
      cursor = end
    }
    return objects > 0 && others == 0 ? .keyed : .record
  }

  /// The bytes of the first member's value, in the object whose opening bracket stands at `start`;
  /// nil where they end before it.
  func firstValue(at start: Int) -> UnsafeRawBufferPointer? {
    guard let member = nextMember(from: start + 1), let end = end(of: member.value) else {
      return nil
    }
    return UnsafeRawBufferPointer(rebasing: bytes[member.value..<end])
  }

  struct Member {
    /// Between the quotes.
    var name: Range<Int>
    var value: Int
  }

  /// The member that begins behind a bracket or comma; nil at the object's end, at that of the bytes
  /// and where there is none.
  func nextMember(from start: Int) -> Member? {
    var cursor = skippingSpace(start)
    if cursor < bytes.count, bytes[cursor] == UInt8(ascii: ",") {
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

  /// Where the value that begins at `start` ends; nil where the bytes end before it.
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
      while cursor < bytes.count, !ShapeReader.endsScalar(bytes[cursor]) { cursor += 1 }
      return cursor < bytes.count ? cursor : nil
    }
  }

  /// The offset behind the quote that closes the string whose text begins at `start`.
  func stringEnd(from start: Int) -> Int? {
    guard start < bytes.count, let base = bytes.baseAddress else { return nil }
    let text = (base + start).assumingMemoryBound(to: CChar.self)
    // Whatever is no offset is negative here.
    let end = tidings_json_string_end(text, bytes.count - start)
    return end > 0 ? start + end : nil
  }

  func skippingSpace(_ start: Int) -> Int {
    var cursor = start
    while cursor < bytes.count, ShapeReader.isSpace(bytes[cursor]) { cursor += 1 }
    return cursor
  }

  /// The four characters that RFC 8259 section 2 calls whitespace.
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Whether a number or literal ends before this byte.
  static func endsScalar(_ byte: UInt8) -> Bool {
    isSpace(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]")
      || byte == UInt8(ascii: "}") || byte == UInt8(ascii: ":")
  }
}
