import ByteText
import CByteWord
internal import CompiledMustache
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

  /// The mark that gives a line alone the direction of its first letter (rule P2), as HTML does by
  /// `dir="auto"`; nil if that is the direction of its document, or if it has no letter.
  static func mark(of line: String, in direction: TextDirection) -> Markup? {
    if line.withBytes({ need(of: $0, in: direction) == .none }) { return nil }
    guard let first = line.unicodeScalars.first(where: { isLetter($0.value) }) else { return nil }
    let isToTheLeft = isRightToLeft(first.value)
    if isToTheLeft == (direction == .rightToLeft) { return nil }
    return isToTheLeft ? toTheLeft : toTheRight
  }

  private static let toTheRight = Markup(rendered: "\u{200E}")
  /// What directs a line of text that begins with a sign or a stranger's title.
  static let toTheLeft = Markup(rendered: "\u{200F}")

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
    case 0x41...0x5A, 0x61...0x7A, 0xAA, 0xB5, 0xBA: true
    case 0..<0xC0, 0xD7, 0xF7, 0x2000...0x2BFF, 0x3000...0x3004, 0xFE00...0xFE6F,
      0x1F000...0x1FAFF:
      false
    default: true
    }
  }
}
