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
    let first = Self.first(of: digest)
    if let top = first.first {
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
    let next = first.dropFirst().map { Self.title($0, context) }
    preheader = next.isEmpty ? heading : next.joined(separator: " · ")
    change = digest.previous.map { Self.change(total - $0.all.total, period, words) }
  }

  /// The top item, which is the first urgent one where there is any, and the two that come first
  /// besides it.
  private static func first(of digest: Digest) -> [Notification] {
    var top: (section: Int, item: Int)?
    for (section, items) in digest.sections.map(\.items).enumerated() where top == nil {
      top = items.firstIndex { $0.notification.priority == .high }.map { (section, $0) }
    }
    var first: [Notification] = []
    if let top { first.append(digest.sections[top.section].items[top.item].notification) }
    for (section, items) in digest.sections.map(\.items).enumerated() {
      for (index, item) in items.prefix(3).enumerated() {
        if first.count == 3 { return first }
        if top?.section != section || top?.item != index { first.append(item.notification) }
      }
    }
    return first
  }

  private static func title(_ notification: Notification, _ context: DocumentContext) -> String {
    let line = FlatText.line(ShownText(notification, in: context, cutsPreviews: true).title)
    let title = line.isEmpty ? context.words(.itemUntitled) : line
    let cut = DisplayWidth.truncated(title, columns: subjectTitleColumns)
    return BidiIsolation.isolated(LinkGuard.guarded(cut), in: context.words.direction)
  }

  private static func change(_ difference: Int, _ period: ChangePeriod, _ words: Words) -> String {
    let sign = difference > 0 ? "▲ " : difference < 0 ? "▼ " : ""
    return sign + words.change(difference, since: period)
  }
}
