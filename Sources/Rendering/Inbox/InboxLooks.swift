import Languages
import Notifications

/// What is the same for many cards, said once in the style instead of in each of them: the emoji and
/// color of a type, and the words for read and unread that only a screen reader says,
/// and those for priorities that are not high.
struct InboxLooks {
  let chips: TypeChips
  let context: DocumentContext
  let words: PageWords

  var css: [UInt8] {
    var css = words.looks
    if chips.hasPriorities, let profile = chips.profile {
      for (number, priority) in [(2, Priority.normal), (3, .low)] {
        css += ".p\(number)>details>p:not([class],:has(>b))::before{content:".utf8
        Self.append(context.word(for: priority, of: profile), to: &css)
        css += "}\n".utf8
      }
    }
    for (index, chip) in chips.chips.enumerated() {
      guard let emoji = chip.look.emoji else { continue }
      css += "[class^=\"c t\(index + 1) \"]::before{content:".utf8
      Self.append(emoji, to: &css)
      // What browsers without alternative texts do not understand, they skip.
      css += ";content:".utf8
      Self.append(emoji, to: &css)
      css += "/".utf8
      Self.append(chip.look.label, to: &css)
      if let color = chip.look.color, color != .gray {
        css += ";background:var(--\(color.rawValue))".utf8
      }
      css += "}\n".utf8
    }
    return css
  }

  /// The words for read and unread.
  static func states(_ words: Localization) -> [UInt8] {
    var css: [UInt8] = []
    for (name, word) in [("u", MessageKey.itemUnread), ("r", .itemRead)] {
      css += ".c.\(name) h3::before{content:".utf8
      append(words(word) + ", ", to: &css)
      css += "}\n".utf8
    }
    return css
  }

  /// Appends a string of CSS (CSS Syntax Module Level 3, section 4.3.5) in which nothing ends the string
  /// or the element: of ASCII, only letters, digits and blanks stay as they are.
  static func append(_ text: String, to css: inout [UInt8]) {
    css.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x20, 0x30...0x39, 0x41...0x5A, 0x61...0x7A: css.append(UInt8(scalar.value))
      case 0: css += "\u{FFFD}".utf8
      case 0xA1...: css += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      default: css += "\\\(String(scalar.value, radix: 16)) ".utf8
      }
    }
    css.append(UInt8(ascii: "\""))
  }
}
