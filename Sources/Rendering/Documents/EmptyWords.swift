import Digests
import Languages
import Notifications

/// What a digest says of what it does not show: why it is empty, and what is still unread from before
/// its days.
///
///     Nothing in the last 7 days. 15 older ones, the newest of Feb 8, are still unread.
struct EmptyWords {
  let digest: Digest
  let context: DocumentContext

  private var words: Words { context.words }

  /// `Nothing in the last 7 days.`; only where nothing is unread and nothing was left out is everything
  /// read.
  var reason: String {
    if digest.isNarrowed { return words(.digestNoMatch) }
    guard digest.older != nil, let from = digest.window.from else { return words(.inboxCaughtUp) }
    return nothing(since: from)
  }

  /// `15 older ones, the newest of Feb 8, are still unread.`; empty where there are none.
  var older: String {
    guard let older = digest.older else { return "" }
    let date = context.zone.civil(at: older.newest.seconds).date
    return words(
      .digestOlder,
      ["count": .integer(older.count), "date": .text(words.dates.short(date, in: context.today))])
  }

  /// What a page says once nothing is left on it, whatever it began with.
  var whenNothingIsLeft: String {
    if !older.isEmpty { return older }
    return digest.isNarrowed ? words(.digestNoMatch) : words(.inboxCaughtUp)
  }

  /// Both sentences.
  var sentence: String { older.isEmpty ? reason : reason + " " + older }

  private func nothing(since from: Instant) -> String {
    let first = context.zone.civil(at: from.seconds).date
    let days = context.today.dayNumber - first.dayNumber + 1
    if days >= 1, days <= 366, context.zone.startOfDay(first) == from.seconds {
      return words(.digestNothingInDays, count: days)
    }
    return words(
      .digestNothingSince, ["date": .text(words.dates.short(first, in: context.today))])
  }
}
