import ByteText
import Foundation
import Languages
import Notifications
import Profiles
import TestData
import Testing

@testable import Exports

/// Reads a text as the mapping does.
func instant(_ text: String, epoch: Epoch = .unix) throws(TimestampError) -> Instant {
  let bytes = Array(text.utf8)
  let result = bytes.withUnsafeBytes { bytes in
    Result { () throws(TimestampError) in try Timestamp.instant(text: bytes, epoch: epoch) }
  }
  return try result.get()
}

struct TimestampTests {
  /// 2026-03-29T02:57:49.93603Z in microseconds since 1970.
  static let spring: Int64 = 1_774_753_069_936_030

  @Test(arguments: [
    ("1517436010.000936", Int64(1_517_436_010_000_936)), ("1774753069", 1_774_753_069_000_000),
    ("1774753069936", 1_774_753_069_936_000), ("1774753069936030", 1_774_753_069_936_030), ("0", 0),
    ("-1.5", -1_500_000), ("1.774753069e9", 1_774_753_069_000_000),
    ("1.7747E9", 1_774_700_000_000_000), ("1.774753069936E+12", 1_774_753_069_936_000),
    ("1.774753069e+9", 1_774_753_069_000_000), ("99999999999", 99_999_999_999_000_000),
    ("1774753069936.5", 1_774_753_069_936_500),
  ])
  func `A number's size tells its unit; nothing is lost`(text: String, microseconds: Int64) throws {
    #expect(try instant(text).microseconds == microseconds)
  }

  @Test func `Numbers of a Swift encoder count from 2001, larger ones from 1970`() throws {
    #expect(try instant("796445869.936030", epoch: .apple).microseconds == Self.spring)
    #expect(try instant("1774753069", epoch: .apple).microseconds == 1_774_753_069_000_000)
  }

  @Test(arguments: [
    ("", TimestampError.empty), ("yesterday", .unreadable), ("1e999", .unreadable),
    ("NaN", .unreadable), ("-", .unreadable), ("1.", .unreadable), ("1,5", .unreadable),
    ("infinity", .unreadable), ("1774753069936030123", .outOfRange),
    ("99999999999999999999", .unreadable), ("1.77055E+12", .rounded), ("1.77055e+09", .rounded),
    ("0000-01-01T00:00:00+00:01", .outOfRange), ("-99999999999", .outOfRange),
  ])
  func `What is no time says why`(text: String, reason: TimestampError) {
    #expect(throws: reason) { try instant(text) }
  }
}

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

/// Date-times of our own, one for each rule of RFC 3339 and of what databases print besides, so that
/// a checkout without the public suite judges the parser as well.
struct DateTimeRuleTests {
  @Test(
    arguments: [
      ("RFC 3339, section 5.8: UTC", "1985-04-12T23:20:50.52Z", 482_196_050_520_000),
      ("an offset behind UTC", "1996-12-19T16:39:57-08:00", 851_042_397_000_000),
      ("an offset ahead", "1937-01-01T12:00:27.87+00:20", -1_041_337_172_130_000),
      ("the largest offset", "2026-03-29T02:57:49+23:59", 1_774_666_729_000_000),
      ("the smallest", "2026-03-29T02:57:49-23:59", 1_774_839_409_000_000),
      ("an unknown local offset", "2026-03-29T02:57:49-00:00", 1_774_753_069_000_000),
      ("a small t and z", "2026-03-29t02:57:49z", 1_774_753_069_000_000),
      ("a space for the T", "2026-03-29 02:57:49Z", 1_774_753_069_000_000),
      ("one digit of a fraction", "2026-03-29T02:57:49.1Z", 1_774_753_069_100_000),
      ("two", "2026-03-29T02:57:49.12Z", 1_774_753_069_120_000),
      ("three", "2026-03-29T02:57:49.123Z", 1_774_753_069_123_000),
      ("six", "2026-03-29T02:57:49.123456Z", 1_774_753_069_123_456),
      (
        "seven, the last of which is dropped", "2026-03-29T02:57:49.1234567Z", 1_774_753_069_123_456
      ),
      ("nine", "2026-03-29T02:57:49.123456789Z", 1_774_753_069_123_456),
      ("an offset without a colon", "2026-03-29T02:57:49+0530", 1_774_733_269_000_000),
      ("or without minutes", "2026-03-29T02:57:49+05", 1_774_735_069_000_000),
      ("none at all, which is UTC", "2026-03-29T02:57:49", 1_774_753_069_000_000),
      ("no seconds", "2026-03-29T02:57Z", 1_774_753_020_000_000),
      ("nor an offset", "2026-03-29 02:57", 1_774_753_020_000_000),
      ("UTC by name", "2026-03-29 02:57:49 UTC", 1_774_753_069_000_000),
      ("GMT", "2026-03-29 02:57:49.5 GMT", 1_774_753_069_500_000),
      ("an offset after a space", "2026-03-29 02:57:49 +0530", 1_774_733_269_000_000),
      ("or with a colon", "2026-03-29 02:57:49 -05:30", 1_774_772_869_000_000),
      ("a date alone", "2026-03-29", 1_774_742_400_000_000),
      ("RFC 5322: mail", "Sun, 29 Mar 2026 02:57:49 +0000", 1_774_753_069_000_000),
      ("its offset", "Sun, 29 Mar 2026 02:57:49 +0530", 1_774_733_269_000_000),
      ("HTTP's", "Sun, 29 Mar 2026 02:57:49 GMT", 1_774_753_069_000_000),
      ("no day of the week, no seconds", "1 Mar 2026 02:57 -0100", 1_772_337_420_000_000),
      ("the first moment of a year", "2026-01-01T00:00:00Z", 1_767_225_600_000_000),
      ("the last", "2026-12-31T23:59:59Z", 1_798_761_599_000_000),
      ("a leap day of a year that 4 divides", "2024-02-29T12:00:00Z", 1_709_208_000_000_000),
      ("of one that 400 divides", "2000-02-29T12:00:00Z", 951_825_600_000_000),
      ("the 31st of a long month", "2026-07-31T00:00:00Z", 1_785_456_000_000_000),
      ("the 30th of a short one", "2026-06-30T00:00:00Z", 1_782_777_600_000_000),
      ("before 1970", "1969-12-31T23:59:59Z", -1_000_000),
      ("a leap second where one was", "1990-12-31T23:59:60Z", 662_688_000_000_000),
      ("the same one elsewhere", "1990-12-31T15:59:60-08:00", 662_688_000_000_000),
      ("one with a fraction", "1998-12-31T15:59:60.123-08:00", 915_148_800_000_000),
      ("one in June", "2015-06-30T23:59:60Z", 1_435_708_800_000_000),
    ] as [(String, String, Int64)])
  func `A date-time by each rule is known`(rule: String, text: String, microseconds: Int64) throws {
    #expect(try instant(text).microseconds == microseconds, "\(rule)")
  }

  @Test(arguments: [
    ("no date", "02:57:49Z"), ("a date and half a time", "2026-03-29T02"),
    ("no minutes", "2026-03-29T02Z"), ("a date with a slash", "29/03/2026"),
    ("a date of seven digits", "2026-03-9"), ("a zone by letters", "2026-03-29 02:57:49 IST"),
    ("an offset and a name", "2026-03-29 02:57:49 +0530 IST"),
    ("two spaces before the offset", "2026-03-29 02:57:49  +0530"),
    ("a space and no offset", "2026-03-29 02:57:49 "),
    ("a fraction of no seconds", "2026-03-29 02:57.5"),
    ("mail: another day of the week", "Mon, 29 Mar 2026 02:57:49 +0000"),
    ("mail: a year of two digits", "29 Mar 26 02:57:49 +0000"),
    ("mail: a zone by letters", "29 Mar 2026 02:57:49 EST"),
    ("mail: day 31 of a short month", "31 Apr 2026 02:57:49 GMT"),
    ("mail: day 0", "00 Mar 2026 02:57:49 GMT"),
    ("mail: a month in full", "29 March 2026 02:57:49 GMT"),
    ("mail: an hour of one digit", "29 Mar 2026 2:57:49 GMT"), ("mail: no time", "29 Mar 2026"),
    ("month 0", "2026-00-29T02:57:49Z"), ("month 13", "2026-13-29T02:57:49Z"),
    ("day 0", "2026-03-00T02:57:49Z"), ("day 32", "2026-03-32T02:57:49Z"),
    ("day 31 of a short month", "2026-04-31T02:57:49Z"),
    ("a leap day of a common year", "2026-02-29T02:57:49Z"),
    ("of one that 100 divides", "1900-02-29T02:57:49Z"), ("hour 24", "2026-03-29T24:00:00Z"),
    ("minute 60", "2026-03-29T02:60:49Z"), ("second 61", "1990-12-31T23:59:61Z"),
    ("second 60 within an hour", "2026-03-29T02:57:60Z"),
    ("second 60 within the offset's hour", "1998-12-31T23:59:60+01:00"),
    ("offset hour 24", "2026-03-29T02:57:49+24:00"),
    ("offset minute 60", "2026-03-29T02:57:49+05:60"),
    ("a sign without an offset", "2026-03-29T02:57:49+"),
    ("an offset of one digit", "2026-03-29T02:57:49+5"),
    ("Z and an offset", "2026-03-29T02:57:49Z+00:00"),
    ("a point without a fraction", "2026-03-29T02:57:49.Z"),
    ("a comma for the point", "2026-03-29T02:57:49,5Z"),
    ("ten digits of a fraction", "2026-03-29T02:57:49.1234567890Z"),
    ("months of one digit", "2026-3-29T02:57:49Z"), ("hours of one digit", "2026-03-29T2:57:49Z"),
    ("years of two digits", "26-03-29T02:57:49Z"), ("years of five", "12026-03-29T02:57:49Z"),
    ("a sign before the year", "+2026-03-29T02:57:49Z"), ("slashes", "2026/03/29T02:57:49Z"),
    ("no separators", "20260329T025749Z"), ("another letter between", "2026-03-29X02:57:49Z"),
    ("two spaces between", "2026-03-29  02:57:49Z"), ("a blank before", " 2026-03-29T02:57:49Z"),
    ("a blank behind", "2026-03-29T02:57:49Z "), ("a line break behind", "2026-03-29T02:57:49Z\n"),
    ("a zone's name", "2026-03-29T02:57:49 CET"), ("a week date", "2026-W13-7T02:57:49Z"),
    ("an ordinal date", "2026-088T02:57:49Z"),
    ("digits that are not ASCII", "2026-03-2９T02:57:49Z"),
    ("a minus that is not ASCII", "2026−03−29T02:57:49Z"),
    ("words", "tomorrow"),
    ("nothing", ""),
  ])
  func `What breaks a rule is no time`(rule: String, text: String) {
    #expect(throws: TimestampError.self, "\(rule)") { try instant(text) }
  }
}
