package import Notifications

package enum TextDirection: String, Sendable {
  case leftToRight = "ltr"
  case rightToLeft = "rtl"
}

/// The direction, plurals and digits of a language.
package struct Language: Sendable {
  /// For example `pt-BR`.
  package let tag: LanguageTag
  package let direction: TextDirection
  package let plurals: PluralRule
  package let numbers: NumberStyle

  /// Takes the digits out of the table of locales.
  package init(_ tag: LanguageTag) { self.init(tag: tag, numbers: NumberStyle(tag)) }

  init(tag: LanguageTag, numbers: NumberStyle) {
    (self.tag, self.numbers) = (tag, numbers)
    direction = tag.isRightToLeft ? .rightToLeft : .leftToRight
    plurals = PluralRule(tag)
  }

  package static let english = Language(tag: .english, numbers: .english)
}

extension LanguageTag {
  /// Whether the language is written from right to left, by its script or else the language's usual
  /// one (CLDR script metadata).
  var isRightToLeft: Bool {
    let script = text.split(separator: "-").dropFirst().first { $0.utf8.count == 4 }
    if let script { return Self.rightToLeftScripts.contains(String(script)) }
    return Self.rightToLeftLanguages.contains(language)
  }

  private static let rightToLeftScripts: Set<String> = [
    "Adlm", "Arab", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa", "Yezi",
  ]
  private static let rightToLeftLanguages: Set<String> = [
    "apc", "ar", "arc", "arz", "azb", "bal", "bgn", "bqi", "ckb", "dv", "fa", "glk", "he", "ks",
    "lrc",
    "luz", "mzn", "nqo", "pnb", "ps", "rhg", "sd", "sdh", "skr", "syr", "trw", "ug", "ur", "yi",
  ]
}
