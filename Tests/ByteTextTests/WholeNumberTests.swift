import ByteText
import Testing

struct WholeNumberTests {
  @Test(arguments: [
    ("1.0", "1"), ("1e0", "1"), ("1E+2", "100"), ("12.50e1", "125"), ("1500e-2", "15"),
    ("0.0", "0"), ("-0", "0"), ("-0.0", "0"), ("-7.0", "-7"), ("0e9", "0"), ("0.001e3", "1"),
    ("90071992547409931.00", "90071992547409931"),
    ("1.2345678901234567890123e22", "12345678901234567890123"),
  ])
  func `An integer is its digits, in any form of number`(written: String, digits: String) {
    #expect(WholeNumber.id(written, isNumber: true) == digits)
  }

  @Test(arguments: [
    "1", "-3", "007", "1.5", "1e-1", "1e99999999999999999999", "1e2000", "1.", "a.0", "",
  ])
  func `What is no integer stays as it is written`(written: String) {
    #expect(WholeNumber.id(written, isNumber: true) == written)
  }

  @Test func `A text is a number only with a zero fraction, or with an exponent as of floats`() {
    #expect(WholeNumber.id("7.0") == "7")
    #expect(WholeNumber.id("1e+16") == "10000000000000000")
    for id in ["12e4", "1e5", "007.0", "1.0.0", "10.0.0.1", "1.0-beta", "1.50"] {
      #expect(WholeNumber.id(id) == id)
    }
  }
}
