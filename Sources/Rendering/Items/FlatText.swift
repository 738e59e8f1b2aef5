/// User text on its way into one line.
enum FlatText {
  /// Each run of blanks, line breaks (CR, LF, NEL, U+2028, U+2029) and C0 or C1 controls becomes one
  /// space; none stays at the ends.
  static func line(_ text: String) -> String {
    var text = text
    return text.withUTF8 { isFlat($0) ? nil : flattened($0) } ?? text
  }

  /// The common case, told by one pass over the bytes.
  private static func isFlat(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    var previous = UInt8(ascii: " ")
    for index in utf8.indices {
      let byte = utf8[index]
      if byte < 0x20 || byte == 0x7F || (byte == UInt8(ascii: " ") && previous == byte) {
        return false
      }
      if byte == 0xC2 || byte == 0xE2, blank(utf8, at: index) > 0 { return false }
      previous = byte
    }
    return previous != UInt8(ascii: " ") || utf8.isEmpty
  }

  private static func flattened(_ utf8: UnsafeBufferPointer<UInt8>) -> String {
    var flat: [UInt8] = []
    flat.reserveCapacity(utf8.count)
    var isBlankDue = false
    var index = 0
    while index < utf8.count {
      let length = blank(utf8, at: index)
      if length > 0 {
        isBlankDue = !flat.isEmpty
        index += length
        continue
      }
      if isBlankDue { flat.append(UInt8(ascii: " ")) }
      isBlankDue = false
      flat.append(utf8[index])
      index += 1
    }
    return String(decoding: flat, as: UTF8.self)
  }

  /// How many bytes a blank, line break or control at an index takes; 0 for anything else.
  private static func blank(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    switch utf8[index] {
    case 0...0x20, 0x7F: return 1
    case 0xC2:
      // U+0080 to U+009F
      return index + 1 < utf8.count && utf8[index + 1] < 0xA0 ? 2 : 0
    case 0xE2:
      // U+2028 and U+2029
      guard index + 2 < utf8.count, utf8[index + 1] == 0x80 else { return 0 }
      return utf8[index + 2] == 0xA8 || utf8[index + 2] == 0xA9 ? 3 : 0
    default: return 0
    }
  }
}
