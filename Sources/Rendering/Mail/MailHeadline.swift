import ByteText
import Digests
import Languages
import MailMessages
import Notifications

/// The parts of a mail that readers see before they open it, and its first lines.
struct MailHeadline: Equatable {
  /// `Transcript due tomorrow, and 11 more (4 urgent)`
  var subject: String
  /// The next titles, 90 to 120 characters if there are enough; the counts if there are none.
  var preheader: String
  /// `5 urgent, 7 more`; the title of a single notification.
  var heading: Headline
  /// The only line, if there is no other notification: its title is the heading.
  var single: LinePosition?
  /// `▲ 4 more than yesterday`
  var change: String?

  /// The limit for titles in a subject.
  static let subjectTitleColumns = 72

  /// A preheader has as many titles as fit into this; a last one that does not fit is cut.
  static let preheaderColumns = 120

  init(
    _ digest: Digest, _ sections: [ReadingSection], in context: DocumentContext,
    period: ChangePeriod
  ) {
    let words = context.words
    let total = digest.counts.all.total
    let urgent = digest.urgentCount
    heading = words.headlineParts(total, urgent: urgent)
    var lines = sections.flatMap(\.lines)
    // What is urgent leads, then what is about the reader in person.
    if urgent == 0,
      let personal = lines.firstIndex(where: { digest[$0].notification.type.isMention })
    {
      lines.insert(lines.remove(at: personal), at: 0)
    }
    if let top = lines.first {
      let title = Self.title(digest[top], context)
      let own = digest[top].ids.count
      subject = words.subject(
        title, others: total - own, urgent: urgent - (digest[top].isUrgent ? own : 0))
      if lines.count == 1, total == own {
        single = top
        heading = urgent > 0 ? Headline(urgent: title) : Headline(before: title)
      }
    } else {
      // Who has unread ones from before is not all caught up.
      subject = words(digest.isNarrowed ? .digestEmpty : .inboxCaughtUp)
      if total == 0 { heading = Headline(before: subject) }
    }
    preheader =
      single.map { Self.message(digest[$0], context) }
      ?? Self.preheader(of: digest, lines.dropFirst(), context)
    if preheader.isEmpty { preheader = heading.whole }
    change = digest.previous.map { words.signedChange(total - $0.all.total, since: period) }
  }

  /// Makes the subject differ from an equal one of another day.
  mutating func addDate(in context: DocumentContext) {
    let words = context.words
    subject = words(
      .mailSubjectDated,
      ["subject": .text(subject), "date": .text(words.dates.dayAndMonth(context.today))])
  }

  private static func message(
    _ item: borrowing DigestItem, _ context: DocumentContext
  ) -> String {
    let shown = ShownText(item.notification, in: context, cutsPreviews: true)
    let line = LiteralText.normalized(FlatText.line(shown.told(in: context).message))
    return LinkGuard.guarded(DisplayWidth.truncated(line, columns: preheaderColumns))
  }

  private static func preheader(
    of digest: Digest, _ lines: ArraySlice<LinePosition>, _ context: DocumentContext
  ) -> String {
    var preheader = ""
    for line in lines {
      // No text has more columns than bytes.
      let least = preheaderColumns - 30
      if preheader.utf8.count >= least, DisplayWidth.columns(of: preheader) >= least { break }
      let title = Self.title(digest[line], context)
      preheader = preheader.isEmpty ? title : preheader + " · " + title
    }
    return DisplayWidth.truncated(preheader, columns: preheaderColumns)
  }

  private static func title(
    _ item: borrowing DigestItem, _ context: DocumentContext
  ) -> String {
    let shown = ShownText(item.notification, in: context, cutsPreviews: true)
    let line = LiteralText.normalized(shown.told(in: context).title)
    let title = line.isEmpty ? context.words(.itemUntitled) : line
    let cut = context.words.repeated(
      DisplayWidth.truncated(title, columns: subjectTitleColumns), times: item.untoldCount)
    return BidiIsolation.isolated(LinkGuard.guarded(cut), in: context.words.direction)
  }
}
