public import Notifications

/// Which way a text runs.
public enum TextDirection: String, Sendable {
  case leftToRight = "ltr"
  case rightToLeft = "rtl"
}

/// What the words of a language need besides the words: direction, plurals and digits.
public struct Language: Sendable {
  /// The language tag: `pt-BR`.
  public let tag: LanguageTag
  public let direction: TextDirection
  public let plurals: PluralRule
  public let numbers: NumberStyle

  /// Asks Foundation once for the digits; every later use is arithmetic.
  public init(_ tag: LanguageTag) {
    self.init(tag: tag, numbers: NumberStyle(tag))
  }

  init(tag: LanguageTag, numbers: NumberStyle) {
    self.tag = tag
    self.numbers = numbers
    direction = tag.isRightToLeft ? .rightToLeft : .leftToRight
    plurals = PluralRule(language: tag.language)
  }

  /// English as of the catalogue that every other falls back to.
  public static let english = Language(tag: .english, numbers: .english)
}
