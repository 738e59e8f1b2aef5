import ByteText
import Digests
import Languages
import MailMessages
import Notifications

/// The parts of a mail that readers see before they open it, and its first lines.
struct MailHeadline: Equatable {
  /// `Transcript due tomorrow · 5 urgent, 7 more`, with the heading's counts.
  var subject: String
  /// What the subject does not say: the next other titles, 90 to 120 characters if there are enough,
  /// else the top one's message, else its context, kind and time; the day where there is nothing.
  var preheader: String
  /// `5 urgent, 7 more`; the title of a single notification.
  var heading: Headline
  /// The only line, if there is no other notification: its title is the heading.
  var single: LinePosition?
  /// `▲ 4 more than yesterday`
  var change: String?

  /// The limit for a subject.
  static let subjectColumns = 72
  /// Titles that begin with as many equal bytes tell of one matter.
  private static let beginning = 20

  /// A preheader has as many titles as fit into this; a last one that does not fit is cut.
  static let preheaderColumns = 120

  init(
    _ digest: Digest, _ sections: [ReadingSection], in context: DocumentContext,
    period: ChangePeriod
  ) {
    let words = context.words
    let total = digest.counts.all.total
    let urgent = digest.urgentCount
    heading = words.headline(total, urgent: urgent)
    var lines = sections.flatMap(\.lines)
    // What is urgent leads, then what is about the reader in person.
    if urgent == 0,
      let personal = lines.firstIndex(where: { digest[$0].notification.type.isMention })
    {
      lines.insert(lines.remove(at: personal), at: 0)
    }
    if let top = lines.first {
      let name = Self.told(digest[top], context).title
      if total == digest[top].ids.count {
        subject = Self.title(name, of: digest[top], context)
        single = top
        let own = Self.told(digest[top], context, keepsTitle: true).title
        let title = Self.title(own, of: digest[top], context)
        heading = urgent > 0 ? Headline(urgent: title) : Headline(before: title)
      } else {
        let title = Self.title(name, of: digest[top], context, besides: heading)
        let counts = Self.counts(heading, after: DisplayWidth.columns(of: title))
        subject =
          counts.isEmpty
          ? title : words(.mailSubject, ["title": .text(title), "counts": .text(counts)])
      }
      preheader = Self.preheader(of: digest, lines, context)
    } else {
      // Who has unread ones from before, or may have rejected ones, is not all caught up.
      subject = words(digest.isConclusive ? .inboxCaughtUp : .digestEmpty)
      if total > 0 {
        preheader = heading.whole
      } else {
        let day = words.dates.weekdayAndDayInFull(context.today)
        // Otherwise the subject says that there is nothing new.
        preheader = digest.isConclusive ? words(.digestEmpty) + " · " + day : day
        heading = Headline(before: subject)
      }
    }
    change = digest.previous.map { words.signedChange(total - $0.all.total, since: period) }
  }

  /// Makes the subject differ from an equal one of another day.
  mutating func addDate(in context: DocumentContext) {
    let words = context.words
    subject = words(
      .mailSubjectDated,
      ["subject": .text(subject), "date": .text(words.dates.date(context.today, withYear: false))])
  }

  private static func preheader(
    of digest: Digest, _ lines: [LinePosition], _ context: DocumentContext
  ) -> String {
    var preheader = ""
    // Measured title by title: the text between them is not ASCII, which is measured slowly.
    var columns = 0
    func add(_ name: String, of line: LinePosition) {
      if columns > 0 { (preheader, columns) = (preheader + " · ", columns + 3) }
      let title = MessageOpening.cut(
        title(name, of: digest[line], context), columns: preheaderColumns - columns)
      preheader += title
      columns += DisplayWidth.columns(of: title)
    }
    var known = [told(digest[lines[0]], context, keepsTitle: true).title]
    // What begins like a known one says little, so that it comes after all others.
    var alike: [(name: String, line: LinePosition)] = []
    for line in lines.dropFirst() where columns < preheaderColumns - 30 {
      let name = told(digest[line], context, keepsTitle: true).title
      if known.contains(name) { continue }
      if known.contains(where: { beginAlike($0, name) }) {
        alike.append((name, line))
      } else {
        add(name, of: line)
      }
      known.append(name)
    }
    for (name, line) in alike where columns < preheaderColumns - 30 { add(name, of: line) }
    if !preheader.isEmpty { return preheader }
    return MessageOpening.cut(
      rest(of: digest[lines[0]], on: digest.sections[lines[0].section].day, context),
      columns: preheaderColumns)
  }

  private static func beginAlike(_ one: String, _ other: String) -> Bool {
    zip(one.utf8, other.utf8).prefix(beginning).allSatisfy { $0 == $1 }
  }

  /// What a line tells besides its title.
  private static func rest(
    of item: borrowing DigestItem, on day: Day, _ context: DocumentContext
  ) -> String {
    let parts = ItemParts(item, in: context, length: .row)
    let message = LiteralText.normalized(FlatText.line(told(item, context).message))
    let time = context.shortTime(item.notification.time, of: day, among: .urgent)
    let facts = [parts.context, parts.label, time].compactMap(\.self).joined(separator: " · ")
    return LinkGuard.guarded(message.isEmpty ? facts : message)
  }

  /// The title and the message. In a subject a title that only names its type says nothing: there the
  /// message's first sentence stands for it.
  private static func told(
    _ item: borrowing DigestItem, _ context: DocumentContext, keepsTitle: Bool = false
  ) -> (title: String, message: String) {
    let shown = ShownText(item.notification, in: context, cutsPreviews: true)
    var (line, message) = shown.told(in: context)
    line = LiteralText.normalized(line)
    if !keepsTitle, item.untoldCount == 1, shown.look.isNamed(by: line, item.notification.type) {
      let opening = MessageOpening(message)
      if !opening.title.isEmpty {
        (line, message) = (LiteralText.normalized(opening.title), opening.rest)
      }
    }
    return (line.isEmpty ? context.words(.itemUntitled) : line, message)
  }

  /// As much of the counts as a title leaves room for: all, how many are urgent, or nothing.
  private static func counts(_ counts: Headline, after columns: Int) -> String {
    let room = subjectColumns - columns - 3
    return [counts.whole, counts.urgent].first { DisplayWidth.columns(of: $0) <= room } ?? ""
  }

  /// A title that is too long for a subject is cut and leaves room for the counts.
  private static func title(
    _ name: String, of item: borrowing DigestItem, _ context: DocumentContext,
    besides counts: Headline? = nil
  ) -> String {
    var cut = name
    if DisplayWidth.columns(of: name) > subjectColumns {
      let least = counts.map { $0.urgent.isEmpty ? $0.whole : $0.urgent }
      let room = subjectColumns - 1 - (least.map { DisplayWidth.columns(of: $0) + 3 } ?? 0)
      // It closes directions that the cut left open.
      cut = FlatText.line(MessageOpening.cut(name, columns: room + 1))
    }
    return BidiIsolation.isolated(
      LinkGuard.guarded(context.words.repeated(cut, times: item.untoldCount)),
      in: context.words.direction)
  }
}
