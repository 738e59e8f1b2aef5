import ByteText
import CCMark

/// Escapes text for HTML, both as an element's content and as a quoted attribute's value.
///
/// Controls and noncharacters, which HTML forbids, become U+FFFD; directional formatting is
/// balanced.
package enum HTMLEscape {
  /// 0: copy; 1: write a character reference; 2: may begin a scalar to change.
  private static let treatment: [UInt8] = {
    var table = [UInt8](repeating: 0, count: 256)
    for byte in "&<>\"'".utf8 { table[Int(byte)] = 1 }
    for byte in 0...0x1F where byte != 0x09 { table[byte] = 2 }
    for byte in [0x7F, 0xC2, 0xE2, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4] { table[byte] = 2 }
    return table
  }()

  package static func append(_ text: String, to output: inout [UInt8]) {
    text.withBytes { append($0, to: &output) }
  }

  package static func append(_ text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    if text.isEmpty { return }
    treatment.withUnsafeBufferPointer { treatment in
      var index = TableSearch.end(of: text, from: 0, where: treatment)
      if index == text.count { return output.append(bytes: text) }
      var bidi = BidiBalance()
      var copied = 0
      while index < text.count {
        if treatment[Int(text[index])] == 1 {
          output.append(bytes: UnsafeBufferPointer(rebasing: text[copied..<index]))
          reference(text[index]).withUTF8Buffer { output.append(bytes: $0) }
          index += 1
          copied = index
        } else {
          let change = self.change(of: text, at: index, &bidi)
          if let replacement = change.replacement {
            output.append(contentsOf: UnsafeBufferPointer(rebasing: text[copied..<index]))
            output.append(contentsOf: replacement.utf8)
            copied = index + change.length
          }
          index += change.length
        }
        index = TableSearch.end(of: text, from: index, where: treatment)
      }
      output.append(bytes: UnsafeBufferPointer(rebasing: text[copied...]))
      if !bidi.isClosed { bidi.close(into: &output) }
    }
  }

  private static func reference(_ byte: UInt8) -> StaticString {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    default: "&#39;"
    }
  }

  /// The replacement of the next `length` bytes; nil copies them.
  private static func change(
    of text: UnsafeBufferPointer<UInt8>, at index: Int, _ bidi: inout BidiBalance
  ) -> (length: Int, replacement: String?) {
    if text[index] == 0xE2 {
      guard BidiBalance.isControl(text, at: index) else { return (1, nil) }
      return (3, bidi.admit(text, at: index) ? nil : "")
    }
    let forbidden = ScalarBytes.forbidden(text, at: index)
    if forbidden > 0 { return (forbidden, "\u{FFFD}") }
    guard text[index] < 0x20 || text[index] == 0xC2 else { return (1, nil) }
    let lineBreak = ScalarBytes.lineBreak(text, at: index)
    if lineBreak == 0 { return (1, nil) }
    if bidi.isClosed, text[index] == 0x0A { return (1, nil) }
    // Directional formatting ends with its line where lines are kept.
    var end: [UInt8] = []
    bidi.close(into: &end)
    end.append(0x0A)
    return (lineBreak, String(decoding: end, as: UTF8.self))
  }
}

/// Searches text with a table of 256 entries.
enum TableSearch {
  /// The index of the first byte from `start` whose entry is not 0; the text's count if there is
  /// none.
  @inline(__always)
  static func end(
    of text: UnsafeBufferPointer<UInt8>, from start: Int, where table: UnsafeBufferPointer<UInt8>
  ) -> Int {
    var index = start
    while index + 8 <= text.count {
      if entries(of: text, at: index, table) != 0 { break }
      index += 8
    }
    // Some of the last eight bytes were already checked.
    if index + 8 > text.count, text.count - 8 >= start,
      entries(of: text, at: text.count - 8, table) == 0
    {
      return text.count
    }
    while index < text.count, table[Int(text[index])] == 0 { index += 1 }
    return index
  }

  /// The entries of eight bytes, combined by OR.
  @inline(__always)
  private static func entries(
    of text: UnsafeBufferPointer<UInt8>, at index: Int, _ table: UnsafeBufferPointer<UInt8>
  ) -> UInt8 {
    let first = table[Int(text[index])] | table[Int(text[index + 1])]
    let second = table[Int(text[index + 2])] | table[Int(text[index + 3])]
    let third = table[Int(text[index + 4])] | table[Int(text[index + 5])]
    let fourth = table[Int(text[index + 6])] | table[Int(text[index + 7])]
    return first | second | third | fourth
  }
}

/// Decodes character references (HTML Living Standard, section 13.2.5.72 and following).
enum HTMLReference {
  /// The longest name in the standard has 31 letters.
  private static let maximumName = 32

  /// The text of the reference at an `&`, and its length in bytes; the ampersand itself if it
  /// begins none.
  static func decode(_ html: Span<UInt8>, at ampersand: Int) -> (text: [UInt8], length: Int) {
    let literal = ([UInt8(ascii: "&")], 1)
    guard ampersand + 1 < html.count else { return literal }
    if html[ampersand + 1] == UInt8(ascii: "#") { return numeric(html, at: ampersand) ?? literal }
    var end = ampersand + 1
    while end < html.count, end - ampersand <= maximumName, html[end].isASCIILetterOrDigit {
      end += 1
    }
    let bytes = ((ampersand + 1)..<end).map { html[$0] }
    let name = String(decoding: bytes, as: UTF8.self)
    let hasSemicolon = end < html.count && html[end] == UInt8(ascii: ";")
    if hasSemicolon, let text = named(name) { return (text, end + 1 - ampersand) }
    return withoutSemicolon(name) ?? literal
  }

  /// cmark has the standard's table; it returns an unknown reference unchanged.
  private static func named(_ name: String) -> [UInt8]? {
    switch name {
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
  private static func withoutSemicolon(_ name: String) -> (text: [UInt8], length: Int)? {
    for (known, byte) in [("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\"")]
    where name.utf8.starts(with: known.utf8) {
      return (Array(byte.utf8), known.utf8.count + 1)
    }
    return nil
  }

  private static func numeric(
    _ html: Span<UInt8>, at ampersand: Int
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
