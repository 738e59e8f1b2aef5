import Notifications
import Testing

@testable import Exports

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
