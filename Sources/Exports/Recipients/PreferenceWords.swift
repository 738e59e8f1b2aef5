import ByteText
import Notifications

extension Frequency {
  /// `daily`, `never`, `weekly` (on Monday), `weekly:friday`, whatever the case; nil for anything
  /// else.
  init?(word: String) {
    let parts = word.lowercased().split(separator: ":", omittingEmptySubsequences: false)
      .map { $0.filter { $0 != " " } }
    switch (parts.first, parts.count) {
    case ("daily", 1): self = .daily
    case ("never", 1): self = .never
    case ("weekly", 1): self = .weekly(.monday)
    case ("weekly", 2):
      guard let day = Weekday(word: parts[1]) else { return nil }
      self = .weekly(day)
    default: return nil
    }
  }
}

extension Weekday {
  /// `monday`, `mon`, or the number of ISO 8601, whatever the case; nil for anything else.
  init?(word: String) {
    switch word.lowercased() {
    case "monday", "mon", "1": self = .monday
    case "tuesday", "tue", "2": self = .tuesday
    case "wednesday", "wed", "3": self = .wednesday
    case "thursday", "thu", "4": self = .thursday
    case "friday", "fri", "5": self = .friday
    case "saturday", "sat", "6": self = .saturday
    case "sunday", "sun", "7": self = .sunday
    default: return nil
    }
  }
}

/// The form of an address under which a recipient unsubscribes.
enum UnsubscribeURL {
  /// Whether it can stand in `List-Unsubscribe` (RFC 2369): `https:`, `http:` or `mailto:`, at most
  /// 900 bytes of printable ASCII without what ends or divides such addresses there.
  static func isWellFormed(_ url: String) -> Bool {
    let lower = url.lowercased()
    guard url.utf8.count <= 900,
      let scheme = ["https://", "http://", "mailto:"].first(where: {
        lower.utf8.starts(with: $0.utf8)
      })
    else { return false }
    return url.utf8.count > scheme.utf8.count
      && url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"<>,\"\\".utf8.contains($0) }
  }
}

/// The form of a locale.
enum LocaleForm {
  /// Whether a text is a language tag by the grammar of RFC 5646, `_` for `-` allowed: a language of
  /// two or three letters, then subtags of up to eight letters and digits.
  static func isWellFormed(_ text: String) -> Bool {
    let subtags = text.utf8.split(omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    }
    guard let language = subtags.first, (2...3).contains(language.count) else { return false }
    return language.allSatisfy(\.isASCIILetter)
      && subtags.allSatisfy { (1...8).contains($0.count) && $0.allSatisfy(\.isASCIILetterOrDigit) }
  }
}
