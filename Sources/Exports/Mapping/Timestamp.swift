import ByteText
import CSimdJSON
package import Languages
package import Notifications
package import Profiles

/// Why a value is not a point in time.
package enum TimestampError: Error, Equatable {
  /// An empty text.
  case empty
  /// Neither an RFC 3339 date-time nor a number nor one of the known objects.
  case unreadable
  /// A year outside 0 to 9999, the range of RFC 3339.
  case outOfRange
  /// A number of which a spreadsheet has left six digits, `1.77055E+12`.
  case rounded
}

/// Reads the timestamps of exports from bytes.
///
/// It accepts date-times of RFC 3339 and of mail (see `TimePattern`), numbers
/// and their text (see `EpochNumber`), Firestore's `{_seconds, _nanoseconds}` and `{seconds, nanos}`, also
/// inside an exported `{"__datatype__": "timestamp", "value": …}`, and MongoDB's `{"$date": …}`.
package enum Timestamp {
  /// Seconds since 1970 of 0000-01-01T00:00:00Z and of the last second of 9999.
  static let range: ClosedRange<Int64> = -62_167_219_200...253_402_300_799
  /// Seconds since 1970 of 1901 and 9000: where something happened before or after, a program says
  /// "never", as Go and .NET do with the year 1, Excel and SQL Server with 1900, and others with 9999.
  static let beginOfTimes: Int64 = -2_177_452_800
  static let endOfTimes: Int64 = 221_845_392_000

  /// Reads text: a date-time, or the text of a number. A date-time that names no zone is in `zone`;
  /// nil means UTC.
  package static func instant(
    text bytes: UnsafeRawBufferPointer, epoch: Epoch, zone: Zone? = nil
  ) throws(TimestampError) -> Instant {
    guard let last = bytes.last else { throw .empty }
    // Without a zone the common form means UTC.
    if zone == nil || last == UInt8(ascii: "Z") || bytes.count > 24,
      let instant = CommonDateTime.instant(bytes)
    {
      return instant
    }
    let zone = zone ?? .utc
    // The fifth byte of a date-time is a hyphen; in a number it could only be an exponent's sign.
    if bytes.count >= 10 && bytes[4] == UInt8(ascii: "-") && bytes[7] == UInt8(ascii: "-") {
      return try TimeReader.dateTime.instant(bytes, zone: zone)
    }
    if bytes.contains(0x20) { return try TimeReader.mail.instant(bytes, zone: zone) }
    return try instant(number: bytes, epoch: epoch, zone: zone)
  }

  /// A day written as eight digits: as seconds of 1970 they would all be days of August then, before
  /// there were notifications.
  static func compactDate(_ bytes: UnsafeRawBufferPointer) -> CivilDate? {
    guard bytes.count == 8, let parts = TimeReader.compactDate.parts(of: bytes),
      (1900...2100).contains(parts.year)
    else { return nil }
    return parts.date
  }

  /// Reads the decimal text of a number; eight digits that are a date are that day's first instant in
  /// `zone`.
  package static func instant(
    number bytes: UnsafeRawBufferPointer, epoch: Epoch, zone: Zone = .utc
  ) throws(TimestampError) -> Instant {
    if epoch == .unix, let day = compactDate(bytes) {
      return try inRange(Instant(seconds: zone.startOfDay(day)))
    }
    guard let number = EpochNumber(bytes) else { throw .unreadable }
    guard !number.isRounded else { throw .rounded }
    guard let instant = number.instant(epoch: epoch) else { throw .outOfRange }
    return try inRange(instant)
  }

  /// The instant, if its year has four digits.
  static func inRange(_ instant: Instant) throws(TimestampError) -> Instant {
    guard range.contains(instant.seconds) else { throw .outOfRange }
    return instant
  }

  /// Reads Firestore's `{_seconds, _nanoseconds}` and `{seconds, nanos}`, MongoDB's `{"$date": …}`,
  /// whose numbers are always milliseconds (MongoDB Extended JSON v2), and its other numbers.
  package static func instant(
    object bytes: UnsafeRawBufferPointer, epoch: Epoch
  ) throws(TimestampError) -> Instant {
    guard let object = JSONText(bytes) else { throw .unreadable }
    if let date = object.member("$date") { return try instant(date: date, epoch: epoch) }
    if let number = object.extendedValue, number.isNumeric {
      return try instant(number: number.bytes, epoch: epoch)
    }
    if object.member("__datatype__")?.text == "timestamp" {
      guard let value = object.member("value"), value.kind == .object,
        value.member("__datatype__") == nil
      else { throw .unreadable }
      return try instant(object: value.bytes, epoch: epoch)
    }
    guard let seconds = object.member("seconds"), seconds.isNumeric,
      let whole = Int64(String(decoding: seconds.bytes, as: UTF8.self))
    else { throw .unreadable }
    let nanoseconds = object.member("nanoseconds") ?? object.member("nanos")
    let fraction = try nanoseconds.map { value throws(TimestampError) in
      guard value.isNumeric, let number = Int64(String(decoding: value.bytes, as: UTF8.self)),
        (0..<1_000_000_000).contains(number)
      else { throw .unreadable }
      return number / 1_000
    }
    let start = try inRange(Instant(seconds: whole))
    return Instant(microseconds: start.microseconds + (fraction ?? 0))
  }

  /// Reads Java's `[2024,3,10,9,12,33,500000000]`: a local time, whose seconds and nanoseconds may be
  /// missing.
  package static func instant(
    list bytes: UnsafeRawBufferPointer, zone: Zone
  ) throws(TimestampError) -> Instant {
    let parts = (JSONText(bytes)?.parts ?? .none).map { part in
      part.value.kind == .number ? part.value.text.flatMap { Int($0) } : nil
    }
    let numbers = parts.compactMap(\.self)
    guard 5...7 ~= parts.count, numbers.count == parts.count, 1900...2100 ~= numbers[0],
      0..<24 ~= numbers[3], 0..<60 ~= numbers[4]
    else { throw .unreadable }
    let (second, nanosecond) = (numbers.dropFirst(5).first ?? 0, numbers.dropFirst(6).first ?? 0)
    let date = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])
    guard date.parts == (numbers[0], numbers[1], numbers[2]), 0..<60 ~= second,
      0..<1_000_000_000 ~= nanosecond
    else { throw .unreadable }
    let start = zone.instant(of: date, hour: numbers[3], minute: numbers[4]) + Int64(second)
    return Instant(microseconds: start * 1_000_000 + Int64(nanosecond / 1000))
  }

  private static func instant(date: JSONText, epoch: Epoch) throws(TimestampError) -> Instant {
    switch date.kind {
    case .string: return try instant(text: date.bytes, epoch: epoch)
    case .number: return try instant(milliseconds: date.bytes)
    case .object:
      guard let number = date.member("$numberLong"), number.isNumeric else { throw .unreadable }
      return try instant(milliseconds: number.bytes)
    case .null, .bool, .array: throw .unreadable
    }
  }

  private static func instant(
    milliseconds bytes: UnsafeRawBufferPointer
  ) throws(TimestampError) -> Instant {
    guard let number = EpochNumber(bytes) else { throw .unreadable }
    guard let instant = number.instantOfMilliseconds else { throw .outOfRange }
    return try inRange(instant)
  }

  /// Whether the text of a time has no `Z`, offset or name of a zone after it.
  static func isZoneless(_ text: UnsafeRawBufferPointer) -> Bool {
    let count = text.count
    // `2026-02-08T15:05:00+00:00`, as most are written.
    if count >= 20, text[13] == UInt8(ascii: ":"),
      text[count - 6] == UInt8(ascii: "+") || text[count - 6] == UInt8(ascii: "-")
    {
      return false
    }
    var index = 0
    while index < count, text[index] != UInt8(ascii: ":") { index += 1 }
    if index == count {
      // A date alone.
      return count == 10 && text[4] == UInt8(ascii: "-") && text[7] == UInt8(ascii: "-")
        || compactDate(text) != nil
    }
    while index < count {
      let byte = text[index]
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || (byte & 0xDF) &- 65 < 26 {
        return false
      }
      index += 1
    }
    return true
  }
}

extension JSONText {
  /// A number, or a text that may hold one.
  fileprivate var isNumeric: Bool { kind == .number || kind == .string }
}

/// A decimal number that means a time.
///
/// Its magnitude tells the unit: an absolute value under 1e11 is seconds (with or without a
/// fraction), under 1e14 milliseconds, anything else microseconds. It is exact; a `Double` of a
/// current time only resolves a quarter of a microsecond.
struct EpochNumber {
  private var isNegative = false
  private var whole: Int64 = 0
  /// The first six digits of the fraction, as millionths.
  private var millionths: Int64 = 0
  /// Whether digits were left out: `E+12`, as spreadsheets and `%g` write it, after fewer than ten.
  private(set) var isRounded = false

  /// Nil if `bytes` are not a decimal number, or it is too large for any unit.
  init?(_ bytes: UnsafeRawBufferPointer) {
    var position = 0
    if let first = bytes.first, first == UInt8(ascii: "-") {
      isNegative = true
      position = 1
    }
    let start = position
    while position < bytes.count, bytes[position] &- 48 < 10 {
      let (product, overflow) = whole.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(Int64(bytes[position] &- 48))
      if overflow || carry { return nil }
      whole = sum
      position += 1
    }
    guard position > start else { return nil }
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      guard let end = readFraction(bytes, from: position + 1) else { return nil }
      position = end
    }
    guard position < bytes.count else { return }
    guard bytes[position] | 0x20 == UInt8(ascii: "e"), readExponential(bytes) else { return nil }
  }

  /// Reads `1.77e9` through a `Double`, which is what wrote it.
  private mutating func readExponential(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let value = Double(String(decoding: bytes, as: UTF8.self)), value.isFinite,
      let whole = Int64(exactly: value.magnitude.rounded(.down))
    else { return false }
    self.whole = whole
    let mantissa = bytes.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    isRounded = bytes.contains(UInt8(ascii: "+")) && mantissa.count { $0 &- 48 < 10 } < 10
    millionths = Int64(((value.magnitude - Double(whole)) * 1_000_000).rounded(.down))
    return true
  }

  /// Adds the digits from `start`; returns their end, or nil if there are none.
  private mutating func readFraction(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var position = start
    while position < bytes.count, bytes[position] &- 48 < 10 {
      if position - start < 6 { millionths = millionths * 10 + Int64(bytes[position] &- 48) }
      position += 1
    }
    for _ in 0..<max(0, 6 - (position - start)) { millionths *= 10 }
    return position > start ? position : nil
  }

  var value: Double {
    let magnitude = Double(whole) + Double(millionths) / 1_000_000
    return isNegative ? -magnitude : magnitude
  }

  /// The instant of the number; nil if it does not fit.
  func instant(epoch: Epoch) -> Instant? {
    let magnitude =
      whole < 100_000_000_000
      ? whole * 1_000_000 + millionths
      : whole < 100_000_000_000_000 ? whole * 1_000 + millionths / 1_000 : whole
    let isApple = epoch == .apple && whole < 1_000_000_000
    return Instant(microseconds: isNegative ? -magnitude : magnitude)
      .adding(seconds: isApple ? EpochNumber.appleEpoch : 0)
  }

  /// The instant of a number that is always milliseconds, as in `{"$date": …}`.
  var instantOfMilliseconds: Instant? {
    let (product, overflow) = whole.multipliedReportingOverflow(by: 1_000)
    let microseconds = product.addingReportingOverflow(millionths / 1_000)
    if overflow || microseconds.overflow { return nil }
    return Instant(
      microseconds: isNegative ? -microseconds.partialValue : microseconds.partialValue)
  }

  /// 2001-01-01T00:00:00Z in seconds since 1970.
  static let appleEpoch: Int64 = 978_307_200
}

extension FieldValue {
  /// Whether the value is a time without `Z` or an offset after it, or the number of a day.
  var isZonelessTime: Bool {
    kind == TIDINGS_JSON_ARRAY
      || (kind == TIDINGS_JSON_STRING || bytes.count == 8) && bytes.last != UInt8(ascii: "Z")
        && Timestamp.isZoneless(bytes)
  }
}
