/// A sum of money, to the last digit.
///
/// Plain numbers, so that a copy of a notification counts no references for it.
package struct Amount: Hashable, Sendable {
  /// Its digits, without the point and without zeros at the end of its places.
  package let units: Int64
  /// How many of them stand behind the point.
  package let places: Int8
  /// The letters of the currency's code, the first one highest.
  private let code: UInt32

  private static let mostPlaces = 4

  private init(units: Int64, places: Int8, code: UInt32) {
    var (units, places) = (units, places)
    while places > 0, units % 10 == 0 { (units, places) = (units / 10, places - 1) }
    (self.units, self.places, self.code) = (units, places, code)
  }

  /// An amount that a record gives, as `412.50` or in the currency's smallest unit.
  ///
  /// - Parameter currency: three letters, as `EUR` or `usd`.
  /// - Returns: Nil for what is no plain decimal number, such as `-5`, `1e3`, `1,250` or `$5`, for more
  ///   than four places, and for another currency.
  package init?(_ number: String, isMinor: Bool = false, currency: String) {
    var code: UInt32 = 0
    for byte in currency.utf8 {
      guard 0x61...0x7A ~= byte | 0x20, code < 1 << 16 else { return nil }
      code = code << 8 | UInt32(byte & 0xDF)
    }
    guard code >= 1 << 16 else { return nil }
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    let decimals = parts.count == 2 ? String(parts[1].reversed().drop { $0 == "0" }.reversed()) : ""
    guard parts.count < (isMinor ? 2 : 3), parts.allSatisfy({ !$0.isEmpty }),
      parts.allSatisfy({ $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }),
      decimals.utf8.count <= Self.mostPlaces, let units = Int64(parts[0] + decimals)
    else { return nil }
    let places = isMinor ? Self.places(of: code) : Int8(decimals.utf8.count)
    self.init(units: units, places: places, code: code)
  }

  /// `EUR`
  package var currency: String {
    String(decoding: [16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }, as: UTF8.self)
  }

  /// The places of the currency's smallest unit.
  package var minorPlaces: Int8 { Self.places(of: code) }

  /// The exact sum; nil for another currency, and for one that is too large.
  package func adding(_ other: Amount) -> Amount? {
    let places = max(places, other.places)
    guard code == other.code, let own = scaled(to: places), let more = other.scaled(to: places)
    else { return nil }
    let (sum, overflow) = own.addingReportingOverflow(more)
    return overflow ? nil : Amount(units: sum, places: places, code: code)
  }

  private func scaled(to places: Int8) -> Int64? {
    var units = units
    for _ in self.places..<places {
      let (product, overflow) = units.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      units = product
    }
    return units
  }

  /// ISO 4217, where it is not two.
  private static let otherPlaces: [Int8: Set<String>] = [
    0: [
      "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND",
      "VUV", "XAF", "XOF", "XPF",
    ],
    3: ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"], 4: ["CLF", "UYW"],
  ]

  private static func places(of code: UInt32) -> Int8 {
    let currency = Amount(units: 0, places: 0, code: code).currency
    return otherPlaces.first { $0.value.contains(currency) }?.key ?? 2
  }
}

extension [Notification] {
  /// What their amounts add up to; nil if one has none, or is of another type than the first.
  package var sum: Amount? {
    dropFirst().reduce(first?.amount) { sum, notification in
      guard notification.type == first?.type, let amount = notification.amount else { return nil }
      return sum?.adding(amount)
    }
  }
}
