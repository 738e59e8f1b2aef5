import Notifications
import Testing

@testable import Languages

struct LanguageTests {
  /// Samples of CLDR's plurals.xml, of integers.
  private static let samples: [(language: String, category: PluralCategory, numbers: [Int])] = [
    ("en", .one, [1]), ("en", .other, [0, 2, 16, 100, 1000, 1_000_000]),
    ("de", .one, [1]), ("de", .other, [0, 2, 16, 100, 1000, 1_000_000]),
    ("es", .one, [1]), ("es", .many, [1_000_000, 2_000_000]),
    ("es", .other, [0, 2, 16, 100, 1000, 100_000, 1_000_001]),
    ("fr", .one, [0, 1]), ("fr", .many, [1_000_000, 3_000_000]),
    ("fr", .other, [2, 17, 100, 1000, 100_000, 1_000_001]),
    ("pt", .one, [0, 1]), ("pt", .many, [1_000_000]), ("pt", .other, [2, 17, 100, 1000]),
    ("ja", .other, [0, 1, 15, 100, 1_000_000]), ("zh", .other, [0, 1, 15, 100, 1_000_000]),
    ("ar", .zero, [0]), ("ar", .one, [1]), ("ar", .two, [2]),
    ("ar", .few, [3, 10, 103, 110, 1003]), ("ar", .many, [11, 26, 99, 111, 1011]),
    ("ar", .other, [100, 102, 200, 202, 1000, 1_000_000]),
    ("he", .one, [1]), ("he", .two, [2]), ("he", .other, [0, 3, 17, 20, 100, 1000]),
    ("ru", .one, [1, 21, 31, 101, 1001]), ("ru", .few, [2, 4, 22, 24, 102, 1002]),
    ("ru", .many, [0, 5, 11, 12, 14, 19, 100, 111, 112, 1000, 1_000_000]),
  ]

  @Test(arguments: samples)
  func `Numbers fall into CLDR's plural categories`(
    language: String, category: PluralCategory, numbers: [Int]
  ) {
    let rule = PluralRule(LanguageTag(language))
    for number in numbers {
      #expect(rule.category(of: number) == category, "\(language) \(number)")
      #expect(rule.category(of: -number) == category, "\(language) -\(number)")
    }
  }

  @Test func `The least number, another region and an unknown language have a category`() {
    #expect(PluralRule(LanguageTag("ar")).category(of: .min) == .few)
    #expect(PluralRule(LanguageTag("pt-PT")).category(of: 0) == .other)
    #expect(PluralRule(LanguageTag("tlh")).category(of: 1) == .one)
  }

  @Test(arguments: [
    ("pt_br", "pt-BR"), ("ZH-hans-cn", "zh-Hans-CN"), ("zh-CN", "zh-Hans-CN"), ("zh", "zh-Hans"),
    ("zh-TW", "zh-Hant-TW"), ("iw", "he"), ("de-DE-1996", "de-DE"), ("en-u-nu-arab", "en"),
    ("es-419", "es-419"), ("", "und"), ("x-klingon", "und"), ("../../en", "und"),
    ("e\u{301}n", "und"), ("C", "und"), ("de_DE.UTF-8", "de"),
  ])
  func `A tag is brought into its conventional form`(written: String, tag: String) {
    #expect(LanguageTag(written).text == tag)
  }

  @Test(
    arguments: [
      ("de-AT", "de"), ("pt-PT", "pt-BR"), ("pt", "pt-BR"), ("zh-SG", "zh-Hans"),
      ("zh-Hans-CN", "zh-Hans"), ("zh-TW", nil), ("tlh", nil), ("en-GB", "en"), ("und", nil),
    ] as [(String, String?)])
  func `Lookup goes from the most specific tag to the least`(tag: String, found: String?) {
    let tags = ["en", "de", "pt-BR", "zh-Hans"].map { LanguageTag($0) }
    #expect(LanguageTag(tag).lookup(in: tags)?.text == found)
  }

  @Test(arguments: [
    ("ar", TextDirection.rightToLeft), ("he-IL", .rightToLeft), ("de", .leftToRight),
    ("az-Arab", .rightToLeft), ("ar-Latn", .leftToRight), ("ur", .rightToLeft),
    ("he", .rightToLeft), ("ha-Nkoo", .rightToLeft),
  ])
  func `Direction follows the script, else the language`(tag: String, direction: TextDirection) {
    #expect(Language(LanguageTag(tag)).direction == direction)
  }

  @Test(arguments: [
    ("en", 1_234_567, "1,234,567"), ("en", 999, "999"), ("en", -1234, "-1,234"),
    ("de", 1234, "1.234"), ("es", 1234, "1234"), ("es", 12345, "12.345"),
    ("fr", 1234, "1\u{202F}234"), ("hi", 12_345_678, "1,23,45,678"),
    ("ar-EG", 1234, "١٬٢٣٤"), ("ar-MA", 1234, "1.234"), ("ja", 0, "0"),
    ("en", .max, "9,223,372,036,854,775,807"), ("en", .min, "-9,223,372,036,854,775,808"),
  ])
  func `Integers have the locale's digits and groups`(tag: String, number: Int, text: String) {
    #expect(NumberStyle(LanguageTag(tag)).formatted(number) == text)
  }
}
