package import Languages
package import Notifications

/// A time of the day as preferences give it.
package enum ClockTime: Equatable, Sendable {
  /// Minutes since midnight, 0 to 1,439.
  case minute(Int)
  /// A point in time of which only hour and minute count, as a clock in the recipient's zone showed
  /// them then: that is what an app's time picker stores.
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

  /// `22:30` or `22:30:00`, as a column of type time is printed; nil for anything else.
  init?(clock text: some Collection<UInt8>) {
    var parts = (hour: 0, minute: 0, second: 0)
    var colons = 0
    var digits = 0
    for byte in text {
      if byte == UInt8(ascii: ":") {
        guard colons == 0 ? digits > 0 : digits == 2 else { return nil }
        (colons, digits) = (colons + 1, 0)
        continue
      }
      guard byte &- 48 < 10, digits < 2 else { return nil }
      digits += 1
      switch colons {
      case 0: parts.hour = parts.hour * 10 + Int(byte - 48)
      case 1: parts.minute = parts.minute * 10 + Int(byte - 48)
      default: parts.second = parts.second * 10 + Int(byte - 48)
      }
    }
    guard (1...2).contains(colons), digits == 2, parts.hour < 24, parts.minute < 60,
      parts.second < 60
    else { return nil }
    self = .minute(parts.hour * 60 + parts.minute)
  }
}

/// When nothing is to be delivered, before anybody has looked at the recipient's zone.
package enum QuietTimes: Equatable, Sendable {
  /// Said to be off.
  case off
  case between(ClockTime, ClockTime)

  /// Nil where there are none: off, or both ends equal.
  package func hours(in zone: Zone) -> QuietHours? {
    switch self {
    case .off: nil
    case .between(let start, let end):
      QuietHours(start: start.minute(in: zone), end: end.minute(in: zone))
    }
  }
}
