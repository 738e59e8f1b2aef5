package import Notifications

/// Which way a text runs.
package enum TextDirection: String, Sendable {
  case leftToRight = "ltr"
  case rightToLeft = "rtl"
}

/// What the words of a language need besides the words: direction, plurals and digits.
package struct Language: Sendable {
  /// The language tag: `pt-BR`.
  package let tag: LanguageTag
  package let direction: TextDirection
  package let plurals: PluralRule
  package let numbers: NumberStyle

  /// Asks Foundation once for the digits; every later use is arithmetic.
  package init(_ tag: LanguageTag) {
    self.init(tag: tag, numbers: NumberStyle(tag))
  }

  init(tag: LanguageTag, numbers: NumberStyle) {
    self.tag = tag
    self.numbers = numbers
    direction = tag.isRightToLeft ? .rightToLeft : .leftToRight
    plurals = PluralRule(language: tag.language)
  }

  /// English as of the catalogue that every other falls back to.
  package static let english = Language(tag: .english, numbers: .english)
}
