import Digests
import Languages
import Notifications

/// What a mail says before it is opened, and its first lines.
struct MailHeadline: Equatable {
  /// `2 urgent, 5 more: Transcript due tomorrow (8 Feb)`
  var subject: String
  /// The next two titles, or the counts.
  var preheader: String
  /// `7 new, 2 of them urgent`
  var heading: String
  /// `▲ 4 more than yesterday`
  var change: String?

  /// Titles in a subject are cut at so many columns.
  static let subjectTitleColumns = 78

  init(_ digest: Digest, in context: DocumentContext, period: ChangePeriod) {
    let words = context.words
    let total = digest.counts.all.total
    let urgent = digest.counts[.high].total
    heading = total == 0 ? words(.digestEmpty) : words.newCount(total, urgent: urgent)
    let items = digest.sections.flatMap(\.items)
    let top = items.first { $0.notification.priority == .high } ?? items.first
    if let top {
      subject = words.subject(
        total: total, urgent: urgent, title: Self.title(top, context), date: context.today)
    } else {
      subject = words(
        .mailSubjectOne,
        [
          "title": .text(words(.inboxCaughtUp)),
          "date": .text(words.dates.dayAndMonth(context.today)),
        ])
    }
    let next = items.filter { $0.ids != top?.ids }.prefix(2).map { Self.title($0, context) }
    preheader = next.isEmpty ? heading : next.joined(separator: " · ")
    change = digest.previous.map { Self.change(total - $0.all.total, period, words) }
  }

  private static func title(_ item: DigestItem, _ context: DocumentContext) -> String {
    let title = ShownText(item.notification, in: context).title
    let cut = DisplayWidth.truncated(FlatText.line(title), columns: subjectTitleColumns)
    return BidiIsolation.isolated(LinkGuard.guarded(cut), in: context.words.direction)
  }

  private static func change(_ difference: Int, _ period: ChangePeriod, _ words: Words) -> String {
    let sign = difference > 0 ? "▲ " : difference < 0 ? "▼ " : ""
    return sign + words.change(difference, since: period)
  }
}
