import ByteText
import Foundation
import Profiles
import Testing

@testable import Exports

/// Times of a form that a profile names.
struct PatternedTimeTests {
  private func written(_ text: [UInt8], _ form: TimeReader) -> String? {
    text.withUnsafeBytes { form.parts(of: $0)?.dateTime }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private func written(_ text: String, _ pattern: String) throws -> String? {
    written(Array(text.utf8), TimeReader(try #require(TimePattern(pattern))))
  }

  @Test(arguments: [
    "dd.MM.yyyy HH:mm:ss", "M/d/yyyy h:mm:ss a", "EEE, d MMM yyyy HH:mm:ss XXX",
    "MMMM d, yyyy 'at' h:mm:ss a", "yyyyMMddHHmmss", "yyyy/M/d H:m:s",
  ])
  func `What Foundation's formatter writes is read as the same time`(pattern: String) throws {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    let form = TimeReader(try #require(TimePattern(pattern)))
    for number in 0..<500 {
      let date = Date(timeIntervalSince1970: 820_454_400 + Double(number) * 1_999_777)
      formatter.dateFormat = pattern
      let text = formatter.string(from: date)
      formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ss"
      let expected = formatter.string(from: date)
      #expect(written(Array(text.utf8), form)?.prefix(19) == expected[...], "\(text)")
    }
  }

  @Test func `A text of another form is none`() throws {
    for text in ["", "02.10.2026", "02.10.2026 09", "x02.10.2026 09:01", "02.10.2026 09:01 x"] {
      #expect(try written(text, "dd.MM.yyyy HH:mm") == nil, "\(text)")
    }
    #expect(try written("10/02/2026 13:01 PM", "MM/dd/yyyy hh:mm a") == nil)
    #expect(try written(" 02.10.26  09:01\u{202F}", "dd.MM.yy HH:mm") == "2026-10-02T09:01:00")
    #expect(try written("31.12.99", "dd.MM.yy") == "1999-12-31")
  }

  @Test func `A pattern without a year, month or day, or with unknown letters, is refused`() {
    for pattern in [
      "", "HH:mm", "dd.MM.", "yyyy-MM", "dd.MM.yyyy 'at", "dd.MM.yyyy Q", "day", "dddMMyyyy",
      String(repeating: "d", count: 20) + "MMyyyy", "dd.MM.yyyyyy", "dd.MM.yyyy HHH:mm",
    ] {
      #expect(TimePattern(pattern) == nil, "\(pattern)")
    }
  }
}
