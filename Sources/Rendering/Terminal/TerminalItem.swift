import Digests
import Languages
import Notifications

/// Writes a notification: dot, emoji, title, badge and time on one line, and the message below.
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

  /// How many the line stands for, the subject with its number, or the actor, where the title tells
  /// neither, and since when.
  private func place(_ style: TerminalStyle) -> TerminalText? {
    let actor = item.notification.actor
    var place: String?
    if !text.isRedacted { place = ItemParts.subject(of: item, titled: told.title) }
    if place == nil, !text.isRedacted, ActorTitle(told.title, actor: actor).name.isEmpty {
      place = ItemParts.actors(of: item, context.words)
    }
    let count = item.untoldCount
    let times = count > 1 ? (style.isUTF8 ? "×" : "x") + context.words.number(count) : nil
    let told = [times, place, context.since(item, of: day)].compactMap(\.self)
    if told.joined().isEmpty { return nil }
    return TerminalText(told.joined(separator: style.separator), style).cut(
      to: style.width - Self.margin, style)
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
    let titles = title(style).wrapped(room)
    let place = place(style)
    var isPlaced = place == nil
    var badge = badge(style)
    for (number, title) in titles.enumerated() {
      if number > 0 { line = TerminalLine(style, indent: start) }
      line.add(title, isUnread ? .bold : .plain, link: style.hasLinks ? link : nil)
      if let place, number == titles.count - 1,
        line.columns + 2 + place.columns + (badge.map { $0.columns + 2 } ?? 0) <= start + room
      {
        line.advance(2)
        line.add(place, .secondary)
        isPlaced = true
      }
      let isBadged =
        number == titles.count - 1 && addBadge(badge, to: &line, end: start + room)
      if number == 0, isTimeBeside { _ = line.addRight(time, .secondary) }
      page.add(line)
      if isBadged { badge = nil }
    }
    if let badge { add([badge], badgeInk, indent: start, to: &page) }
    if !isPlaced, let place { add([place], .secondary, to: &page) }
    let address = style.hasLinks ? nil : link
    let isLinked = addBody(columns: style.width - Self.margin, before: address, to: &page)
    if !isTimeBeside { add([time], .secondary, to: &page) }
    if !isLinked, let address { page.add(address, indent: Self.margin) }
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

  /// The message with its line breaks, and the type's label if no emoji tells it.
  ///
  /// - Returns: Whether the address stands on its only line: there was room for it.
  private func addBody(
    columns: Int, before address: TerminalLink?, to page: inout TerminalPage
  ) -> Bool {
    let style = page.style
    let body = MessageOpening.cut(told.message, columns: ItemParts.bodyColumns)
    var lines: [TerminalText] = []
    body.forEachLine { line in
      let text = TerminalText(line, style)
      if !text.text.isEmpty { lines.append(text) }
      return true
    }
    let label = TerminalText(text.look.shortLabel(of: 1), style)
    if namedKinds.contains(text.look) || !hasEmoji && text.look.emoji != nil {
      let first = lines.isEmpty ? "" : style.separator + lines.removeFirst().text
      lines.insert(TerminalText(clean: label.text + first), at: 0)
    }
    let wrapped = lines.flatMap { $0.wrapped(columns) }
    let limit = isUrgent ? Self.mostLines.urgent : Self.mostLines.other
    // One line more takes no more room than to say that there is one.
    let most = wrapped.count == limit + 1 ? limit + 1 : limit
    var shown = Array(wrapped.prefix(most))
    if wrapped.count > most, let last = shown.popLast() {
      shown.append(last.continued(columns, style))
    }
    var inks = shown.map { _ in isUrgent ? TerminalInk.plain : .secondary }
    if let told = extras(style)?.wrapped(columns) {
      shown += told
      inks += told.map { _ in .secondary }
    }
    guard let last = shown.popLast(), let ink = inks.last else { return false }
    for (text, ink) in zip(shown, inks) { add([text], ink, to: &page) }
    // Behind the last line of several it would look like a part of that one.
    guard let address, shown.isEmpty,
      last.columns + 2 + DisplayWidth.columns(of: address.url) <= columns
    else {
      add([last], ink, to: &page)
      return false
    }
    var line = TerminalLine(style, indent: Self.margin)
    line.add(last, ink)
    line.advance(2)
    line.add(address: address)
    page.add(line)
    return true
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
