/// A value inside raw JSON that a walk has validated: an element of a list of thumbnails, a member
/// of `{"$date": …}`.
///
/// Records are read by the walk alone; this reads the few small objects and lists that it hands over
/// whole. Text that is no JSON after all ends a list early and never traps.
package struct JSONText {
  package enum Kind {
    case null, bool, number, string, object, array
  }

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
    self.bytes = bytes
    self.scanner = scanner
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
