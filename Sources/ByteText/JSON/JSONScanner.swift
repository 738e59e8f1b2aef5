import CByteWord

/// Cuts JSON text into its values by quotes and brackets alone, without parsing them: the values of
/// a text, the elements of an array, the members of an object.
///
/// What it hands out is not validated; a walk over records does that.
package struct JSONScanner {
  package struct Piece: Equatable {
    /// The text of the value, brackets or quotes included.
    package var range: Range<Int>
    /// What stands between the quotes of a member's name, still escaped.
    package var name: Range<Int>?
    /// The value's first byte, which tells its kind.
    package var first: UInt8

    package var isObject: Bool { first == UInt8(ascii: "{") }
    package var isArray: Bool { first == UInt8(ascii: "[") }
  }

  private enum Form { case sequence, elements, members }

  private let bytes: UnsafeRawBufferPointer
  private let form: Form
  private let end: Int
  private var position: Int
  private var isFirst = true

  /// The values that stand one after the other in a text.
  package init(sequence bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    form = .sequence
    (position, end) = (0, bytes.count)
  }

  /// The elements of an array or the members of an object that is a piece of `bytes`.
  package init(of container: Piece, in bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    form = container.isObject ? .members : .elements
    (position, end) = (container.range.lowerBound + 1, container.range.upperBound - 1)
  }

  /// The next value; nil behind the last. Throws with the line where the text cannot be cut.
  package mutating func next() throws(Fault) -> Piece? {
    skipSpace()
    if position >= end { return nil }
    if form != .sequence, !isFirst {
      try expect(UInt8(ascii: ","))
      skipSpace()
    }
    isFirst = false
    var name: Range<Int>?
    if form == .members {
      guard position < end, bytes[position] == UInt8(ascii: "\"") else { throw damage }
      let key = try value()
      name = (key.lowerBound + 1)..<(key.upperBound - 1)
      skipSpace()
      try expect(UInt8(ascii: ":"))
      skipSpace()
    }
    guard position < end else { throw damage }
    let first = bytes[position]
    return Piece(range: try value(), name: name, first: first)
  }

  /// Takes the value that begins at the current position.
  private mutating func value() throws(Fault) -> Range<Int> {
    let start = position
    switch bytes[start] {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard let end = Self.containerEnd(in: bytes, from: start, to: end) else { throw damage }
      position = end
    case UInt8(ascii: "\""):
      position += 1
      guard let end = Self.stringEnd(in: bytes, from: position, to: end) else { throw damage }
      position = end
    default:
      while position < end, !Self.isDelimiter(bytes[position]) { position += 1 }
      guard position > start else { throw damage }
    }
    return start..<position
  }

  private mutating func expect(_ byte: UInt8) throws(Fault) {
    guard position < end, bytes[position] == byte else { throw damage }
    position += 1
  }

  private mutating func skipSpace() {
    while position < end, Self.isSpace(bytes[position]) { position += 1 }
  }

  /// Goes on behind the line where the text could not be cut; false where a bracket is open there.
  package mutating func skipLine() -> Bool {
    guard position < end, !"{[".utf8.contains(bytes[position]) else { return false }
    while position < end, bytes[position] != UInt8(ascii: "\n") { position += 1 }
    return true
  }

  private var damage: Fault { .damaged(line: LineCounter.line(in: bytes.bytes, at: position)) }

  // MARK: Bytes

  /// The four characters that RFC 8259 section 2 calls whitespace.
  @inlinable @inline(__always)
  package static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Whether a number or literal ends before this byte.
  @inlinable @inline(__always)
  package static func endsScalar(_ byte: UInt8) -> Bool {
    isSpace(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]")
      || byte == UInt8(ascii: "}") || byte == UInt8(ascii: ":")
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    endsScalar(byte) || byte < 0x20 || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{")
      || byte == UInt8(ascii: "\"")
  }

  /// The offset behind the quote that closes the string whose text begins at `start`; nil where none
  /// does before `limit`.
  package static func stringEnd(
    in bytes: UnsafeRawBufferPointer, from start: Int, to limit: Int
  ) -> Int? {
    var index = start
    while index < limit {
      if index + 8 <= limit {
        let word = ByteWord(bytes.baseAddress, at: index)
        let marks = word.marks(UInt8(ascii: "\"")) | word.marks(UInt8(ascii: "\\"))
        index += ByteWord.first(marks)
        if marks == 0 { continue }
      }
      switch bytes[index] {
      case UInt8(ascii: "\""): return index + 1
      case UInt8(ascii: "\\"): index += 2
      default: index += 1
      }
    }
    return nil
  }

  /// The offset behind the bracket that closes the one at `start`; nil where none does before `limit`.
  private static func containerEnd(
    in bytes: UnsafeRawBufferPointer, from start: Int, to limit: Int
  ) -> Int? {
    var index = start
    var depth = 0
    while index < limit {
      if index + 8 <= limit {
        let word = ByteWord(bytes.baseAddress, at: index)
        // `[` and `{`, `]` and `}` differ in one bit.
        let brackets =
          word.marks(UInt8(ascii: "{"), either: 0x20) | word.marks(UInt8(ascii: "}"), either: 0x20)
        let marks = brackets | word.marks(UInt8(ascii: "\"")) | word.marks(UInt8(ascii: "\\"))
        index += ByteWord.first(marks)
        if marks == 0 { continue }
      }
      switch bytes[index] {
      case UInt8(ascii: "\""):
        guard let end = stringEnd(in: bytes, from: index + 1, to: limit) else { return nil }
        index = end
        continue
      case UInt8(ascii: "\\"):
        // Damaged text: outside of strings a backslash hides a quote as well.
        if index + 1 < limit, "\"\\".utf8.contains(bytes[index + 1]) { index += 1 }
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth <= 0 { return index + 1 }
      default: break
      }
      index += 1
    }
    return nil
  }
}

extension Fault {
  /// A text that cannot be divided into values from a line on.
  package static func damaged(line: Int) -> Fault {
    Fault(
      .unusable, code: "damaged", at: Place(line: line), "the JSON is damaged from this point on",
      advice: "correct the line, or write the file again")
  }
}

/// A value inside raw JSON that a walk has validated: an element of a list of thumbnails, a member
/// of `{"$date": …}`.
///
/// Records are read by the walk alone; this reads the few small objects and lists that it hands over
/// whole. Text that is no JSON after all ends a list early and never traps.
package struct JSONText {
  package enum Kind { case null, bool, number, string, object, array }

  package let kind: Kind
  /// The raw text; of a string what stands between its quotes, still escaped.
  package let bytes: UnsafeRawBufferPointer

  /// The one value that `raw` holds, nil where it begins like none.
  package init?(_ raw: UnsafeRawBufferPointer) {
    var scanner = JSONScanner(sequence: raw)
    guard let piece = try? scanner.next() else { return nil }
    self.init(piece, in: raw)
  }

  fileprivate init?(_ piece: JSONScanner.Piece, in text: UnsafeRawBufferPointer) {
    var range = piece.range
    switch piece.first {
    case UInt8(ascii: "\""):
      kind = .string
      range = (range.lowerBound + 1)..<(range.upperBound - 1)
    case UInt8(ascii: "{"): kind = .object
    case UInt8(ascii: "["): kind = .array
    case UInt8(ascii: "n"): kind = .null
    case UInt8(ascii: "t"), UInt8(ascii: "f"): kind = .bool
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): kind = .number
    default: return nil
    }
    bytes = UnsafeRawBufferPointer(rebasing: text[range])
  }

  /// A string unescaped, anything else but null as it is written.
  package var text: String? {
    switch kind {
    case .null: nil
    case .string: JSONEscape.unescaped(bytes)
    case .bool, .number, .object, .array: String(decoding: bytes, as: UTF8.self)
    }
  }

  /// The elements of an array, or the members of an object with their names as they are written;
  /// empty for anything else.
  package var parts: JSONParts {
    switch kind {
    case .object, .array: JSONParts(container: bytes)
    case .null, .bool, .number, .string: .none
    }
  }
}

/// The parts of a list or object, read one after the other.
package struct JSONParts: Sequence, IteratorProtocol {
  private let bytes: UnsafeRawBufferPointer
  private var scanner: JSONScanner

  package static var none: JSONParts {
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    return JSONParts(bytes: nothing, scanner: JSONScanner(sequence: nothing))
  }

  private init(bytes: UnsafeRawBufferPointer, scanner: JSONScanner) {
    (self.bytes, self.scanner) = (bytes, scanner)
  }

  fileprivate init(container bytes: UnsafeRawBufferPointer) {
    let whole = JSONScanner.Piece(range: bytes.indices, first: bytes[0])
    self.init(bytes: bytes, scanner: JSONScanner(of: whole, in: bytes))
  }

  /// The next part; the name of a list's element is empty.
  package mutating func next() -> (name: UnsafeRawBufferPointer, value: JSONText)? {
    guard let piece = try? scanner.next(), let value = JSONText(piece, in: bytes) else {
      return nil
    }
    let name = UnsafeRawBufferPointer(rebasing: bytes[piece.name ?? 0..<0])
    return (name, value)
  }
}
