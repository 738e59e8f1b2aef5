import Digests
import Languages
import Notifications

/// Writes a digest: its counts, then its lines by day.
struct TerminalDigest {
  let digest: Digest
  let context: DocumentContext
  let style: TerminalStyle

  private var words: Localization { context.words }

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
      add(section, badges, hasEmoji: hasEmoji, to: &page)
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
    _ section: DigestSection, _ badges: TerminalBadges, hasEmoji: Bool,
    to page: inout TerminalPage
  ) {
    let title = context.title(of: section.day)
    page.add("\(title) (\(words.number(section.counts.all.total)))", .bold, indent: 0)
    for item in section.items {
      TerminalItem(item: item, context: context, badges: badges, hasEmoji: hasEmoji).add(to: &page)
    }
    if section.omitted > 0 {
      let more = words.more(
        section.omitted, urgent: section.omittedUrgent, inInbox: context.inboxURL != nil)
      page.add(more, .secondary, indent: style.isNarrow ? 4 : 2)
    }
  }

  private var empty: EmptyNotice { EmptyNotice(digest: digest, context: context) }

  private func addFoot(to page: inout TerminalPage) {
    let hasOmitted = digest.sections.contains { $0.omitted > 0 }
    // An empty digest says so at the top.
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

/// The badges of the priorities, and the width of their column.
struct TerminalBadges {
  private let texts: [TerminalText]
  /// Includes a space on either side.
  let columns: Int

  init(_ words: Localization, _ style: TerminalStyle) {
    let keys: [MessageKey] = [.priorityBadgeLow, .priorityBadgeNormal, .priorityBadgeHigh]
    texts = keys.map { key in
      let word = TerminalText(words(key), style).cut(to: 12, style)
      return TerminalText(clean: " " + word.text + " ")
    }
    columns = texts.map(\.columns).max() ?? 0
  }

  subscript(priority: Priority) -> TerminalText { texts[priority.rawValue] }
}

/// Writes a notification: dot, badge, emoji, title and time on one line, and the message below. In a
/// narrow terminal, the first line has the type's label, and the title is below too.
struct TerminalItem {
  private static let margin = 2
  private static let narrowIndent = 4

  let item: DigestItem
  let context: DocumentContext
  let badges: TerminalBadges
  let hasEmoji: Bool
  private let text: ShownText

  init(item: DigestItem, context: DocumentContext, badges: TerminalBadges, hasEmoji: Bool) {
    self.item = item
    self.context = context
    self.badges = badges
    self.hasEmoji = hasEmoji
    text = ShownText(item.notification, in: context, cutsPreviews: true)
  }

  private var isUnread: Bool { item.notification.isUnread }
  private var titleInk: TerminalInk { isUnread ? .bold : .plain }

  func add(to page: inout TerminalPage) {
    let time = TerminalText(context.relativeTime(item.notification.time), page.style)
    if page.style.isNarrow {
      addNarrow(time, to: &page)
    } else {
      addWide(time, to: &page)
    }
  }

  /// The line up to the badge.
  private func head(_ style: TerminalStyle) -> TerminalLine {
    var line = TerminalLine(style, indent: TerminalItem.margin)
    let dot = isUnread ? (style.isUTF8 ? "●" : "*") : " "
    line.add(TerminalText(clean: dot), isUnread ? .unread : .plain)
    line.advance(1)
    let badge = badges[item.notification.priority]
    line.add(badge, .badge(item.notification.priority))
    return line
  }

  private func addEmoji(to line: inout TerminalLine, _ style: TerminalStyle) {
    guard hasEmoji else { return }
    let start = line.columns
    line.add(TerminalText(text.look.emoji ?? "", style).cut(to: 2, style))
    line.advance(to: start + 3)
  }

  private func addWide(_ time: TerminalText, to page: inout TerminalPage) {
    let style = page.style
    var line = head(style)
    line.advance(to: TerminalItem.margin + 2 + badges.columns + 1)
    let bodyStart = line.columns
    addEmoji(to: &line, style)
    let start = line.columns
    let room = style.width - start - time.columns - 2
    let titles = title(style).wrapped(room)
    for (number, title) in titles.enumerated() {
      if number > 0 { line = TerminalLine(style, indent: start) }
      line.add(title, titleInk)
      if number == 0 { _ = line.addRight(time, .secondary) }
      page.add(line)
    }
    addBody(indent: bodyStart, columns: room + start - bodyStart, to: &page)
  }

  private func addNarrow(_ time: TerminalText, to page: inout TerminalPage) {
    let style = page.style
    var line = head(style)
    line.advance(1)
    addEmoji(to: &line, style)
    let title = title(style)
    let label = TerminalText(text.look.label, style)
    if label != title {
      let room = style.width - line.columns - time.columns - 2
      line.add(label.cut(to: max(0, room), style), .secondary)
    }
    let isTimeShown = line.addRight(time, .secondary)
    page.add(line)
    let columns = style.width - TerminalItem.narrowIndent
    if !isTimeShown { add([time], .secondary, indent: TerminalItem.narrowIndent, to: &page) }
    add(title.wrapped(columns), titleInk, indent: TerminalItem.narrowIndent, to: &page)
    addBody(indent: TerminalItem.narrowIndent, columns: columns, to: &page)
  }

  private func title(_ style: TerminalStyle) -> TerminalText {
    let title = TerminalText(text.title, style).cut(to: ItemParts.titleColumns, style)
    let shown = title.text.isEmpty ? TerminalText(context.words(.itemUntitled), style) : title
    if item.untoldCount <= 1 { return shown }
    return TerminalText(context.words.repeated(shown.text, times: item.untoldCount), style)
  }

  private func addBody(indent: Int, columns: Int, to page: inout TerminalPage) {
    let style = page.style
    let body = TerminalText(text.plainBody, style).cut(to: ItemParts.bodyColumns, style)
    if !body.text.isEmpty { add(body.wrapped(columns), .plain, indent: indent, to: &page) }
    guard style.showsLinks, let link = item.notification.link else { return }
    add(
      TerminalText(link, style).wrapped(style.width - indent), .secondary, indent: indent, to: &page
    )
  }

  private func add(
    _ lines: [TerminalText], _ ink: TerminalInk, indent: Int, to page: inout TerminalPage
  ) {
    for text in lines {
      var line = TerminalLine(page.style, indent: indent)
      line.add(text, ink)
      page.add(line)
    }
  }
}
