import CByteWord

/// Text inside a JSON string (RFC 8259 section 7).
///
/// Escaped are quote, backslash and the C0 controls, as they must be, and also DEL, the C1 controls,
/// the line separators and the bidirectional formatting characters: a document that is printed to a
/// terminal or pasted into a script does nothing there, and says the same to every parser.
package enum JSONEscape {
  /// Appends the text of a string, without its quotes.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    text.withBytes { append($0, to: &bytes) }
  }

  /// Appends UTF-8 as a string, quotes included.
  package static func appendString(_ text: some Collection<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    let isDone: Void? = text.withContiguousStorageIfAvailable { append($0, to: &bytes) }
    if isDone == nil { Array(text).withUnsafeBufferPointer { append($0, to: &bytes) } }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func append(_ utf8: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    var copied = 0
    var index = 0
    while index < utf8.count {
      let byte = utf8[index]
      guard isSuspect[Int(byte)], let length = escapedLength(utf8, index) else {
        index += 1
        continue
      }
      bytes += UnsafeBufferPointer(rebasing: utf8[copied..<index])
      appendEscape(utf8, index, length: length, to: &bytes)
      index += length
      copied = index
    }
    bytes += UnsafeBufferPointer(rebasing: utf8[copied...])
  }

  /// Bytes that are escaped, or may begin a scalar that is.
  private static let isSuspect: [Bool] = (0..<256).map { byte in
    byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F || byte == 0xC2 || byte == 0xE2
  }

  /// How many bytes from `index` on are escaped as one scalar, nil where none is.
  private static func escapedLength(_ utf8: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int? {
    switch utf8[index] {
    case 0xC2:
      // U+0080 to U+009F
      guard index + 1 < utf8.count else { return nil }
      return utf8[index + 1] < 0xA0 ? 2 : nil
    case 0xE2:
      guard index + 2 < utf8.count else { return nil }
      switch (utf8[index + 1], utf8[index + 2]) {
      // U+200E, U+200F, U+2028 to U+202E, U+2066 to U+2069
      case (0x80, 0x8E...0x8F), (0x80, 0xA8...0xAE), (0x81, 0xA6...0xA9): return 3
      default: return nil
      }
    default: return 1
    }
  }

  private static func appendEscape(
    _ utf8: UnsafeBufferPointer<UInt8>, _ index: Int, length: Int, to bytes: inout [UInt8]
  ) {
    bytes.append(UInt8(ascii: "\\"))
    switch length {
    case 2: appendHex(0x80 | UInt16(utf8[index + 1] & 0x3F), to: &bytes)
    case 3:
      let middle = UInt16(utf8[index + 1] & 0x3F) << 6
      appendHex(0x2000 | middle | UInt16(utf8[index + 2] & 0x3F), to: &bytes)
    default:
      switch utf8[index] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(utf8[index])
      case 0x08: bytes.append(UInt8(ascii: "b"))
      case 0x09: bytes.append(UInt8(ascii: "t"))
      case 0x0A: bytes.append(UInt8(ascii: "n"))
      case 0x0C: bytes.append(UInt8(ascii: "f"))
      case 0x0D: bytes.append(UInt8(ascii: "r"))
      default: appendHex(UInt16(utf8[index]), to: &bytes)
      }
    }
  }

  private static func appendHex(_ unit: UInt16, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "u"))
    for shift in [12, 8, 4, 0] as [UInt16] {
      bytes.append(Hexadecimal.lowercaseDigit(UInt8(truncatingIfNeeded: unit >> shift & 0xF)))
    }
  }

  // MARK: For our own reader

  /// Appends a string that only a parser reads, quotes included: escaped is what must be, controls as
  /// `\u000a`. Runs of bytes that need no escape are copied at once, as rows of databases have them.
  package static func appendRaw(_ text: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    var start = 0
    var index = 0
    while index < text.count {
      if index + 8 <= text.count, isPlain(ByteWord(text.baseAddress, at: index)) {
        index += 8
        continue
      }
      let byte = text[index]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        output.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start..<index]))
        output.append(UInt8(ascii: "\\"))
        if byte < 0x20 { appendHex(UInt16(byte), to: &output) } else { output.append(byte) }
        start = index + 1
      }
      index += 1
    }
    output.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start...]))
    output.append(UInt8(ascii: "\""))
  }

  /// None of the eight needs an escape.
  @inline(__always)
  private static func isPlain(_ word: ByteWord) -> Bool {
    word.controls | word.marks(UInt8(ascii: "\"")) | word.marks(UInt8(ascii: "\\")) == 0
  }

  // MARK: Reading

  /// The text of a string's inside; a lone surrogate becomes U+FFFD.
  package static func unescaped(_ bytes: UnsafeRawBufferPointer) -> String {
    guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count else {
        output.append(bytes[index])
        index += 1
        continue
      }
      if bytes[index + 1] == UInt8(ascii: "u") {
        index = appendScalar(bytes, at: index, to: &output)
      } else {
        output.append(single(bytes[index + 1]))
        index += 2
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func single(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    default: byte
    }
  }

  /// Appends the scalar of the `\u` escape at `start`; answers where the rest begins.
  private static func appendScalar(
    _ bytes: UnsafeRawBufferPointer, at start: Int, to output: inout [UInt8]
  ) -> Int {
    var end = start + 6
    var scalar = codeUnit(bytes, at: start) ?? 0xFFFD
    if scalar & 0xFC00 == 0xD800, let low = codeUnit(bytes, at: end), low & 0xFC00 == 0xDC00 {
      scalar = 0x10000 + ((scalar & 0x3FF) << 10) + (low & 0x3FF)
      end += 6
    }
    output += String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8
    return min(end, bytes.count)
  }

  private static func codeUnit(_ bytes: UnsafeRawBufferPointer, at start: Int) -> UInt32? {
    guard start + 6 <= bytes.count, bytes[start] == UInt8(ascii: "\\"),
      bytes[start + 1] == UInt8(ascii: "u")
    else { return nil }
    return UInt32(String(decoding: bytes[(start + 2)..<(start + 6)], as: UTF8.self), radix: 16)
  }
}
