package import ByteText

/// The age of a notification, in coarse steps. `ago` in Templates/inbox/script.js says the same of
/// today while a page stays open.
package enum RelativeTime: Equatable, Sendable {
  case justNow
  case minutes(Int)
  case hours(Int)
  case days(Int)
  /// More than six days old or in the future; with its year if that is not the current one.
  case date(CivilDate, withYear: Bool)

  /// Up to so many seconds in the future count as now: clocks differ.
  package static let skew: Int64 = 300

  /// Both times are in seconds since 1970.
  package init(_ seconds: Int64, now: Int64, in zone: Zone) {
    let (age, overflow) = now.subtractingReportingOverflow(seconds)
    switch age {
    case _ where overflow: self = Self.date(seconds, now, zone: zone)
    case -Self.skew..<60: self = .justNow
    case 60..<3600: self = .minutes(Int(age / 60))
    case 3600..<86_400: self = .hours(Int(age / 3600))
    case 86_400..<604_800: self = .days(Int(age / 86_400))
    default: self = Self.date(seconds, now, zone: zone)
    }
  }

  private static func date(_ seconds: Int64, _ now: Int64, zone: Zone) -> RelativeTime {
    let date = zone.civil(at: seconds).date
    return .date(date, withYear: date.year != zone.civil(at: now).date.year)
  }
}

extension Localization {
  /// `just now`, `5m ago`, `2h ago`, `3d ago`, then `Jan 15`, with the year if it is not the
  /// current one.
  package func relativeTime(_ seconds: Int64, now: Int64, in zone: Zone) -> String {
    switch RelativeTime(seconds, now: now, in: zone) {
    case .date(let date, let withYear): dates.date(date, withYear: withYear)
    case let recent: recentTimes[recent]
    }
  }
}

/// `5m ago` and the like for all 89 ages that are not dates.
struct RecentTimes: Sendable {
  private let now: String
  private let minutes: [String]
  private let hours: [String]
  private let days: [String]

  init(_ words: (MessageKey, Int) -> String) {
    now = words(.timeNow, 0)
    minutes = (0..<60).map { words(.timeMinutes, $0) }
    hours = (0..<24).map { words(.timeHours, $0) }
    days = (0..<7).map { words(.timeDays, $0) }
  }

  /// Empty for a date.
  subscript(time: RelativeTime) -> String {
    switch time {
    case .justNow: now
    case .minutes(let count): minutes[count]
    case .hours(let count): hours[count]
    case .days(let count): days[count]
    case .date: ""
    }
  }
}
