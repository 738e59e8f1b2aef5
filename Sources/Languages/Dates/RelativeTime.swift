/// How long ago something was, in the coarse steps in which it is told.
public enum RelativeTime: Equatable, Sendable {
  case justNow
  case minutes(Int)
  case hours(Int)
  case days(Int)
  /// Older than six days, or ahead of now: a date, with its year when it is not this year's.
  case date(CivilDate, withYear: Bool)

  /// A time up to this many seconds ahead of now is skew between clocks: just now.
  public static let skew: Int64 = 300

  /// Both times in seconds since 1970; the zone decides the date and which year is this one.
  public init(_ seconds: Int64, now: Int64, in zone: Zone) {
    let (age, overflow) = now.subtractingReportingOverflow(seconds)
    switch age {
    case _ where overflow: self = Self.date(seconds, now, zone)
    case -Self.skew..<60: self = .justNow
    case 60..<3600: self = .minutes(Int(age / 60))
    case 3600..<86_400: self = .hours(Int(age / 3600))
    case 86_400..<604_800: self = .days(Int(age / 86_400))
    default: self = Self.date(seconds, now, zone)
    }
  }

  private static func date(_ seconds: Int64, _ now: Int64, _ zone: Zone) -> RelativeTime {
    let date = zone.civil(at: seconds).date
    return .date(date, withYear: date.year != zone.civil(at: now).date.year)
  }
}

extension Words {
  /// `just now`, `5m ago`, `2h ago`, `3d ago`, then `Jan 15`, with the year when it is not this one.
  public func relativeTime(_ seconds: Int64, now: Int64, in zone: Zone) -> String {
    var output: [UInt8] = []
    appendRelativeTime(seconds, now: now, in: zone, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends `2h ago` as UTF-8.
  public func appendRelativeTime(
    _ seconds: Int64, now: Int64, in zone: Zone, to output: inout [UInt8]
  ) {
    append(
      RelativeTime(seconds, now: now, in: zone),
      keys: (.timeMinutes, .timeHours, .timeDays), to: &output)
  }

  /// The same in full words, for screen readers: `2 hours ago`.
  public func spokenTime(_ seconds: Int64, now: Int64, in zone: Zone) -> String {
    var output: [UInt8] = []
    append(
      RelativeTime(seconds, now: now, in: zone),
      keys: (.timeSpokenMinutes, .timeSpokenHours, .timeSpokenDays), to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  private func append(
    _ time: RelativeTime, keys: (minutes: MessageKey, hours: MessageKey, days: MessageKey),
    to output: inout [UInt8]
  ) {
    func tell(_ key: MessageKey, _ count: Int) {
      append(key, MessageArguments("count", .integer(count)), to: &output)
    }
    switch time {
    case .justNow: append(.timeNow, to: &output)
    case .minutes(let count): tell(keys.minutes, count)
    case .hours(let count): tell(keys.hours, count)
    case .days(let count): tell(keys.days, count)
    case .date(let date, let withYear): dates.appendDate(date, withYear: withYear, to: &output)
    }
  }
}
