import Languages
import Notifications
import TestData
import Testing

@testable import Exports

struct CommonDateTimeTests {
  private static func common(_ text: [UInt8]) -> Instant? {
    text.withUnsafeBytes { CommonDateTime.instant($0) }
  }

  private static func parsed(_ text: [UInt8]) -> Instant? {
    text.withUnsafeBytes { try? TimeReader.dateTime.instant($0, zone: .utc) }
  }

  @Test(arguments: [
    "2026-02-07T19:56:24Z", "2026-02-07T19:56:24.105Z", "2026-02-07T19:56:24.105516Z",
    "2026-02-07T19:56:24+00:00", "2026-02-07T19:56:24.105+00:00",
    "2026-02-07T19:56:24.105516+00:00", "0000-01-01T00:00:00Z", "9999-12-28T23:59:59.999999Z",
  ])
  func `The forms that most exports have are read at once`(text: String) {
    #expect(Self.common(Array(text.utf8)) != nil)
    #expect(Self.common(Array(text.utf8)) == Self.parsed(Array(text.utf8)))
  }

  @Test func `What is read at once is what the reader reads, whatever byte is changed`() {
    var random = SeededGenerator(seed: 19)
    func digits(_ count: Int, below limit: Int) -> String {
      let text = String(Int.random(in: 0..<limit, using: &random))
      return String(repeating: "0", count: count - text.count) + text
    }
    let zones = ["Z", "+00:00", "-00:00", "+01:00", "+00", "", "z"]
    var read = 0
    for _ in 0..<20_000 {
      var text = digits(4, below: 10_000) + "-" + digits(2, below: 14) + "-" + digits(2, below: 33)
      text += "T" + digits(2, below: 25) + ":" + digits(2, below: 61) + ":" + digits(2, below: 62)
      let places = Int.random(in: 0...7, using: &random)
      if places > 0 { text += "." + digits(places, below: 10) }
      text += zones.randomElement(using: &random) ?? ""
      var bytes = Array(text.utf8)
      if Bool.random(using: &random), let place = bytes.indices.randomElement(using: &random) {
        bytes[place] =
          [0x2F, 0x3A, 0x20, 0xB0, UInt8.random(in: 0...255, using: &random)]
          .randomElement(using: &random) ?? 0
      }
      guard let instant = Self.common(bytes) else { continue }
      read += 1
      #expect(instant == Self.parsed(bytes), "\(text)")
    }
    #expect(read > 500)
  }
}
