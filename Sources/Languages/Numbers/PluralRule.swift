/// The plural categories of CLDR (UTS 35 part 3, Language Plural Rules).
package enum PluralCategory: String, CaseIterable, Sendable {
  case zero, one, two, few, many, other
}

/// How a language counts: its CLDR cardinal rule for integers.
package enum PluralRule: Sendable {
  /// One form for every number: ja, zh, ko, vi, th, id.
  case invariant
  /// 1 alone: en, de, nl, sv, da, nb, fi, and every language that is not listed.
  case one
  /// 1 and whole millions apart: es, it, ca.
  case oneAndMillions
  /// 0 and 1 together, and whole millions apart: fr, pt.
  case zeroOneAndMillions
  /// 1 and 2 apart: he.
  case oneAndTwo
  /// By the last two digits: ru, uk, be.
  case eastSlavic
  /// All six categories: ar.
  case arabic

  /// The rule of a primary language subtag such as `pt`.
  package init(language: String) {
    self =
      switch language {
      case "ja", "zh", "ko", "vi", "th", "id", "ms": .invariant
      case "es", "it", "ca": .oneAndMillions
      case "fr", "pt": .zeroOneAndMillions
      case "he": .oneAndTwo
      case "ru", "uk", "be": .eastSlavic
      case "ar": .arabic
      default: .one
      }
  }

  /// The category of a number; of its absolute value when it is negative.
  package func category(of number: Int) -> PluralCategory {
    let n = number.magnitude
    switch self {
    case .invariant: return .other
    case .one: return n == 1 ? .one : .other
    case .oneAndMillions:
      return n == 1 ? .one : n != 0 && n % 1_000_000 == 0 ? .many : .other
    case .zeroOneAndMillions:
      return n <= 1 ? .one : n % 1_000_000 == 0 ? .many : .other
    case .oneAndTwo: return n == 1 ? .one : n == 2 ? .two : .other
    case .eastSlavic: return Self.eastSlavicCategory(n)
    case .arabic: return Self.arabicCategory(n)
    }
  }

  /// The categories that integers of this language fall into: the forms its catalogue must give.
  package var categories: Set<PluralCategory> {
    switch self {
    case .invariant: [.other]
    case .one: [.one, .other]
    case .oneAndMillions, .zeroOneAndMillions: [.one, .many, .other]
    case .oneAndTwo: [.one, .two, .other]
    case .eastSlavic: [.one, .few, .many]
    case .arabic: [.zero, .one, .two, .few, .many, .other]
    }
  }

  private static func eastSlavicCategory(_ n: UInt) -> PluralCategory {
    let teen = (11...14).contains(n % 100)
    if n % 10 == 1, !teen { return .one }
    if (2...4).contains(n % 10), !teen { return .few }
    return .many
  }

  private static func arabicCategory(_ n: UInt) -> PluralCategory {
    switch (n, n % 100) {
    case (0, _): .zero
    case (1, _): .one
    case (2, _): .two
    case (_, 3...10): .few
    case (_, 11...99): .many
    default: .other
    }
  }
}
