import Testing

@testable import Notifications

struct AmountTests {
  private func euros(_ number: String, isMinor: Bool = false) -> Amount? {
    Amount(number, isMinor: isMinor, currency: "EUR")
  }

  @Test func `An amount is a plain decimal number, kept to its last digit`() throws {
    for (text, units, places) in [
      ("500", 500, 0), ("412.50", 4125, 1), ("0.07", 7, 2), ("250.000000", 250, 0), ("0", 0, 0),
      ("9223372036854775807", Int64.max, 0), ("1.0001", 10001, 4),
    ] as [(String, Int64, Int8)] {
      let amount = try #require(euros(text), "\(text)")
      #expect(amount.units == units && amount.places == places && amount.currency == "EUR")
    }
    let wrong = [
      "", "-5", "+5", "1e3", "1,250", "1,250.00", "$5", "5 EUR", ".5", "5.", "1.2.3", "0.12345",
      "412.50000000000006", "9223372036854775808", "٥", "true",
    ]
    for text in wrong { #expect(euros(text) == nil, "\(text)") }
  }

  @Test func `Smallest units count as many places as ISO 4217 gives the currency`() {
    #expect(euros("41250", isMinor: true) == euros("412.50"))
    #expect(euros("7", isMinor: true) == euros("0.07"))
    #expect(Amount("58000", isMinor: true, currency: "jpy") == Amount("58000", currency: "JPY"))
    #expect(Amount("1500", isMinor: true, currency: "KWD") == Amount("1.5", currency: "KWD"))
    #expect(euros("412.50", isMinor: true) == nil)
  }

  @Test func `A currency is three letters`() {
    #expect(Amount("1", currency: "usd")?.currency == "USD")
    for wrong in ["", "€", "EU", "EURO", "E1R", "eu ", "$$$"] {
      #expect(Amount("1", currency: wrong) == nil, "\(wrong)")
    }
  }

  @Test func `A sum is exact, and none where currencies differ or it is too large`() throws {
    let tenth = try #require(euros("0.1"))
    let sum = (1..<10).reduce(tenth) { sum, _ in sum.adding(tenth) ?? sum }
    #expect(sum == euros("1"))
    #expect(euros("0.05")?.adding(try #require(euros("412.5"))) == euros("412.55"))
    #expect(tenth.adding(try #require(Amount("1", currency: "USD"))) == nil)
    let most = try #require(euros("9223372036854775807"))
    #expect(most.adding(try #require(euros("1"))) == nil)
    #expect(most.adding(tenth) == nil && tenth.adding(most) == nil)
  }
}
