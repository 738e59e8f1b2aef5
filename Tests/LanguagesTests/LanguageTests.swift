import ByteText
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

struct LocalizationTests {
  @Test func `A key's ordinal is its place among all keys`() {
    #expect(MessageKey.allCases.map(\.ordinal) == Array(MessageKey.allCases.indices))
    #expect(MessageKey.allCases.count < 256)
  }

  @Test(arguments: BundledCatalogues.tags)
  func `What was written beforehand is what its message says`(tag: String) throws {
    let words = try BundledCatalogues.load().localization(for: tag)
    for key in MessageKey.allCases {
      #expect(words[key] != (try MessageFormat(key.path)))
      #expect(words(key) == words[key].formatted([:], in: words.language))
    }
  }

  @Test(arguments: BundledCatalogues.tags + ["ar-EG"])
  func `Recent times are those of their messages`(tag: String) throws {
    let words = try BundledCatalogues.load().localization(for: tag)
    let now: Int64 = 1_770_563_100
    for age in stride(from: Int64(0), to: 604_800, by: 59) {
      let expected =
        switch age {
        case ..<60: words(.timeNow)
        case ..<3600: words(.timeMinutes, count: Int(age / 60))
        case ..<86_400: words(.timeHours, count: Int(age / 3600))
        default: words(.timeDays, count: Int(age / 86_400))
        }
      #expect(words.relativeTime(now - age, now: now, in: .utc) == expected)
    }
  }
}

/// Compares with Babel, another implementation of CLDR.
@Suite(
  "Judged by Babel",
  .enabled(if: Repository.hasPython("babel"), "skipped: needs python3 with Babel"))
struct JudgedByBabelTests {
  /// Babel's answer for all languages, asked once.
  private static let answer = Result {
    try Repository.python("cldr_words.py", BundledCatalogues.tags)
  }

  /// The lines of Babel's answer that begin with these words, without the first.
  private static func lines(of words: String...) throws -> [[Substring]] {
    let lines = try #require(try answer.get()).split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)
    }
    return lines.filter { $0.starts(with: words) { $0 == $1 } }.map { Array($0.dropFirst()) }
  }

  @Test func `Plural categories are those of every language that has a rule`() throws {
    let lines = try Self.lines(of: "plural")
    #expect(lines.count > 150)
    for line in lines {
      let rule = PluralRule(LanguageTag(String(line[0])))
      for pair in line[1].split(separator: " ") {
        let parts = pair.split(separator: ":")
        let number = try #require(Int(parts[0]))
        #expect(rule.category(of: number).rawValue == parts[1], "\(line[0]) \(number)")
      }
    }
  }

  @Test func `Directions are those of every locale`() throws {
    let lines = try Self.lines(of: "direction")
    #expect(lines.count > 900)
    for line in lines {
      let direction = Language(tag: LanguageTag(String(line[0])), numbers: .english).direction
      #expect(direction.rawValue == line[1], "\(line[0])")
    }
  }

  @Test(arguments: BundledCatalogues.tags)
  func `Lists are joined as CLDR joins them`(tag: String) throws {
    let words = try BundledCatalogues.load().localization(for: tag)
    let line = try #require(try Self.lines(of: "list", tag).first)
    for (count, text) in zip(2...4, line.dropFirst()) {
      #expect(words.list(["a", "b", "c", "d"].prefix(count).map(\.self)) == text)
    }
  }
}
