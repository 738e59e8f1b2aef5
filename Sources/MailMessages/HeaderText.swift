import ByteText

/// Text for header fields.
package enum HeaderText {
  /// Makes a text one line.
  ///
  /// A run of blanks, line breaks (CR, LF, NEL, U+2028, U+2029) and controls becomes one space, or
  /// nothing at the ends. Bidirectional formatting is balanced, and overrides are dropped: they
  /// only show text in a wrong order. Noncharacters, which some readers refuse, become U+FFFD.
  package static func flatten(_ text: String) -> String {
    text.utf8.withContiguousStorageIfAvailable { isFlat($0) } == true ? text : flattened(text)
  }

  /// Flattens byte by byte.
  static func flattened(_ text: String) -> String {
    text.withBytes { text in
      var flat: [UInt8] = []
      var isBlankDue = false
      var bidi = BidiBalance()
      var index = 0
      while index < text.count {
        let start = index
        if case let length = ScalarBytes.blank(text, at: start), length > 0 {
          isBlankDue = !flat.isEmpty
          index += length
          continue
        }
        let noncharacter = ScalarBytes.forbidden(text, at: start)
        let isControl = BidiBalance.isControl(text, at: start)
        index += isControl ? 3 : max(1, noncharacter)
        if isControl, !bidi.admit(text, at: start) { continue }
        if isBlankDue { flat.append(UInt8(ascii: " ")) }
        isBlankDue = false
        flat += noncharacter > 0 ? ScalarBytes.replacement : Array(text[start..<index])
      }
      bidi.close(into: &flat)
      return String(decoding: flat, as: UTF8.self)
    }
  }

  /// Whether a text is certainly flat, checked in one pass over its bytes; true of almost all
  /// texts.
  private static func isFlat(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var beforeLast: UInt8 = 0
    var last = UInt8(ascii: " ")
    var open = 0
    for byte in text {
      if byte < UInt8(ascii: " ") || byte == 0x7F { return false }
      if byte == UInt8(ascii: " "), last == UInt8(ascii: " ") { return false }
      if last == 0xC2, byte < 0xA0 { return false }
      if beforeLast == 0xE2 {
        // U+2028 to U+202E, U+2066 to U+2069.
        if last == 0x80, (0xA8...0xAE).contains(byte) { return false }
        if last == 0x81, (0xA6...0xA9).contains(byte) { open += byte == 0xA9 ? -1 : 1 }
        if open < 0 { return false }
      }
      // All noncharacters, and some others: U+FDC0 to U+FDFF, and scalars that end in BF BE or BF
      // BF.
      if last == 0xB7, beforeLast == 0xEF { return false }
      if last == 0xBF, byte >= 0xBE { return false }
      beforeLast = last
      last = byte
    }
    return open == 0 && (last != UInt8(ascii: " ") || text.isEmpty)
  }

  /// Whether a flat text needs no encoding: printable ASCII that does not look like an encoded
  /// word, in words short enough to fold.
  static func isPlain(_ flat: String) -> Bool {
    var wordLength = 0
    var previous: UInt8 = 0
    for byte in flat.utf8 {
      if byte < UInt8(ascii: " ") || byte >= 0x7F { return false }
      if byte == UInt8(ascii: "?"), previous == UInt8(ascii: "=") { return false }
      wordLength = byte == UInt8(ascii: " ") ? 0 : wordLength + 1
      if wordLength > longestPlainWord { return false }
      previous = byte
    }
    return true
  }

  /// A word of this length fits on a line of 76 with a space, quotes and a bracket.
  static let longestPlainWord = 70
}
