import Digests
import Languages
import Notifications

/// Writes a notification: dot, emoji, title, facts, badge and time on one line, and the message below.
/// Facts for which the line has no room have one of their own.
struct TerminalItem {
  /// The column of the emoji and the message.
  private static let margin = 4
  /// The least room for a title beside its time.
  private static let leastTitle = 16
  /// The most lines of an urgent message and of any other.
  private static let mostLines = (urgent: 4, other: 2)

  private let item: DigestItem
  private let day: Day
  private let heading: ReadingSection.Heading
  private let context: DocumentContext
  private let hasEmoji: Bool
  private let namedKinds: NamedKinds
  private let text: ShownText
  private let told: (title: String, message: String)

  /// - Parameters:
  ///   - heading: that of the section; urgent ones show more text.
  ///   - hasEmoji: Whether the document has a column for emoji.
  ///   - namedKinds: those that are named on each of their lines.
  init(
    _ item: DigestItem, on day: Day, under heading: ReadingSection.Heading,
    in context: DocumentContext, hasEmoji: Bool, namedKinds: NamedKinds
  ) {
    self.item = item
    self.day = day
    self.heading = heading
    self.context = context
    self.hasEmoji = hasEmoji
    self.namedKinds = namedKinds
    text = ShownText(item.notification, in: context, cutsPreviews: true)
    told = text.told(in: context)
  }

  private var isUrgent: Bool { heading == .urgent }

  /// The subject with its number and the actor, where the title does not tell them, the type if no emoji
  /// tells it, and since when.
  private func facts(_ style: TerminalStyle) -> TerminalText? {
    var facts: [String?] = []
    if !text.isRedacted {
      facts.append(ItemParts.subject(of: item, titled: told.title))
      let isNamed = !ActorTitle(told.title, actor: item.notification.actor).name.isEmpty
      if !isNamed { facts.append(ItemParts.actors(of: item, context.words)) }
    }
    let isUnseen = !hasEmoji && text.look.emoji != nil && !text.look.isTold(by: told.title)
    if !text.isRedacted, isUnseen || namedKinds.contains(text.look) {
      facts.append(text.look.shortLabel(of: 1))
    }
    facts.append(context.since(item, of: day))
    let told = facts.compactMap(\.self).joined(separator: style.separator)
    if told.isEmpty { return nil }
    return TerminalText(told, style).cut(to: style.width - Self.margin, style)
  }

  /// `×6` of a line that stands for six.
  private func times(_ style: TerminalStyle) -> TerminalText? {
    let count = item.untoldCount
    if count < 2 { return nil }
    return TerminalText((style.isUTF8 ? "×" : "x") + context.words.number(count), style)
  }

  private var isUnread: Bool { item.notification.isUnread }

  /// Where a day and a time leave a title too little, the day.
  private func time(_ style: TerminalStyle) -> TerminalText {
    let time = context.recentTime(item.notification.time, of: day, among: heading)
    let whole = TerminalText(time, style)
    return whole.columns > style.width / 3 ? TerminalText(context.title(of: day), style) : whole
  }

  func add(to page: inout TerminalPage) {
    let style = page.style
    let time = time(style)
    var line = TerminalLine(style, indent: 2)
    if isUnread { line.add(TerminalText(clean: style.isUTF8 ? "●" : "*"), .unread) }
    line.advance(to: Self.margin)
    if hasEmoji {
      line.add(TerminalText(text.look.emoji ?? TypeLook.sign, style).cut(to: 2, style))
      line.advance(to: Self.margin + 3)
    }
    let start = line.columns
    let beside = style.width - start - time.columns - 2
    let isTimeBeside = beside >= Self.leastTitle
    let room = isTimeBeside ? beside : style.width - start
    let link = item.notification.link.flatMap { TerminalLink($0) }
    let times = times(style)
    let titles = title(style).wrapped(max(1, room - (times.map { $0.columns + 1 } ?? 0)))
    var facts = facts(style)
    var badge = badge(style)
    for (number, title) in titles.enumerated() {
      if number > 0 { line = TerminalLine(style, indent: start) }
      line.add(title, isUnread ? .bold : .plain, link: style.hasLinks ? link : nil)
      if let times, number == titles.count - 1 {
        line.advance(1)
        line.add(times, .secondary)
      }
      if let told = facts, number == titles.count - 1,
        line.columns + 2 + told.columns + (badge.map { $0.columns + 2 } ?? 0) <= start + room
      {
        line.advance(2)
        line.add(told, .secondary)
        facts = nil
      }
      let isBadged =
        number == titles.count - 1 && addBadge(badge, to: &line, end: start + room)
      if number == 0, isTimeBeside { _ = line.addRight(time, .secondary) }
      page.add(line)
      if isBadged { badge = nil }
    }
    if let badge { add([badge], badgeInk, indent: start, to: &page) }
    if let facts { add([facts], .secondary, to: &page) }
    addBody(columns: style.width - Self.margin, to: &page)
    if !isTimeBeside { add([time], .secondary, to: &page) }
    if !style.hasLinks, let link { page.add(link, indent: Self.margin) }
  }

  /// The app's own word for high or low priority, between spaces; nil for others.
  private func badge(_ style: TerminalStyle) -> TerminalText? {
    let priority = item.notification.priority
    // The heading says what is urgent.
    guard priority != .normal, !isUrgent,
      let own = context.types.badge(priority, of: item.notification.profile)
    else { return nil }
    let word = TerminalText(own, style).cut(to: 12, style)
    return badgeInk == .badge ? TerminalText(clean: " " + word.text + " ") : word
  }

  private var badgeInk: TerminalInk { item.isUrgent ? .badge : .secondary }

  /// Adds the badge behind the title; returns false if there is none, or no room for it.
  private func addBadge(_ badge: TerminalText?, to line: inout TerminalLine, end: Int) -> Bool {
    guard let badge, line.columns + 2 + badge.columns <= end else { return false }
    line.advance(2)
    line.add(badge, badgeInk)
    return true
  }

  private func title(_ style: TerminalStyle) -> TerminalText {
    // On a terminal, controls are seen and not replaced by blanks.
    let raw = text.isUntitled ? told.title : text.title
    let whole = MessageOpening.cut(raw, columns: ItemParts.titleColumns)
    let title = TerminalText(whole, style).cut(to: ItemParts.titleColumns, style)
    return title.text.isEmpty ? TerminalText(context.words(.itemUntitled), style) : title
  }

  /// The message with its line breaks, and what other documents show otherwise.
  private func addBody(columns: Int, to page: inout TerminalPage) {
    let style = page.style
    let body = MessageOpening.cut(told.message, columns: ItemParts.bodyColumns)
    var lines: [TerminalText] = []
    body.forEachLine { line in
      let text = TerminalText(line, style)
      if !text.text.isEmpty { lines.append(text) }
      return true
    }
    let wrapped = lines.flatMap { $0.wrapped(columns) }
    let limit = isUrgent ? Self.mostLines.urgent : Self.mostLines.other
    // One line more takes no more room than to say that there is one.
    let most = wrapped.count == limit + 1 ? limit + 1 : limit
    var shown = Array(wrapped.prefix(most))
    if wrapped.count > most, let last = shown.popLast() {
      shown.append(last.continued(columns, style))
    }
    add(shown, isUrgent ? .plain : .secondary, to: &page)
    if let extras = extras(style) { add(extras.wrapped(columns), .secondary, to: &page) }
  }

  /// What other documents show as pictures and as a button: `3 photos … and 18 more · Follow`.
  private func extras(_ style: TerminalStyle) -> TerminalText? {
    let notification = item.notification
    var extras: [String] = []
    if !text.isRedacted, let media = MediaStrip(notification, words: context.words) {
      extras.append(media.summary(below: told.title))
    }
    if let isFollowed = notification.actor?.isFollowedBack {
      extras.append(context.words(isFollowed ? .itemFollowing : .itemFollow))
    }
    extras.removeAll(where: \.isEmpty)
    if extras.isEmpty { return nil }
    return TerminalText(extras.joined(separator: style.separator), style)
  }

  private func add(
    _ lines: [TerminalText], _ ink: TerminalInk, indent: Int = margin,
    to page: inout TerminalPage
  ) {
    for text in lines {
      var line = TerminalLine(page.style, indent: indent)
      line.add(text, ink)
      page.add(line)
    }
  }
}
