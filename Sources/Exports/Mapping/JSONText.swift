/// A value inside raw JSON that a walk has validated: an element of a list of thumbnails, a member
/// of `{"$date": …}`.
///
/// Records are read by the walk alone; this reads the few small objects and lists that it hands over
/// whole. Text that is no JSON after all ends a list early and never traps.
struct JSONText {
  enum Kind {
    case null, bool, number, string, object, array
  }

  let kind: Kind
  /// The raw text; of a string what stands between its quotes, still escaped.
  let bytes: UnsafeRawBufferPointer

  /// The one value that `raw` holds, nil where it begins like none.
  init?(_ raw: UnsafeRawBufferPointer) {
    var parts = JSONParts(raw)
    guard let value = parts.value() else { return nil }
    self = value
  }

  init(kind: Kind, bytes: UnsafeRawBufferPointer) {
    self.kind = kind
    self.bytes = bytes
  }

  /// A string unescaped, anything else but null as it is written.
  var text: String? {
    switch kind {
    case .null: nil
    case .string: JSONEscapes.unescaped(bytes)
    case .bool, .number, .object, .array: String(decoding: bytes, as: UTF8.self)
    }
  }

  /// The elements of an array, or the members of an object with their names as they are written;
  /// empty for anything else.
  var parts: JSONParts {
    switch kind {
    case .object, .array:
      JSONParts(
        UnsafeRawBufferPointer(rebasing: bytes.dropFirst().dropLast()), named: kind == .object)
    case .null, .bool, .number, .string: .none
    }
  }

  /// The last member of that name, whatever the case and underscores of names; nil where there is
  /// none, or no object.
  func member(_ name: String) -> JSONText? {
    var found: JSONText?
    for part in parts where FieldNames.match(part.name, name) { found = part.value }
    return found
  }
}

/// The parts of a list or object, read one after the other.
struct JSONParts: Sequence, IteratorProtocol {
  private let bytes: UnsafeRawBufferPointer
  private let isNamed: Bool
  private var position = 0

  static var none: JSONParts { JSONParts(UnsafeRawBufferPointer(start: nil, count: 0)) }

  init(_ bytes: UnsafeRawBufferPointer, named: Bool = false) {
    self.bytes = bytes
    isNamed = named
  }

  /// The next part; the name of a list's element is empty.
  mutating func next() -> (name: UnsafeRawBufferPointer, value: JSONText)? {
    skipSpace(and: UInt8(ascii: ","))
    var name = UnsafeRawBufferPointer(start: nil, count: 0)
    if isNamed {
      guard let key = value(), key.kind == .string else { return nil }
      name = key.bytes
      skipSpace(and: UInt8(ascii: ":"))
    }
    guard let value = value() else { return nil }
    return (name, value)
  }

  /// Takes the value at the current position.
  mutating func value() -> JSONText? {
    skipSpace(and: 0x20)
    guard position < bytes.count else { return nil }
    let start = position
    switch bytes[position] {
    case UInt8(ascii: "\""):
      skipString()
      return part(.string, start + 1, Swift.max(start + 1, position - 1))
    case UInt8(ascii: "{"):
      skipContainer()
      return part(.object, start, position)
    case UInt8(ascii: "["):
      skipContainer()
      return part(.array, start, position)
    case UInt8(ascii: "n"): return scalar(.null)
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return scalar(.bool)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return scalar(.number)
    default: return nil
    }
  }

  private func part(_ kind: JSONText.Kind, _ start: Int, _ end: Int) -> JSONText {
    JSONText(kind: kind, bytes: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
  }

  private mutating func scalar(_ kind: JSONText.Kind) -> JSONText {
    let start = position
    while position < bytes.count, !isDelimiter(bytes[position]) { position += 1 }
    return part(kind, start, position)
  }

  private func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"), 0...0x20: true
    default: false
    }
  }

  private mutating func skipSpace(and separator: UInt8) {
    while position < bytes.count, bytes[position] <= 0x20 || bytes[position] == separator {
      position += 1
    }
  }

  private mutating func skipString() {
    position += 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    position = Swift.min(position + 1, bytes.count)
  }

  private mutating func skipContainer() {
    var depth = 0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        skipString()
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      position += 1
      if depth == 0 { return }
    }
  }
}
