import Notifications
import Profiles
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
