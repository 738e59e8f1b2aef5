import ByteText
import CByteWord
import Languages
import MailMessages

/// Keeps a value's direction from affecting the text around it, in documents without markup for that
/// (Unicode Standard Annex 9, section 2.4).
enum BidiIsolation {
  /// Puts the text between a first-strong isolate (U+2068) and its end if it contains a letter of the
  /// other direction or formatting characters. Those are balanced, and overrides are removed. Any
  /// other text stays unchanged.
  static func isolated(_ text: String, in direction: TextDirection) -> String {
    switch text.withBytes({ need(of: $0, in: direction) }) {
    case .none: return text
    case .isolation: return start + text + end
    case .balance: return start + HeaderText.flatten(text) + end
    }
  }

  /// First-strong isolate and pop directional isolate.
  static let start = "\u{2068}"
  static let end = "\u{2069}"

  /// What a text needs in order not to reorder its surroundings.
  enum Need {
    case none, isolation
    /// The text has formatting characters of its own.
    case balance
  }

  static func need(of utf8: UnsafeBufferPointer<UInt8>, in direction: TextDirection) -> Need {
    switch direction {
    case .leftToRight: needAmongLeftToRight(utf8)
    case .rightToLeft: needAmongRightToLeft(utf8)
    }
  }

  /// Decodes little: no relevant character begins below D6, and E1 and E3 to EE begin blocks of
  /// left-to-right letters.
  private static func needAmongLeftToRight(_ utf8: UnsafeBufferPointer<UInt8>) -> Need {
    var index = 0
    while index < utf8.count {
      if index + 8 <= utf8.count {
        let bits = ByteWord(utf8.baseAddress, at: index).bits
        let others = ((bits & ~ByteWord.highs) &+ 0x2A2A_2A2A_2A2A_2A2A) & bits & ByteWord.highs
        if others == 0 {
          index += 8
          continue
        }
        index += others.trailingZeroBitCount >> 3
      }
      let byte = utf8[index]
      switch byte {
      case ..<0xD6: index += 1
      case 0xE1, 0xE3...0xEE: index += 3
      default:
        let (scalar, length) = decode(utf8, at: index)
        if isFormatting(scalar) { return .balance }
        index += length
        if isRightToLeft(scalar) {
          return holdsFormatting(utf8, from: index) ? .balance : .isolation
        }
      }
    }
    return .none
  }

  private static func needAmongRightToLeft(_ utf8: UnsafeBufferPointer<UInt8>) -> Need {
    var index = 0
    while index < utf8.count {
      let (scalar, length) = utf8[index] < 0x80 ? (UInt32(utf8[index]), 1) : decode(utf8, at: index)
      if isFormatting(scalar) { return .balance }
      index += length
      if isLetter(scalar), !isRightToLeft(scalar) {
        return holdsFormatting(utf8, from: index) ? .balance : .isolation
      }
    }
    return .none
  }

  /// All of them begin with E2, except U+061C, which is D8 9C.
  private static func holdsFormatting(_ utf8: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    var index = start
    while index < utf8.count {
      if index + 8 <= utf8.count {
        let word = ByteWord(utf8.baseAddress, at: index)
        if word.marks(0xE2) | word.marks(0x9C) == 0 {
          index += 8
          continue
        }
      }
      for offset in index..<min(index + 8, utf8.count) {
        if utf8[offset] == 0xE2, isFormatting(decode(utf8, at: offset).scalar) { return true }
        if utf8[offset] == 0x9C, offset > 0, utf8[offset - 1] == 0xD8 { return true }
      }
      index += 8
    }
    return false
  }

  /// The scalar at an index of valid UTF-8, and its length.
  private static func decode(
    _ utf8: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (scalar: UInt32, length: Int) {
    let lead = utf8[index]
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard index + length <= utf8.count else { return (0xFFFD, utf8.count - index) }
    var scalar = UInt32(lead & (0x7F >> UInt8(length)))
    for offset in 1..<length { scalar = scalar << 6 | UInt32(utf8[index + offset] & 0x3F) }
    return (scalar, length)
  }

  /// Marks, embeddings, overrides and isolates.
  private static func isFormatting(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// The blocks whose default direction is right to left (DerivedBidiClass).
  static func isRightToLeft(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      true
    default: false
    }
  }

  /// An approximation of what gives a text its direction: no punctuation, symbols, blanks or emoji.
  private static func isLetter(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x41...0x5A, 0x61...0x7A: true
    case 0..<0xAA, 0x2000...0x2BFF, 0x3000...0x3004, 0xFE00...0xFE6F, 0x1F000...0x1FAFF: false
    default: true
    }
  }
}

/// Decides which values Markdown isolates, as HTML's `bdi` does: between FIRST STRONG ISOLATE and POP
/// DIRECTIONAL ISOLATE (Unicode Standard Annex 9, section 2.7).
enum DirectionIsolation {
  static let start: [UInt8] = [0xE2, 0x81, 0xA8]
  static let end: [UInt8] = [0xE2, 0x81, 0xA9]

  /// Whether a text must be isolated in a document of this direction.
  ///
  /// Looks only at the first bytes of the scripts' blocks and errs toward yes, since an unnecessary
  /// isolate changes nothing.
  static func isNeeded(
    for text: UnsafeBufferPointer<UInt8>, in direction: TextDirection
  ) -> Bool {
    switch direction {
    case .leftToRight:
      text.indices.contains {
        text[$0] >= 0xD6 && (isRightToLeft(text, at: $0) || BidiBalance.isControl(text, at: $0))
      }
    case .rightToLeft:
      text.indices.contains { isLeftToRight(text[$0]) || BidiBalance.isControl(text, at: $0) }
    }
  }

  /// Hebrew, Arabic and related scripts, and the presentation forms.
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

  /// ASCII letters and the blocks of left-to-right scripts, without symbols and emoji.
  private static func isLeftToRight(_ byte: UInt8) -> Bool {
    if byte < 0x80 { return (byte | 0x20) &- 0x61 < 26 }
    return (0xC3...0xD5).contains(byte) || byte == 0xE1 || (0xE3...0xEE).contains(byte)
  }
}
