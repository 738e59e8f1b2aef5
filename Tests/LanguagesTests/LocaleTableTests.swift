import ByteText
import Foundation
import Notifications
import TestData
import Testing

@testable import Languages

/// The tables of CLanguages against Foundation, which has CLDR's own data.
struct LocaleTableTests {
  private static func lists(_ tag: String) -> [LocaleLists.Name: [String]] {
    let locale = Locale(identifier: tag + "@calendar=gregorian")
    let formatter = DateFormatter()
    formatter.locale = locale
    let patterns = ["MMMd", "yMMMd", "MMMEd", "MMMMEEEEd", "jm", "MMMdjm", "yMMMdjm"].map {
      DateFormatter.dateFormat(fromTemplate: $0, options: 0, locale: locale) ?? $0
    }
    return [
      .monthsShort: formatter.shortMonthSymbols, .monthsLong: formatter.monthSymbols,
      .monthsShortAlone: formatter.shortStandaloneMonthSymbols,
      .monthsLongAlone: formatter.standaloneMonthSymbols,
      .weekdaysShort: formatter.shortWeekdaySymbols, .weekdaysLong: formatter.weekdaySymbols,
      .dayHalves: [formatter.amSymbol, formatter.pmSymbol], .patterns: patterns,
    ]
  }

  /// What the table says otherwise than Foundation of a locale.
  private static func differences(_ tag: LanguageTag) -> [String] {
    let table = LocaleTable.bundled.lists(tag)
    let wrong = lists(tag.text).filter { table[$0.key] != $0.value }
    let style = IntegerFormatStyle<Int>(locale: Locale(identifier: tag.text))
    let numbers = NumberStyle(tag)
    let wrongNumbers = [-1, 0, 7, 12, 999, 1000, 12_345, 1_234_567, 123_456_789, .max, .min]
      .filter { numbers.formatted($0) != style.format($0) }
    return wrong.map { "\(tag) \($0.key): \(table[$0.key]) not \($0.value)" }
      + wrongNumbers.map { "\(tag): \(numbers.formatted($0)) not \(style.format($0))" }
  }

  @Test func `Every locale of CLDR is written as Foundation writes it`() {
    // Toki Pona's numbers have no places.
    let tags = Set(Locale.availableIdentifiers.map { LanguageTag($0) }).filter {
      $0.language != "tok"
    }
    #expect(tags.count > 900)
    let wrong = tags.sorted { $0.text < $1.text }.flatMap(Self.differences)
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
  }

  static let languages = [
    "en", "de", "es", "fr", "pt", "ja", "zh-Hans", "zh-Hant", "ar", "he", "ru",
  ]

  /// In each run one region in four, and each of them in another language. Those that CLDR has a locale of
  /// are all tried above.
  @Test(arguments: languages.indices)
  func `A bundled language is written as Foundation writes it in every region`(index: Int) {
    let regions = (Locale.Region.isoRegions.map(\.identifier) + ["ZZ", "QX", "999"]).enumerated()
      .filter { Trials.takes($0.offset, of: 4, from: index) }
    let wrong = regions.flatMap {
      Self.differences(LanguageTag("\(Self.languages[index])-\($0.element)"))
    }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
  }

  @Test func `A language that CLDR does not know is written in no language's words`() {
    for tag in ["tlh", "qqq", "qqq-FR", "qqq-DE"] {
      #expect(Self.differences(LanguageTag(tag)) == [])
    }
  }

  @Test func `Dates are Gregorian where a region's own calendar is another`() {
    let january = CivilDate(year: 2026, month: 1, day: 8)
    for (name, date) in [("ar-SA", "٨ يناير، ٢٠٢٦"), ("fa-IR", "۸ ژانویه ۲۰۲۶")] {
      let tag = LanguageTag(name)
      let words = DateWords(tag, numbers: NumberStyle(tag), zones: ZoneNames([:]))
      #expect(words.date(january, withYear: true) == date)
    }
  }

  @Test func `Every zone that comes with the tool has rules, and the names of CLDR`() throws {
    let identifiers = ZoneList.bundled.identifiers
    #expect(identifiers.count > 590 && identifiers == identifiers.sorted())
    var differing: [String] = []
    for identifier in identifiers {
      let bundled = try #require(ZoneList.bundled.bundledRules(identifier), "\(identifier)")
      let used = try #require(ZoneList.bundled.zone(identifier)?.rules)
      // Until 2100, and since clocks agree everywhere.
      let times = stride(from: Int64(0), to: 4_102_444_800, by: 7 * 86_400 + 3600)
      func offsets(_ rules: ZoneRules) -> [Int] {
        var index = 0
        return times.map { time in
          while index + 1 < rules.periods.count, rules.periods[index + 1].start <= time {
            index += 1
          }
          return rules.periods[index].offset
        }
      }
      if offsets(bundled) != offsets(used) { differing.append(identifier) }
    }
    // The system's edition of the database may be another.
    #expect(differing.count < 12, "\(differing)")
  }

  @Test func `What is no file of rules is refused, wherever it is cut`() throws {
    let berlin = try OpenFile.bytes(of: "/usr/share/zoneinfo/Europe/Berlin")
    #expect(ZoneRules(berlin) != nil)
    #expect(ZoneRules([]) == nil && ZoneRules(Array("TZif".utf8)) == nil)
    for count in stride(from: 0, to: berlin.count, by: 7) {
      _ = ZoneRules(Array(berlin.prefix(count)))
    }
    for index in berlin.indices {
      var broken = berlin
      broken[index] ^= 0xFF
      _ = ZoneRules(broken)
    }
  }

  @Test(arguments: [
    "/etc/passwd", "Europe/../../../etc/passwd", "right/Europe/Berlin", "posix/Europe/Berlin",
    "Europe//Berlin", "Europe", ".", "tzdata.zi",
  ])
  func `Files outside the folder of zones, or with leap seconds, are no zones`(identifier: String) {
    #expect(Zone(identifier) == nil)
  }
}

struct MoneyTests {
  private static let currencies = ["USD", "EUR", "ILS", "SAR", "BRL", "RUB", "KRW"]

  /// What is written otherwise than Foundation, which has CLDR's own data, writes it; `every` fifth of all
  /// pairs of a currency and a number, or each.
  private static func differences(_ tag: LanguageTag, every: Int = 1) throws -> [String] {
    let language = Language(tag)
    var wrong: [String] = []
    for (place, currency) in currencies.enumerated() {
      let style = Decimal.FormatStyle.Currency(code: currency, locale: Locale(identifier: tag.text))
      for (turn, number) in ["500", "1250", "12345", "1234567.5", "0.07"].enumerated()
      where Trials.takes(place + turn, of: every) {
        let isWhole = !number.contains(".")
        if !isWhole, currency == "KRW" { continue }
        let written = language.money(try #require(Amount(number, currency: currency)))
        let decimal = try #require(Decimal(string: number))
        let expected = decimal.formatted(style.precision(.fractionLength(isWhole ? 0 : 2)))
        if written != expected { wrong.append("\(tag): \(written) not \(expected)") }
      }
    }
    return wrong
  }

  @Test func `Every locale of CLDR writes money as Foundation writes it`() throws {
    // Toki Pona's numbers have no places.
    let tags = Set(Locale.availableIdentifiers.map { LanguageTag($0) }).filter {
      $0.language != "tok"
    }
    let wrong = try tags.filter { try !Self.differences($0, every: 5).isEmpty }.map(\.text).sorted()
    // Where Foundation's two formatters differ: `ff-Latn`, `ms`, `kok-Deva`, and the English of Europe.
    #expect(wrong.count < 25, "\(wrong)")
    for tag in BundledCatalogues.tags { #expect(try Self.differences(LanguageTag(tag)) == []) }
  }

  @Test func `Whole amounts have no places, others at least those of the currency`() throws {
    for (number, currency, text) in [
      ("500.00", "USD", "$500"), ("412.5", "USD", "$412.50"), ("58000", "JPY", "¥58,000"),
      ("1.5", "KWD", "KWD\u{A0}1.500"), ("0.0125", "EUR", "€0.0125"), ("7", "XTS", "XTS\u{A0}7"),
    ] {
      let amount = try #require(Amount(number, currency: currency))
      #expect(Language.english.money(amount) == text)
    }
    let euros = try #require(Amount("1250.5", currency: "EUR"))
    for (tag, text) in [("de", "1.250,50\u{A0}€"), ("qqq", "€\u{A0}1250.50")] {
      #expect(Language(LanguageTag(tag)).money(euros) == text)
    }
  }
}
