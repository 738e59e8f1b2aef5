import Languages

/// Keeps a text of the other writing direction from reordering the line it stands in.
///
/// Such a text is set between FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE (Unicode Standard
/// Annex 9, section 2.7), as HTML's `bdi` would; a text that holds no letter of the other direction
/// stays as it is.
enum DirectionIsolation {
  static let start: [UInt8] = [0xE2, 0x81, 0xA8]
  static let end: [UInt8] = [0xE2, 0x81, 0xA9]

  /// Whether a text has to be isolated in a document of the direction.
  ///
  /// Looks at the first bytes of the scripts' blocks only, and says yes rather too often: an isolate
  /// changes nothing where it was not needed.
  static func isNeeded(
    for text: UnsafeBufferPointer<UInt8>, in direction: TextDirection
  ) -> Bool {
    switch direction {
    case .leftToRight:
      text.indices.contains {
        text[$0] >= 0xD6 && (isRightToLeft(text, at: $0) || isControl(text, at: $0))
      }
    case .rightToLeft:
      text.indices.contains { isLeftToRight(text[$0]) || isControl(text, at: $0) }
    }
  }

  /// U+202A to U+202E and U+2066 to U+2069: what they reorder must not reach beyond the text.
  private static func isControl(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    guard text[index] == 0xE2, index + 2 < text.count else { return false }
    return (text[index + 1] == 0x80 && (0xAA...0xAE).contains(text[index + 2]))
      || (text[index + 1] == 0x81 && (0xA6...0xA9).contains(text[index + 2]))
  }

  /// Hebrew, Arabic and their kin, and the presentation forms.
  private static func isRightToLeft(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    let byte = text[index]
    if byte < 0xD6 { return false }
    let second = index + 1 < text.count ? text[index + 1] : 0
    switch byte {
    case 0xD6: return second >= 0x90
    case 0xD7...0xDF: return true
    case 0xE0: return second < 0xA4
    case 0xEF: return (0xAC...0xB7).contains(second) || (0xB9...0xBB).contains(second)
    case 0xF0: return second == 0x90 || second == 0x9E
    default: return false
    }
  }

  /// ASCII letters and the blocks of scripts written from left to right; symbols and emoji not.
  private static func isLeftToRight(_ byte: UInt8) -> Bool {
    if byte < 0x80 { return (byte | 0x20) &- 0x61 < 26 }
    return (0xC3...0xD5).contains(byte) || byte == 0xE1 || (0xE3...0xEE).contains(byte)
  }
}
