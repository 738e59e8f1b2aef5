/// Times for programs: RFC 3339 in UTC. RFC 3339 ends with the year 9999; later years have the sign
/// of ISO 8601.
package enum RFC3339 {
  /// Appends `2026-02-08T15:05:00Z`, with a fraction unless it is zero.
  ///
  /// - Parameters:
  ///   - microseconds: since 1970.
  ///   - isShortest: whether the fraction ends with its last digit that is not zero; else it has six.
  package static func append(
    microseconds: Int64, to bytes: inout [UInt8], isShortest: Bool = false
  ) {
    let seconds = Int(microseconds).dividedDown(by: 1_000_000)
    let civil = CivilDateTime(clock: Int64(seconds))
    append(civil.date, to: &bytes)
    bytes.append(UInt8(ascii: "T"))
    append(civil.hour, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    append(civil.minute, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    append(civil.second, to: &bytes)
    // The seconds of a negative time are rounded down, so the fraction counts up from them.
    let rest = Int(microseconds % 1_000_000)
    let fraction = rest < 0 ? rest + 1_000_000 : rest
    if fraction > 0 {
      bytes.append(UInt8(ascii: "."))
      append(fraction / 10_000, to: &bytes)
      append(fraction / 100 % 100, to: &bytes)
      append(fraction % 100, to: &bytes)
      while isShortest, bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
    }
    bytes.append(UInt8(ascii: "Z"))
  }

  /// Appends `2026-02-08`.
  package static func append(_ date: CivilDate, to bytes: inout [UInt8]) {
    let (year, month, day) = date.parts
    // By way of strings it took 3,500 instructions, most of what a line of a feed or page took.
    guard 0...9999 ~= year else {
      bytes += date.description.utf8
      return
    }
    append(year / 100, to: &bytes)
    append(year % 100, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    append(month, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    append(day, to: &bytes)
  }

  /// Two digits.
  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10))
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }
}
