import Foundation

/// How the locales of CLDR write money, one line for each that its language does not speak for.
struct MoneyTable {
  /// The currencies whose symbols are told; others are written as their codes.
  private static let currencies = [
    "AED", "AUD", "BRL", "CAD", "CNY", "EGP", "EUR", "GBP", "ILS", "INR", "JPY", "KRW", "MXN",
    "PLN", "RUB", "SAR", "SEK", "TRY", "UAH", "USD",
  ]

  let text: String

  init() {
    let tags = Locale.availableIdentifiers.map { $0.replacing("_", with: "-") }
    var facts: [String: String] = [:]
    for tag in Set(tags + ["xxx"]) { facts[tag] = Self.facts(tag) }
    let told = facts.filter { tag, own in
      var parts = tag.split(separator: "-")
      while parts.count > 1 {
        parts.removeLast()
        if let general = facts[parts.joined(separator: "-")] { return general != own }
      }
      return true
    }
    text = told.map { "\($0.key)\t\($0.value)\n" }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined()
  }

  /// The point, the separator, the pattern (`¤0`), and the symbols: `EUR€|USD$`.
  private static func facts(_ tag: String) -> String {
    let formatter = NumberFormatter()
    formatter.locale = Locale(identifier: tag)
    formatter.numberStyle = .currency
    let pattern = formatter.positiveFormat ?? ""
    let digits = pattern.split { !"#,0.".contains($0) }.max { $0.count < $1.count } ?? ""
    let (point, separator) = (
      formatter.currencyDecimalSeparator, formatter.currencyGroupingSeparator
    )
    let symbols = currencies.compactMap { code -> String? in
      formatter.currencyCode = code
      return formatter.currencySymbol.flatMap { $0 == code ? nil : code + $0 }
    }
    return [
      point ?? "", separator ?? "", pattern.replacing(digits, with: "0"),
      symbols.joined(separator: "|"),
    ].joined(separator: "\t")
  }
}
