public import Languages
public import Notifications

/// A time of the day as preferences give it.
public enum ClockTime: Equatable, Sendable {
  /// Minutes since midnight, 0 to 1,439.
  case minute(Int)
  /// A point in time of which only hour and minute count, as a clock in the recipient's zone showed
  /// them then: that is what an app's time picker stores.
  case instant(Instant)

  /// Minutes since midnight in a zone.
  public func minute(in zone: Zone) -> Int {
    switch self {
    case .minute(let minute): return minute
    case .instant(let instant):
      let civil = zone.civil(at: instant.seconds)
      return civil.hour * 60 + civil.minute
    }
  }

  /// `22:30` or `22:30:00`, as a column of type time is printed; nil for anything else.
  init?(clock text: some Collection<UInt8>) {
    let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Self.number(Array($0)) }
    guard (2...3).contains(parts.count), numbers.count == parts.count, numbers[0] < 24,
      numbers.dropFirst().allSatisfy({ $0 < 60 }), parts[1].count == 2
    else { return nil }
    self = .minute(numbers[0] * 60 + numbers[1])
  }

  /// One or two digits.
  private static func number(_ digits: [UInt8]) -> Int? {
    guard (1...2).contains(digits.count), digits.allSatisfy({ $0 &- 48 < 10 }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
  }
}

/// When nothing is to be delivered, before anybody has looked at the recipient's zone.
public enum QuietTimes: Equatable, Sendable {
  /// Said to be off.
  case off
  case between(ClockTime, ClockTime)

  /// Nil where there are none: off, or both ends equal.
  public func hours(in zone: Zone) -> QuietHours? {
    switch self {
    case .off: nil
    case .between(let start, let end):
      QuietHours(start: start.minute(in: zone), end: end.minute(in: zone))
    }
  }
}
