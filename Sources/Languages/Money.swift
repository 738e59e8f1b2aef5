import ByteText
import CLanguages
package import Notifications

/// How a locale writes money: its point, its separator, a pattern such as `¤0`, and symbols.
private struct MoneyStyle {
  /// One line for each locale that its language does not speak for.
  private static let lines = BundledLines(tidings_money())

  let point: [UInt8]
  let separator: [UInt8]
  let pattern: Substring
  private let symbols: [Substring]

  /// Of the tag, or of the nearest one without its last parts.
  init(_ tag: LanguageTag) {
    var parts = tag.text.split(separator: "-")
    var line: Int?
    while line == nil, !parts.isEmpty {
      line = Self.lines.index(of: parts.joined(separator: "-"), in: 0..<Self.lines.count)
      parts.removeLast()
    }
    line = line ?? Self.lines.index(of: "xxx", in: 0..<Self.lines.count)
    let fields = line.map { Self.lines.fields($0) } ?? ["", ".", "", "¤0", ""]
    (point, separator) = (Array(fields[1].utf8), Array(fields[2].utf8))
    pattern = fields[3]
    symbols = fields[4].split(separator: "|")
  }

  /// A currency's symbol, or its code.
  func symbol(of currency: String) -> Substring {
    symbols.first { $0.hasPrefix(currency) }.map { $0.dropFirst(currency.count) } ?? currency[...]
  }
}

extension Language {
  /// An amount as the language writes it: `$500`, `1.250,50 €`.
  package func money(_ amount: Amount) -> String {
    let style = MoneyStyle(tag)
    let number = digits(of: amount, style)
    let symbol = style.symbol(of: amount.currency)
    var (text, last): (String, Unicode.Scalar?) = ("", nil)
    for scalar in style.pattern.unicodeScalars {
      switch scalar {
      case "¤":
        if last == "0", symbol.unicodeScalars.first?.needsBlank == true { text += "\u{A0}" }
        text += symbol
      case "0":
        if last == "¤", symbol.unicodeScalars.last?.needsBlank == true { text += "\u{A0}" }
        text += number
      default: text.unicodeScalars.append(scalar)
      }
      last = scalar
    }
    return text
  }

  /// Whole ones have no places, others at least those of the currency.
  private func digits(of amount: Amount, _ style: MoneyStyle) -> String {
    let numbers = NumberStyle(
      digits: numbers.digits, separator: style.separator, primaryGroup: numbers.primaryGroup,
      secondaryGroup: numbers.secondaryGroup, leastDigits: numbers.leastDigits,
      minus: numbers.minus)
    let unit = (0..<amount.places).reduce(1) { unit, _ in unit * 10 }
    let (whole, rest) = Int(amount.units).quotientAndRemainder(dividingBy: unit)
    var text: [UInt8] = []
    numbers.append(whole, to: &text)
    if amount.places > 0 {
      text += style.point
      numbers.append(rest, grouped: false, width: Int(amount.places), to: &text)
      for _ in amount.places..<max(amount.places, amount.minorPlaces) {
        numbers.append(0, grouped: false, to: &text)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension Unicode.Scalar {
  /// Whether a number beside it stands apart (CLDR `currencySpacing`).
  fileprivate var needsBlank: Bool {
    switch properties.generalCategory {
    case .currencySymbol, .mathSymbol, .modifierSymbol, .otherSymbol, .spaceSeparator: false
    default: true
    }
  }
}
