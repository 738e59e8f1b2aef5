import ByteText
import Foundation
import Profiles
import Testing

@testable import Exports

/// Times of a form that a profile names.
struct PatternedTimeTests {
  private func written(_ text: [UInt8], _ form: PatternedTime) -> String? {
    text.withUnsafeBytes { bytes in
      withUnsafeTemporaryAllocation(byteCount: PatternedTime.longest, alignment: 1) { memory in
        form.write(bytes, to: memory).map {
          String(decoding: UnsafeRawBufferPointer(rebasing: memory[..<$0]), as: UTF8.self)
        }
      }
    }
  }

  private func written(_ text: String, _ pattern: String) throws -> String? {
    written(Array(text.utf8), PatternedTime(try #require(TimePattern(pattern))))
  }

  @Test(arguments: [
    "dd.MM.yyyy HH:mm:ss", "M/d/yyyy h:mm:ss a", "EEE, d MMM yyyy HH:mm:ss XXX",
    "MMMM d, yyyy 'at' h:mm:ss a", "yyyyMMddHHmmss", "yyyy/M/d H:m:s",
  ])
  func `What Foundation's formatter writes is read as the same time`(pattern: String) throws {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    let form = PatternedTime(try #require(TimePattern(pattern)))
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

  @Test
  func `A pattern without year, month or day, with an unknown letter or with too many, is refused`()
  {
    for pattern in [
      "", "HH:mm", "dd.MM.", "yyyy-MM", "dd.MM.yyyy 'at", "dd.MM.yyyy Q", "day", "dddMMyyyy",
      String(repeating: "d", count: 20) + "MMyyyy", "dd.MM.yyyyyy", "dd.MM.yyyy HHH:mm",
    ] {
      #expect(TimePattern(pattern) == nil, "\(pattern)")
    }
  }

  @Test func `No bytes make a form write more than it may`() throws {
    var generator = SeededGenerator(state: 7)
    let patterns = ["dd.MM.yyyy HH:mm:ss.SSS XXX", "EEE, d MMMM yyyy h:mm a", "yyMMdd", "y M d S"]
    for pattern in patterns {
      let form = PatternedTime(try #require(TimePattern(pattern)))
      for _ in 0..<5_000 {
        let alphabet = Array("0123456789.:/+-Z APMamJunefri'\u{202F}ß".utf8)
        let text = (0..<Int.random(in: 0..<40, using: &generator)).map { _ in
          alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
        }
        #expect((written(text, form)?.utf8.count ?? 0) <= PatternedTime.longest)
      }
    }
  }
}
