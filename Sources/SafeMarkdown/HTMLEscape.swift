import ByteText

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
    treatment.withUnsafeBufferPointer { treatment in
      var bidi = BidiBalance()
      var copied = 0
      var index = 0
      while true {
        index = ByteTable.end(of: text, from: index, where: treatment)
        if index == text.count { break }
        if treatment[Int(text[index])] == 1 {
          output.append(contentsOf: UnsafeBufferPointer(rebasing: text[copied..<index]))
          reference(text[index]).withUTF8Buffer { output.append(contentsOf: $0) }
          index += 1
          copied = index
          continue
        }
        let change = self.change(of: text, at: index, &bidi)
        if let replacement = change.replacement {
          output.append(contentsOf: UnsafeBufferPointer(rebasing: text[copied..<index]))
          output.append(contentsOf: replacement.utf8)
          copied = index + change.length
        }
        index += change.length
      }
      output.append(contentsOf: UnsafeBufferPointer(rebasing: text[copied...]))
      bidi.close(into: &output)
    }
  }

  /// The replacement of the next `length` bytes; nil copies them.
  private struct Change {
    var length: Int
    var replacement: String?
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

  private static func change(
    of text: UnsafeBufferPointer<UInt8>, at index: Int, _ bidi: inout BidiBalance
  ) -> Change {
    if text[index] == 0xE2 {
      guard BidiBalance.isControl(text, at: index) else { return Change(length: 1) }
      return Change(length: 3, replacement: bidi.admit(text, at: index) ? nil : "")
    }
    let forbidden = ScalarBytes.forbidden(text, at: index)
    if forbidden > 0 { return Change(length: forbidden, replacement: "\u{FFFD}") }
    guard text[index] < 0x20 || text[index] == 0xC2 else { return Change(length: 1) }
    let lineBreak = ScalarBytes.lineBreak(text, at: index)
    if lineBreak == 0 { return Change(length: 1) }
    if bidi.isClosed, text[index] == 0x0A { return Change(length: 1) }
    // Directional formatting ends with its line where lines are kept.
    var end: [UInt8] = []
    bidi.close(into: &end)
    end.append(0x0A)
    return Change(length: lineBreak, replacement: String(decoding: end, as: UTF8.self))
  }
}

/// Searches text with a table of 256 entries.
enum ByteTable {
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
