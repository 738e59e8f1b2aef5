import Notifications
import Testing

@testable import Languages

struct LanguageTests {
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
}
