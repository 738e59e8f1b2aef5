import ByteText

extension Localization {
  /// `just now`, `5m ago`, `2h ago`, `3d ago`, then `Jan 15`, with the year if it is not the
  /// current one. Both times are in seconds since 1970.
  package func relativeTime(_ seconds: Int64, now: Int64, in zone: Zone) -> String {
    let (age, overflow) = now.subtractingReportingOverflow(seconds)
    if !overflow, let recent = recentTimes.words(ofAge: age) { return recent }
    return dates.short(zone.civil(at: seconds).date, in: zone.civil(at: now).date)
  }
}

/// `5m ago` and the like for all 89 ages that are not dates, in coarse steps. `ago` in
/// Templates/inbox/script.js says the same of today while a page stays open.
struct RecentTimes: Sendable {
  private let now: String
  private let minutes: [String]
  private let hours: [String]
  private let days: [String]

  /// Up to so many seconds in the future count as now: clocks differ.
  private static let skew: Int64 = 300

  init(_ words: (MessageKey, Int) -> String) {
    now = words(.timeNow, 0)
    minutes = (0..<60).map { words(.timeMinutes, $0) }
    hours = (0..<24).map { words(.timeHours, $0) }
    days = (0..<7).map { words(.timeDays, $0) }
  }

  /// The words for an age in seconds; nil for more than six days and for the future.
  func words(ofAge age: Int64) -> String? {
    switch age {
    case -Self.skew..<60: now
    case 60..<3600: minutes[Int(age / 60)]
    case 3600..<86_400: hours[Int(age / 3600)]
    case 86_400..<604_800: days[Int(age / 86_400)]
    default: nil
    }
  }
}
