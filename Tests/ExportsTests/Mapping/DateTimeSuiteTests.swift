import Foundation
import TestData
import Testing

@testable import Exports

/// The date-time cases of the JSON Schema test suite, where the shared test data are.
struct DateTimeSuiteTests {
  struct Case: Decodable {
    let description: String
    let data: Value
    let valid: Bool
  }

  struct Group: Decodable { let tests: [Case] }

  /// The suite has numbers and objects among its data; only texts matter here.
  enum Value: Decodable {
    case text(String)
    case other

    init(from decoder: any Decoder) throws {
      self = (try? decoder.singleValueContainer().decode(String.self)).map(Value.text) ?? .other
    }
  }

  /// Where exports are read otherwise: databases print offsets without minutes, and more than nine
  /// fraction digits are nothing that a system writes.
  static let departures: Set<String> = [
    "1985-04-12T23:20:50+01", "1985-04-12T00:59:59.999999999999999Z",
  ]

  @Test(.enabled(if: SharedData.has("time/date-time.json"), "skipped: no shared test data"))
  func `Date-times are told from other texts as the JSON Schema suite does`() throws {
    let groups = try JSONDecoder().decode(
      [Group].self, from: SharedData.data("time/date-time.json"))
    var count = 0
    for group in groups {
      for test in group.tests {
        guard case .text(let text) = test.data, !Self.departures.contains(text) else { continue }
        count += 1
        let isTime = (try? instant(text)) != nil
        #expect(isTime == test.valid, "\(test.description): \(text)")
      }
    }
    #expect(count > 20)
  }
}
