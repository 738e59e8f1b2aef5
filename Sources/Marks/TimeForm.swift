import ByteText
import Languages
import Notifications
import Profiles

/// How a system writes its times, learned from one of them.
struct TimeForm: Hashable, Sendable {
  /// A 0 for each digit, without the offset: `0000-00-00 00:00:00.000`, `0000000000`.
  private let shape: String
  /// As written: `Z`, `+00:00`, ` UTC`; empty without one.
  private let offset: String
  private let epoch: Epoch
  private let zone: Zone

  /// RFC 3339 in UTC.
  static let standard = TimeForm(shape: "", offset: "Z", epoch: .unix, zone: .utc)

  private init(shape: String, offset: String, epoch: Epoch, zone: Zone) {
    (self.shape, self.offset, self.epoch, self.zone) = (shape, offset, epoch, zone)
  }

  /// The form of a text or number that is a time of the profile; nil for one that cannot be written
  /// again, as those of mail.
  init?(_ text: String, of profile: Profile) {
    let isDate = text.utf8.dropFirst(4).first == UInt8(ascii: "-")
    // `YYYY-MM-DDThh:mm`, after which nothing but seconds belongs to the clock.
    let clock = text.utf8.dropFirst(isDate ? 16 : 0).prefix {
      $0 &- 48 < 10 || $0 == UInt8(ascii: ".") || isDate && $0 == UInt8(ascii: ":")
    }
    guard isDate || clock.endIndex == text.endIndex else { return nil }
    shape = String(
      decoding: text.utf8[..<clock.endIndex].map { $0 &- 48 < 10 ? UInt8(ascii: "0") : $0 },
      as: UTF8.self)
    offset = String(text[clock.endIndex...])
    (epoch, zone) = (profile.epoch, profile.timeZone ?? .utc)
  }

  func text(of time: Instant) -> String {
    if shape.isEmpty { return time.text }
    let parts = shape.split(separator: ".", maxSplits: 1)
    let isDay = parts[0].utf8.count == 8 && epoch == .unix
    if !isDay, !parts[0].contains("-") { return number(time, digits: parts[0].utf8.count) }
    var clock = Array(
      time.adding(seconds: Int64(secondsEast(at: time))).text.utf8.prefix(
        isDay ? 10 : parts[0].utf8.count))
    if isDay { clock.removeAll { $0 == UInt8(ascii: "-") } }
    if clock.count > 10 { clock[10] = Array(shape.utf8)[10] }
    let rest = time.microseconds - time.seconds * 1_000_000
    return String(decoding: clock, as: UTF8.self) + fraction(rest, of: 1_000_000) + offset
  }

  /// The number of a time, in the unit that so many digits before the point have.
  private func number(_ time: Instant, digits: Int) -> String {
    let start = epoch == .apple && digits < 10 ? Int64(978_307_200) : 0
    let unit: Int64 = digits <= 11 ? 1_000_000 : digits <= 14 ? 1_000 : 1
    let microseconds = Int(time.adding(seconds: -start).microseconds)
    let whole = microseconds.dividedDown(by: Int(unit))
    return String(whole) + fraction(Int64(microseconds) - Int64(whole) * unit, of: unit)
  }

  /// The point and as many digits as the form has.
  private func fraction(_ rest: Int64, of unit: Int64) -> String {
    guard let point = shape.firstIndex(of: ".") else { return "" }
    let digits = String(unit + rest).dropFirst() + "000000000"
    return "." + digits.prefix(shape[point...].utf8.count - 1)
  }

  private func secondsEast(at time: Instant) -> Int {
    if offset.isEmpty { return zone.offset(at: time.seconds) }
    let digits = offset.filter(\.isNumber)
    let minutes = (Int(digits.prefix(2)) ?? 0) * 60 + (Int(digits.dropFirst(2)) ?? 0)
    return minutes * (offset.contains("-") ? -60 : 60)
  }
}
