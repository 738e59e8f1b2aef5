import ByteText
import Exports
import Glibc
package import Languages
package import Notifications

enum LocaleForm {
  /// Whether a text is a language tag by the grammar of RFC 5646, with `_` for `-` allowed: a
  /// language of two or three letters, then subtags of up to eight letters and digits.
  static func isWellFormed(_ text: String) -> Bool {
    let subtags = text.utf8.split(omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    }
    guard let language = subtags.first, (2...3).contains(language.count) else { return false }
    return language.allSatisfy(\.isASCIILetter)
      && subtags.allSatisfy { (1...8).contains($0.count) && $0.allSatisfy(\.isASCIILetterOrDigit) }
  }
}

/// A time of day in preferences.
package enum ClockTime: Equatable, Sendable {
  /// Minutes since midnight, 0 to 1,439.
  case minute(Int)
  /// A point in time of which only hour and minute count, as a clock in the recipient's zone showed
  /// them then; apps' time pickers store this.
  case instant(Instant)

  /// Minutes since midnight in a zone.
  package func minute(in zone: Zone) -> Int {
    switch self {
    case .minute(let minute): return minute
    case .instant(let instant):
      let civil = zone.civil(at: instant.seconds)
      return civil.hour * 60 + civil.minute
    }
  }

  /// `22:30` or `22:30:00`, as databases print a column of type time, or an hour alone; nil for anything
  /// else.
  init?(clock text: some Collection<UInt8>) {
    let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard 1...3 ~= parts.count, 1...2 ~= parts[0].count,
      parts.dropFirst().allSatisfy({ $0.count == 2 }),
      parts.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) })
    else { return nil }
    let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1 - 48) } }
    guard numbers[0] < 24, numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
    self = .minute(numbers[0] * 60 + (numbers.count > 1 ? numbers[1] : 0))
  }

  /// The time of day of a date-time without a zone, which counts in the recipient's zone; nil for
  /// anything else.
  init?(local text: UnsafeRawBufferPointer) {
    guard text.count > 11, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      text[10] == UInt8(ascii: "T") || text[10] == 0x20
    else { return nil }
    let clock = text.dropFirst(11)
    // A zone after the time makes it a point in time.
    if clock.contains(where: { "Zz+-".utf8.contains($0) }) { return nil }
    self.init(clock: clock.prefix { $0 != UInt8(ascii: ".") })
  }
}

/// When nothing is delivered, not yet in a recipient's zone.
package enum QuietTimes: Equatable, Sendable {
  /// Turned off explicitly.
  case off
  case between(ClockTime, ClockTime)

  /// Nil if there are none: off, or both ends equal.
  package func hours(in zone: Zone) -> QuietHours? {
    switch self {
    case .off: nil
    case .between(let start, let end):
      QuietHours(start: start.minute(in: zone), end: end.minute(in: zone))
    }
  }
}

/// What a record says of quiet hours, field by field.
struct QuietWords {
  var isOn: Bool?
  /// Whether they count only where something turns them on, as in some systems.
  var isSwitched = false
  var whole: QuietTimes?
  var start: ClockTime?
  var end: ClockTime?

  /// Whether the ends are of any use.
  var counts: Bool { isOn ?? !isSwitched }

  /// Nil if nothing is said.
  ///
  /// - Parameter isStrict: whether one end without the other is a fault; else there are none then.
  func times(isStrict: Bool) throws(Fault) -> QuietTimes? {
    guard counts else { return isOn.map { _ in .off } }
    if let whole { return whole }
    if let start, let end { return .between(start, end) }
    if start == nil, end == nil { return isSwitched ? .off : nil }
    guard isStrict else { return .off }
    let missing: RecipientField = start == nil ? .quietHoursStart : .quietHoursEnd
    throw Fault.missing(missing.name)
  }
}

extension Coordinates {
  /// The mean radius of the Earth in kilometers (IUGG).
  static let earthRadius = 6_371.0088

  /// The distance in kilometers along a great circle, by the haversine formula, which stays exact
  /// for small distances. Ignoring the Earth's flattening costs up to half a percent.
  package func distance(to other: Coordinates) -> Double {
    let radians = Double.pi / 180
    let latitudes = sin((other.latitude - latitude) * radians / 2)
    let longitudes = sin((other.longitude - longitude) * radians / 2)
    let haversine =
      latitudes * latitudes
      + cos(latitude * radians) * cos(other.latitude * radians) * longitudes * longitudes
    return 2 * Self.earthRadius * asin(min(1, haversine.squareRoot()))
  }
}

extension Area {
  /// Whether coordinates are within the radius.
  package func contains(_ position: Coordinates) -> Bool { center.distance(to: position) <= radius }
}
