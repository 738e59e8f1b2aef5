/// The escapes of JSON strings (RFC 8259 section 7).
enum JSONEscapes {
  /// The text of a string's inside; a lone surrogate becomes U+FFFD.
  static func unescaped(_ bytes: UnsafeRawBufferPointer) -> String {
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

  /// Appends `text` as a JSON string, quotes included.
  static func append(_ text: some Sequence<UInt8>, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    for byte in text { append(byte: byte, to: &output) }
    output.append(UInt8(ascii: "\""))
  }

  /// Appends a byte of a string, escaped where it has to be.
  static func append(byte: UInt8, to output: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): output += [UInt8(ascii: "\\"), byte]
    case 0..<0x20: output += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
    default: output.append(byte)
    }
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
