import Languages
import Notifications

/// What is the same for many cards, said once in the style instead of in each of them: the emoji and
/// color of a type, and the words for read and unread that only a screen reader says,
/// and those for priorities that are not high.
struct InboxLooks {
  let chips: TypeChips
  let context: DocumentContext

  var css: [UInt8] {
    let words = context.words
    var css = ".c.u h3::before{content:\(Self.string(words(.itemUnread) + ", "))}\n"
    css += ".c.r h3::before{content:\(Self.string(words(.itemRead) + ", "))}\n"
    if chips.hasPriorities, let profile = chips.profile {
      for (number, priority) in [(2, Priority.normal), (3, .low)] {
        css += ".p\(number)>details>p:not([class],:has(>b))::before{content:"
        css += Self.string(context.word(for: priority, of: profile)) + "}\n"
      }
    }
    for (index, chip) in chips.chips.enumerated() {
      guard let emoji = chip.look.emoji else { continue }
      // What browsers without alternative texts do not understand, they skip.
      let shown = Self.string(emoji)
      css += "[class^=\"c t\(index + 1) \"]::before{content:\(shown);"
      css += "content:\(shown)/\(Self.string(chip.look.label))"
      if let color = chip.look.color, color != .gray {
        css += ";background:var(--\(color.rawValue))"
      }
      css += "}\n"
    }
    return Array(css.utf8)
  }

  /// A string of CSS (CSS Syntax Module Level 3, section 4.3.5) in which nothing ends the string or the
  /// element: of ASCII, only letters, digits and blanks stay as they are.
  static func string(_ text: String) -> String {
    var string = "\""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x20, 0x30...0x39, 0x41...0x5A, 0x61...0x7A: string.unicodeScalars.append(scalar)
      case 0: string += "\u{FFFD}"
      case 0xA1...: string.unicodeScalars.append(scalar)
      default: string += "\\" + String(scalar.value, radix: 16) + " "
      }
    }
    return string + "\""
  }
}
