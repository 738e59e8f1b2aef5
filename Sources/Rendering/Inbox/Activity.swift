import Digests
import Languages
import Notifications

/// How many notifications came on each of the last civil days.
struct Activity {
  struct Day {
    var date: CivilDate
    var count: Int
  }

  /// Oldest first, today last.
  let days: [Day]

  var most: Int { days.map(\.count).max() ?? 0 }

  /// Counts the members of all lines, each line's on the day of its newest one, in the context's zone.
  init(of digest: Digest, in context: DocumentContext, days length: Int) {
    let today = context.zone.civil(at: context.now.seconds).date
    let first = today.adding(days: 1 - max(1, length))
    var counts = Array(repeating: 0, count: max(1, length))
    for item in digest.sections.lazy.flatMap(\.items) {
      let time = min(item.notification.time, context.now)
      let day = context.zone.civil(at: time.seconds).date.dayNumber - first.dayNumber
      if counts.indices.contains(day) { counts[day] += item.ids.count }
    }
    days = counts.enumerated().map { Day(date: first.adding(days: $0), count: $1) }
  }
}
