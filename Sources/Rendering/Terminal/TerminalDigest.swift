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
          hasEmoji: hasEmoji
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
    page.addUnread(digest.counts, urgent: digest.urgentCount, context)
    addKinds(to: &page)
    addChange(to: &page)
  }

  /// `⏰ Deadlines 4 · 🎉 Offers 3`
  private func addKinds(to page: inout TerminalPage) {
    let types = LabeledTypes(digest.counts, in: context.types)
    let (rows, others) = types.largest(Self.mostKinds, areKinds: true)
    guard rows.count > 1 else { return }
    let sign = style.isUTF8 ? types.sign : ""
    var parts = rows.map { row in
      let label = row.look.shortLabel(of: row.tally.total)
      let told = words.kind(label, count: row.tally.total)
      let isBare = sign.isEmpty
      return (isBare ? told : (row.look.emoji ?? sign) + " " + told, TerminalInk.secondary)
    }
    if others.total > 0 {
      parts.append((words.kind(words(.typeOthers), count: others.total), .secondary))
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
  private let text: ShownText
  private let told: (title: String, message: String)

  /// - Parameters:
  ///   - heading: that of the section; urgent ones show more text.
  ///   - hasEmoji: Whether the document has a column for emoji.
  init(
    _ item: DigestItem, on day: Day, under heading: ReadingSection.Heading,
    in context: DocumentContext, hasEmoji: Bool
  ) {
    self.item = item
    self.day = day
    self.heading = heading
    self.context = context
    self.hasEmoji = hasEmoji
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
    let title = TerminalText(raw, style).cut(to: ItemParts.titleColumns, style)
    return title.text.isEmpty ? TerminalText(context.words(.itemUntitled), style) : title
  }

  /// The message with its line breaks, and the type's label if no emoji tells it.
  private func addBody(columns: Int, to page: inout TerminalPage) {
    let style = page.style
    let body = DisplayWidth.truncated(told.message, columns: ItemParts.bodyColumns)
    var lines: [TerminalText] = []
    body.forEachLine { line in
      let text = TerminalText(line, style)
      if !text.text.isEmpty { lines.append(text) }
      return true
    }
    let label = TerminalText(text.look.shortLabel(of: 1), style)
    let isTold = hasEmoji && text.look.emoji != nil || text.title.contains(label.text)
    if !isTold {
      let first = lines.isEmpty ? "" : style.separator + lines.removeFirst().text
      lines.insert(TerminalText(clean: label.text + first), at: 0)
    }
    let wrapped = lines.flatMap { $0.wrapped(columns) }
    let most = isUrgent ? Self.mostLines.urgent : Self.mostLines.other
    var shown = Array(wrapped.prefix(most))
    if wrapped.count > most, let last = shown.popLast() {
      shown.append(last.continued(columns, style))
    }
    add(shown, isUrgent ? .plain : .secondary, to: &page)
    if let told = extras(style) { add(told.wrapped(columns), .secondary, to: &page) }
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
