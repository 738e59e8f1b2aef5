import CSimdJSON

/// Cuts JSON text into its values by quotes and brackets alone, without parsing them: the values of
/// a file, the elements of an array, the members of an object.
///
/// What it hands out is not validated; that is the walk's. `RecordWalker.slack` bytes behind the text
/// must be readable.
struct JSONPieces {
  struct Piece: Equatable {
    /// The text of the value, brackets or quotes included.
    var range: Range<Int>
    /// What stands between the quotes of a member's name, still escaped.
    var name: Range<Int>?
    /// The value's first byte, which tells its kind.
    var first: UInt8

    var isObject: Bool { first == UInt8(ascii: "{") }
    var isArray: Bool { first == UInt8(ascii: "[") }
  }

  /// Text that cannot be cut.
  struct Damage: Error, Equatable {
    var offset: Int
    var reason: RecordDamage.Reason
  }

  private enum Form {
    case sequence, elements, members
  }

  private let bytes: UnsafeRawBufferPointer
  private let form: Form
  private let end: Int
  private var position: Int
  private var isFirst = true

  /// The values that stand one after the other in a text.
  init(sequence bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    form = .sequence
    (position, end) = (0, bytes.count)
  }

  /// The elements of an array or the members of an object that is a piece of `bytes`.
  init(of container: Piece, in bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    form = container.isObject ? .members : .elements
    (position, end) = (container.range.lowerBound + 1, container.range.upperBound - 1)
  }

  /// The next value; nil behind the last.
  mutating func next() throws(Damage) -> Piece? {
    skipSpace()
    if position >= end { return nil }
    if form != .sequence, !isFirst {
      try expect(UInt8(ascii: ","))
      skipSpace()
    }
    isFirst = false
    var name: Range<Int>?
    if form == .members {
      guard position < end, bytes[position] == UInt8(ascii: "\"") else { throw damage(.syntax) }
      let key = try value()
      name = (key.lowerBound + 1)..<(key.upperBound - 1)
      skipSpace()
      try expect(UInt8(ascii: ":"))
      skipSpace()
    }
    guard position < end else { throw damage(.syntax) }
    let first = bytes[position]
    return Piece(range: try value(), name: name, first: first)
  }

  /// Takes the value that begins at the current position.
  private mutating func value() throws(Damage) -> Range<Int> {
    let start = position
    switch bytes[start] {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      try skip { tidings_json_value_end($0, $1, $2, 0) }
    case UInt8(ascii: "\""):
      position += 1
      try skip { start, length, _ in tidings_json_string_end(start, length) }
    default:
      while position < end, !isDelimiter(bytes[position]) { position += 1 }
      guard position > start else { throw damage(.syntax) }
    }
    return start..<position
  }

  private mutating func skip(
    _ find: (UnsafePointer<CChar>?, Int, UnsafeMutablePointer<tidings_json_search>) -> Int
  ) throws(Damage) {
    var search = tidings_json_search()
    let start = bytes.baseAddress.map { $0 + position }?.assumingMemoryBound(to: CChar.self)
    let length = find(start, end - position, &search)
    // Not found is SIZE_MAX, which is -1 as a signed number.
    guard length > 0, length <= end - position else { throw damage(.torn) }
    position += length
  }

  private mutating func expect(_ byte: UInt8) throws(Damage) {
    guard position < end, bytes[position] == byte else { throw damage(.syntax) }
    position += 1
  }

  private mutating func skipSpace() {
    while position < end,
      [0x20, 0x0A, 0x0D, 0x09].contains(bytes[position])
    { position += 1 }
  }

  private func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "["),
      UInt8(ascii: "{"), UInt8(ascii: "\""), UInt8(ascii: ":"), 0...0x20:
      true
    default: false
    }
  }

  private func damage(_ reason: RecordDamage.Reason) -> Damage {
    Damage(offset: position, reason: reason)
  }
}

/// Counts lines, for places that come in the order of the text.
struct LineNumbers {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0
  private var line = 1

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The line, from 1, of an offset that is not before the last one asked for.
  mutating func line(at target: Int) -> Int {
    while offset < min(target, bytes.count) {
      if bytes[offset] == 0x0A { line += 1 }
      offset += 1
    }
    return line
  }
}
