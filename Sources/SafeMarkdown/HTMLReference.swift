import ByteText
import CCMark

/// Decodes character references (HTML Living Standard, section 13.2.5.72 and following).
enum HTMLReference {
  /// The longest name in the standard has 31 letters.
  private static let maximumName = 32

  /// The text of the reference at an `&`, and its length in bytes; the ampersand itself if it
  /// begins none.
  static func decode(
    _ html: UnsafeBufferPointer<UInt8>, at ampersand: Int
  ) -> (text: [UInt8], length: Int) {
    let literal = ([UInt8(ascii: "&")], 1)
    guard ampersand + 1 < html.count else { return literal }
    if html[ampersand + 1] == UInt8(ascii: "#") { return numeric(html, at: ampersand) ?? literal }
    var end = ampersand + 1
    while end < html.count, end - ampersand <= maximumName, html[end].isASCIILetterOrDigit {
      end += 1
    }
    let name = html[(ampersand + 1)..<end]
    let hasSemicolon = end < html.count && html[end] == UInt8(ascii: ";")
    if hasSemicolon, let text = named(name) { return (text, end + 1 - ampersand) }
    return withoutSemicolon(name) ?? literal
  }

  /// cmark has the standard's table; it returns an unknown reference unchanged.
  private static func named(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
    switch String(decoding: name, as: UTF8.self) {
    case "amp": return [UInt8(ascii: "&")]
    case "lt": return [UInt8(ascii: "<")]
    case "gt": return [UInt8(ascii: ">")]
    case "quot": return [UInt8(ascii: "\"")]
    case "nbsp": return [0xC2, 0xA0]
    case let other:
      guard let root = cmark_parse_document("&\(other);", other.utf8.count + 2, CMARK_OPT_DEFAULT)
      else { return nil }
      defer { cmark_node_free(root) }
      let text = root.firstChild?.firstChild?.withLiteral { Array($0) } ?? []
      return text.isEmpty || text.first == UInt8(ascii: "&") ? nil : text
    }
  }

  /// The four references that old pages write without a semicolon and that change a text's meaning.
  private static func withoutSemicolon(
    _ name: Slice<UnsafeBufferPointer<UInt8>>
  ) -> (text: [UInt8], length: Int)? {
    for (known, byte) in [("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\"")]
    where name.starts(with: known.utf8) {
      return (Array(byte.utf8), known.utf8.count + 1)
    }
    return nil
  }

  private static func numeric(
    _ html: UnsafeBufferPointer<UInt8>, at ampersand: Int
  ) -> (text: [UInt8], length: Int)? {
    var index = ampersand + 2
    var radix: UInt32 = 10
    if index < html.count, html[index] | 0x20 == UInt8(ascii: "x") {
      radix = 16
      index += 1
    }
    let start = index
    var value: UInt32 = 0
    while index < html.count, let digit = digit(html[index], radix: radix) {
      value = min(value * radix + digit, 0x11_0000)
      index += 1
    }
    guard index > start else { return nil }
    if index < html.count, html[index] == UInt8(ascii: ";") { index += 1 }
    return (Array(String(scalar(value)).utf8), index - ampersand)
  }

  private static func digit(_ byte: UInt8, radix: UInt32) -> UInt32? {
    if byte.isASCIIDigit { return UInt32(byte - 0x30) }
    let letter = (byte | 0x20) &- 0x61
    return radix == 16 && letter < 6 ? UInt32(letter) + 10 : nil
  }

  /// U+FFFD for what is not a scalar; 0x80 to 0x9F mean Windows-1252 (section 13.2.5.80).
  private static func scalar(_ value: UInt32) -> Unicode.Scalar {
    let mapped = (0x80...0x9F).contains(value) ? windows1252[Int(value - 0x80)] : value
    return (mapped == 0 ? nil : Unicode.Scalar(mapped)) ?? "\u{FFFD}"
  }

  private static let windows1252: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]
}
