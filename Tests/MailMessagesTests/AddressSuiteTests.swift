import Foundation
import FoundationXML
import TestData
import Testing

@testable import MailMessages

/// Public collections of addresses against the policy of `EmailAddress`.
struct AddressSuiteTests {
  private struct Suite: Decodable {
    struct Case: Decodable {
      var description: String
      var data: Datum
      var valid: Bool
    }
    /// The suites hold numbers and objects too, which are no texts.
    enum Datum: Decodable {
      case text(String)
      case other

      init(from decoder: any Decoder) throws {
        let text = try? decoder.singleValueContainer().decode(String.self)
        self = text.map(Datum.text) ?? .other
      }
    }
    var tests: [Case]
  }

  /// What the standards allow and the policy does not: quoting that delivers nowhere, hosts without
  /// names, and invisible characters.
  private static let refusedByPolicy: Set<String> = [
    "\"joe bloggs\"@example.com", "\"joe@bloggs\"@example.com", "joe.bloggs@[127.0.0.1]",
    "joe.bloggs@[IPv6:::1]", "\u{85}@example.com", "\u{FFFF}@example.com",
  ]

  @Test(
    .enabled(if: SharedData.has("addresses"), "\(SharedData.reasonToSkip)"),
    arguments: ["email", "idn-email"])
  func `The suite of JSON Schema is followed but for the policy`(_ name: String) throws {
    let data = try SharedData.data("addresses/\(name).json")
    var texts = 0
    for test in try JSONDecoder().decode([Suite].self, from: data).flatMap(\.tests) {
      guard case .text(let address) = test.data else { continue }
      texts += 1
      let isExpected = test.valid && !Self.refusedByPolicy.contains(address)
      #expect(((try? EmailAddress(address)) != nil) == isExpected, "\(test.description)")
    }
    #expect(texts >= 12)
  }

  @Test(.enabled(if: SharedData.has("addresses"), "\(SharedData.reasonToSkip)"))
  func `The suite of isEmail is followed but for the policy`() throws {
    let document = try XMLDocument(data: SharedData.data("addresses/isemail-tests.xml"))
    let tests = try document.nodes(forXPath: "//test")
    #expect(tests.count > 160)
    for test in tests {
      let text = { (name: String) in try test.nodes(forXPath: name).first?.stringValue ?? "" }
      let diagnosis = try text("diagnosis")
      let address = try Self.withControls(text("address"))
      let expected = try Self.isExpected(address, category: text("category"), diagnosis: diagnosis)
      let isAccepted = (try? EmailAddress(address)) != nil
      #expect(isAccepted == expected, "\(diagnosis): \(address)")
    }
  }

  /// Valid, or only without a DNS record at the time of the suite; and quoted strings that need no
  /// quotes. A domain of one label is refused.
  private static func isExpected(_ address: String, category: String, diagnosis: String) -> Bool {
    if diagnosis == "ISEMAIL_RFC5321_QUOTEDSTRING" { return address == "\"test\"@iana.org" }
    let isValid = category == "ISEMAIL_VALID_CATEGORY" || category == "ISEMAIL_DNSWARN"
    return isValid && address.contains(".")
  }

  /// The suite writes controls as the symbols of U+2400.
  private static func withControls(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          (0x2400...0x241F).contains(scalar.value)
            ? Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value)) : scalar
        }))
  }
}
