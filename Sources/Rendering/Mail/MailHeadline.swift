import ByteText
import Digests
import Languages
import Notifications

/// The parts of a mail that readers see before they open it, and its first lines.
struct MailHeadline: Equatable {
  /// `2 urgent, 5 more: Transcript due tomorrow (8 Feb)`
  var subject: String
  /// The next two titles, or the counts if there are none.
  var preheader: String
  /// `7 new, 2 of them urgent`
  var heading: String
  /// `▲ 4 more than yesterday`
  var change: String?

  /// The limit for titles in a subject.
  static let subjectTitleColumns = 78

  init(_ digest: Digest, in context: DocumentContext, period: ChangePeriod) {
    let words = context.words
    let total = digest.counts.all.total
    let urgent = digest.counts[.high].total
    heading = total == 0 ? words(.digestEmpty) : words.newCount(total, urgent: urgent)
    let titles = Self.firstTitles(of: digest, context)
    if let top = titles.first {
      subject = words.subject(total: total, urgent: urgent, title: top, date: context.today)
    } else {
      subject = words(
        .mailSubjectOne,
        [
          "title": .text(words(.inboxCaughtUp)),
          "date": .text(words.dates.dayAndMonth(context.today)),
        ])
    }
    switch titles.count {
    case 3: preheader = titles[1] + " · " + titles[2]
    case 2: preheader = titles[1]
    default: preheader = heading
    }
    change = digest.previous.map { Self.change(total - $0.all.total, period, words: words) }
  }

  /// The titles of the top item, which is the first urgent one if any, and of the first two others.
  /// Works with indices, since copying a notification is costly.
  private static func firstTitles(of digest: Digest, _ context: DocumentContext) -> [String] {
    let top = firstUrgent(of: digest)
    var titles: [String] = []
    if let top {
      titles.append(title(digest.sections[top.section].items[top.item], context))
    }
    for section in digest.sections.indices {
      for item in digest.sections[section].items.indices {
        if titles.count == 3 { return titles }
        if top?.section != section || top?.item != item {
          titles.append(title(digest.sections[section].items[item], context))
        }
      }
    }
    return titles
  }

  private static func firstUrgent(of digest: Digest) -> (section: Int, item: Int)? {
    for section in digest.sections.indices {
      for item in digest.sections[section].items.indices
      where digest.sections[section].items[item].notification.priority == .high {
        return (section, item)
      }
    }
    return nil
  }

  private static func title(
    _ item: borrowing DigestItem, _ context: DocumentContext
  ) -> String {
    let shown = ShownText(item.notification, in: context, cutsPreviews: true).title
    let line = LiteralText.normalized(FlatText.line(shown))
    let title = line.isEmpty ? context.words(.itemUntitled) : line
    let cut = context.words.repeated(
      DisplayWidth.truncated(title, columns: subjectTitleColumns), times: item.untoldCount)
    return BidiIsolation.isolated(LinkGuard.guarded(cut), in: context.words.direction)
  }

  private static func change(_ difference: Int, _ period: ChangePeriod, words: Localization)
    -> String
  {
    let sign = difference > 0 ? "▲ " : difference < 0 ? "▼ " : ""
    return sign + words.change(difference, since: period)
  }
}
