import Foundation
import Notifications
import TestData
import Testing

@testable import Languages

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
