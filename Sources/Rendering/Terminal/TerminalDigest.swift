import Digests
import Languages
import Notifications

/// Writes a digest: its counts, then its lines, urgent ones first, then by day.
struct TerminalDigest {
  /// The most kinds to tell, and one for all others.
  private static let mostKinds = 12

  let digest: Digest
  let context: DocumentContext
  let style: TerminalStyle

  private var words: Localization { context.words }

  func bytes() -> [UInt8] {
    var page = TerminalPage(style)
    addHead(to: &page)
    let namedKinds = NamedKinds(digest, in: context)
    let hasEmoji =
      style.isUTF8
      && digest.sections.contains { section in
        section.items.contains { look(of: $0).emoji != nil }
      }
    for section in digest.readingOrder {
      page.addBlank()
      let title = context.title(of: section.heading)
      let ink = section.heading == .urgent ? TerminalInk.alarm : .bold
      page.add("\(title) (\(context.count(of: section)))", ink, indent: 0)
      for line in section.lines {
        TerminalItem(
          digest[line], on: digest.sections[line.section].day, under: section.heading, in: context,
          hasEmoji: hasEmoji, namedKinds: namedKinds
        ).add(to: &page)
      }
    }
    addFoot(to: &page)
    return page.bytes
  }

  private func look(of item: DigestItem) -> TypeLook {
    context.types[item.notification.profile, item.notification.type]
  }

  private func addHead(to page: inout TerminalPage) {
    let id = TerminalText(context.recipient.id.text, style).cutInside(to: style.width / 3, style)
    let total = digest.counts.all.total
    var head = [(context.recipient.name ?? id.text, TerminalInk.bold)]
    if total > 0 { head.append((words(.countNotifications, count: total), .plain)) }
    page.add(
      head, between: style.separator, indent: 0,
      right: (context.absoluteTime(digest.now), .secondary))
    guard total > 0 else {
      page.add(empty.sentence, .plain, indent: 2)
      return
    }
    if digest.counts.all.unread == 0 {
      page.add(empty.whenAllIsRead, .plain, indent: 2)
    } else {
      page.addUnread(digest.counts, urgent: digest.urgentCount, context)
    }
    addKinds(to: &page)
    addChange(to: &page)
  }

  /// `⏰ Deadlines 4 · 🎉 Offers 3`
  private func addKinds(to page: inout TerminalPage) {
    let types = LabeledTypes(digest.counts, in: context.types)
    let kinds = types.told(Self.mostKinds, in: words, sign: types.sign)
    guard !kinds.isEmpty else { return }
    let parts = kinds.map { kind in
      let isBare = kind.emoji.isEmpty || !style.isUTF8
      return (isBare ? kind.words : kind.emoji + " " + kind.words, TerminalInk.secondary)
    }
    page.add(parts, between: style.separator, indent: 2)
  }

  private func addChange(to page: inout TerminalPage) {
    guard let previous = digest.previous else { return }
    let difference = digest.counts.all.total - previous.all.total
    let sign =
      difference == 0
      ? "=" : difference > 0 ? (style.isUTF8 ? "▲" : "+") : (style.isUTF8 ? "▼" : "-")
    page.add(sign + " " + words.change(difference, since: .last), .secondary, indent: 2)
  }

  private var empty: EmptyNotice { EmptyNotice(digest: digest, context: context) }

  private func addFoot(to page: inout TerminalPage) {
    var lines = [ClosingLine.words(of: digest, in: context)]
    // An empty digest says so at the top.
    if digest.counts.all.total > 0 { lines.append(empty.older) }
    if digest.upcoming > 0 { lines.append(words(.countUpcoming, count: digest.upcoming)) }
    lines.removeAll(where: \.isEmpty)
    if !lines.isEmpty { page.addBlank() }
    for line in lines { page.add(line, .secondary, indent: 0) }
    guard digest.counts.all.total > 0, let link = context.inboxURL.flatMap({ TerminalLink($0) })
    else { return }
    page.addBlank()
    page.add(link, after: words(.mailOpenInbox), indent: 0)
  }
}
