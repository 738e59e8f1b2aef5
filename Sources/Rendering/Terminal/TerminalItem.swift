import Digests
import Languages
import Notifications

/// A notification in a terminal: dot, badge, emoji, title and time on one line, its message below. A
/// narrow terminal has the type's label on the first line, and title and message below.
struct TerminalItem {
  /// Two and three lines of a phone.
  private static let mostTitleColumns = 144
  private static let mostBodyColumns = 216
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

  /// Dot and badge; ends where text may begin.
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
    let title = TerminalText(text.title, style).cut(to: TerminalItem.mostTitleColumns, style)
    let shown = title.text.isEmpty ? TerminalText(context.words(.itemUntitled), style) : title
    if item.untoldCount <= 1 { return shown }
    return TerminalText(context.words.repeated(shown.text, times: item.untoldCount), style)
  }

  private func addBody(indent: Int, columns: Int, to page: inout TerminalPage) {
    let style = page.style
    let body = TerminalText(text.plainBody, style).cut(to: TerminalItem.mostBodyColumns, style)
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
