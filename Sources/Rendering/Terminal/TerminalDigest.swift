import Digests
import Languages
import Notifications

struct TerminalDigest {
  let digest: Digest
  let context: DocumentContext
  let style: TerminalStyle

  private var words: Words { context.words }

  func bytes() -> [UInt8] {
    var page = TerminalPage(style)
    addHead(to: &page)
    let badges = TerminalBadges(words, style)
    let hasEmoji =
      style.isUTF8
      && digest.sections.contains { section in
        section.items.contains { look(of: $0).emoji != nil }
      }
    for section in digest.sections where section.counts.all.total > 0 {
      page.addBlank()
      add(section, badges, hasEmoji, to: &page)
    }
    addFoot(to: &page)
    return page.bytes
  }

  private func look(of item: DigestItem) -> TypeLook {
    context.types[item.notification.profile, item.notification.type]
  }

  private func addHead(to page: inout TerminalPage) {
    let name = context.recipient.name ?? context.recipient.id.text
    let total = digest.counts.all.total
    let isCaughtUp = !digest.isNarrowed && digest.older == nil
    var head = [(words(.digestTitleFor, ["name": .text(name)]), TerminalInk.bold)]
    if total > 0 {
      head.append((words(.countNotifications, count: total), .plain))
    } else if isCaughtUp {
      head.append((words(.digestEmpty), .plain))
    }
    page.add(
      head, between: style.separator, indent: 0,
      right: (context.absoluteTime(digest.now), .secondary))
    guard total > 0 else {
      page.add(empty.sentence, .plain, indent: 2)
      return
    }
    page.add(digest.counts, context)
    addChange(to: &page)
    if digest.counts.byType.count > 1 { page.addTypes(digest.counts, context) }
  }

  private func addChange(to page: inout TerminalPage) {
    guard let previous = digest.previous else { return }
    let difference = digest.counts.all.total - previous.all.total
    let sign =
      difference == 0
      ? "=" : difference > 0 ? (style.isUTF8 ? "▲" : "+") : (style.isUTF8 ? "▼" : "-")
    page.add(sign + " " + words.change(difference, since: .last), .secondary, indent: 2)
  }

  private func add(
    _ section: DigestSection, _ badges: TerminalBadges, _ hasEmoji: Bool,
    to page: inout TerminalPage
  ) {
    let title = context.title(of: section.day)
    page.add("\(title) (\(words.number(section.counts.all.total)))", .bold, indent: 0)
    for item in section.items {
      TerminalItem(item: item, context: context, badges: badges, hasEmoji: hasEmoji).add(to: &page)
    }
    if section.omitted > 0 {
      let more = words.more(
        section.omitted, urgent: section.omittedHigh, inInbox: context.inboxURL != nil)
      page.add(more, .secondary, indent: style.isNarrow ? 4 : 2)
    }
  }

  private var empty: EmptyWords { EmptyWords(digest: digest, context: context) }

  private func addFoot(to page: inout TerminalPage) {
    let hasOmitted = digest.sections.contains { $0.omitted > 0 }
    // Of an empty digest it is said at the top.
    let older = digest.counts.all.total > 0 ? empty.older : ""
    if digest.upcoming > 0 || !older.isEmpty || (hasOmitted && context.inboxURL != nil) {
      page.addBlank()
    }
    if !older.isEmpty { page.add(older, .secondary, indent: 0) }
    if digest.upcoming > 0 {
      page.add(words(.countUpcoming, count: digest.upcoming), .secondary, indent: 0)
    }
    if hasOmitted, let inbox = context.inboxURL { page.add(inbox, .secondary, indent: 0) }
  }
}

/// The words of the priorities, and how wide the column is that holds them.
struct TerminalBadges {
  private let texts: [TerminalText]
  /// With a space on either side.
  let columns: Int

  init(_ words: Words, _ style: TerminalStyle) {
    let keys: [MessageKey] = [.priorityBadgeLow, .priorityBadgeNormal, .priorityBadgeHigh]
    texts = keys.map { key in
      let word = TerminalText(words(key), style).cut(to: 12, style)
      return TerminalText(clean: " " + word.text + " ")
    }
    columns = texts.map(\.columns).max() ?? 0
  }

  subscript(priority: Priority) -> TerminalText { texts[priority.rawValue] }
}
