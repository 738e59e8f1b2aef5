/// User text on its way into one line.
enum FlatText {
  /// Each run of blanks, line breaks (CR, LF, NEL, U+2028, U+2029) and C0 or C1 controls becomes one
  /// space; none stays at the ends.
  static func line(_ text: String) -> String {
    if isFlat(text) { return text }
    var flat = ""
    var isBlankDue = false
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0...0x20, 0x7F...0x9F, 0x2028, 0x2029:
        isBlankDue = !flat.isEmpty
      default:
        if isBlankDue {
          flat.unicodeScalars.append(" ")
          isBlankDue = false
        }
        flat.unicodeScalars.append(scalar)
      }
    }
    return flat
  }

  /// The common case, told by one pass over the bytes: 0xC2 begins the C1 controls, 0xE2 the
  /// separators.
  private static func isFlat(_ text: String) -> Bool {
    var previous = UInt8(ascii: " ")
    for byte in text.utf8 {
      if byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xE2 { return false }
      if byte == UInt8(ascii: " "), previous == byte { return false }
      previous = byte
    }
    return previous != UInt8(ascii: " ") || text.isEmpty
  }
}
