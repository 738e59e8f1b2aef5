import ByteText
internal import CompiledMustache
import Digests
import Languages
import Notifications

/// Fills in everything around the cards: header, filters, overview, footer.
struct InboxFrame {
  let context: DocumentContext
  /// Whether the page begins with what is urgent.
  let hasUrgent: Bool

  private var words: Localization { context.words }

  func fill(
    _ page: inout RecordValues, _ digest: Digest, chips: TypeChips, zoneless: Set<ProfileName>
  ) {
    let key = InboxKeys.page.keys
    let counts = digest.counts
    page[key.hasItems] = counts.all.total > 0
    page[key.hasUnread] = counts.all.unread > 0
    page[key.unread] = words(.countUnread, count: counts.all.unread)
    page[key.documentTitle] =
      counts.all.unread > 0
      ? words(.inboxTitleUnread, count: counts.all.unread) : words(.inboxTitle)
    page[key.unreadNumber] = words.number(counts.all.unread)
    // Who reads their own export knows who they are.
    let recipient = context.recipient
    let isMe = recipient.name == nil && recipient.id == .me
    page[key.recipient] = isMe ? context.app : recipient.name ?? recipient.id.text
    page[key.app] = isMe ? "" : context.app
    // With the year, since nobody knows when a page is opened.
    let time = words.dates.absoluteWithYear(context.now.seconds, in: context.zone)
    let isZoneless = counts.byType.contains { zoneless.contains($0.type.profile) }
    page[key.asOf] =
      words(.timeAsOf, ["time": .text(time)])
      + (isZoneless ? " · " + words(.timeZoneless) : "")
    let empty = EmptyNotice(digest: digest, context: context)
    page[key.caughtUp] = empty.whenAllIsRead
    page[key.emptyText] = counts.all.total == 0 ? empty.sentence : empty.whenNothingIsLeft
    if counts.all.total > 0 { page[key.older] = empty.older }
    page[key.rest] = ClosingLine.words(of: digest, in: context)
    if digest.upcoming > 0 { page[key.upcoming] = words(.countUpcoming, count: digest.upcoming) }
    if counts.all.total > 0 { fillFilters(&page, digest, chips: chips) }
    fillMutes(&page, digest, chips: chips)
  }

  /// Each link stands once, at the page's end, from where the script takes it into opened cards.
  private func fillMutes(_ page: inout RecordValues, _ digest: Digest, chips: TypeChips) {
    let types = TypeMutes(of: digest, in: context).types
    if types.isEmpty { return }
    let key = InboxKeys.page.keys
    page[key.mute] = words(.mailMute)
    page[key.mutes] = types.enumerated().map { index, type in
      let number = chips.number(type.id.profile, type.id.key)
      return InboxKeys.mute.values { mute, key in
        mute[key.isLater] = index > 0
        mute[key.chip] = number > TypeChips.most ? 0 : number
        mute[key.label] = type.label
        mute[key.url] = type.url
      }
    }
  }

  /// Fills in what depends on the language alone.
  static func fillWords(_ page: inout RecordValues, _ words: Localization) {
    let key = InboxKeys.page.keys
    page[key.lang] = words.tag.text
    page[key.dir] = words.direction.rawValue
    page[key.keys] = shortcuts(words)
    let texts: [(TextKey, MessageKey)] = [
      (key.title, .inboxTitle), (key.skip, .inboxSkip), (key.search, .inboxSearch),
      (key.searchPlaceholder, .inboxKeySearch), (key.viewLegend, .inboxFilterByType),
      (key.stateLegend, .inboxFilterByState), (key.priorityLegend, .inboxFilterByPriority),
      (key.moreLabel, .inboxMore), (key.noMatch, .inboxNoMatch),
      (key.showAllAgain, .inboxShowAllAgain),
      (key.emptyTitle, .inboxEmpty), (key.noScript, .inboxNoScript),
      (key.download, .inboxDownloadMarks), (key.downloadHint, .inboxDownloadHint),
      (key.shortcuts, .inboxShortcuts), (key.useKeys, .inboxUseKeys), (key.close, .inboxClose),
      (key.later, .inboxLater), (key.perDay, .digestPerDay),
    ]
    for (key, message) in texts { page[key] = words(message) }
  }

  private func fillFilters(_ page: inout RecordValues, _ digest: Digest, chips: TypeChips) {
    let key = InboxKeys.page.keys
    let counts = digest.counts
    var views = [chip(InboxView.all.id, label: words(.inboxAll), count: counts.all.total)]
    if hasUrgent {
      var view = chip(
        InboxView.urgent.id, label: words(.sectionUrgent), count: digest.urgentCount)
      view[InboxKeys.chip.keys.isUrgent] = true
      views.append(view)
    }
    views.append(chip(InboxView.unread.id, label: words(.inboxUnread), count: counts.all.unread))
    // A single type is all there is.
    if chips.count > 1 {
      views += chips.mostUnreadFirst.map { number in
        let row = chips.chips[number - 1]
        return chip(
          InboxView.type(number).id, row.look.emoji ?? chips.sign, label: row.look.label,
          count: row.tally.total)
      }
    }
    page[key.views] = views
    page[key.states] = [
      chip("r0", label: words(.inboxAll)),
      chip("r1", label: words(.inboxUnread), count: counts.all.unread),
      chip("r2", label: words(.inboxRead), count: counts.all.total - counts.all.unread),
    ]
    page[key.hasPriorities] = chips.hasPriorities
    guard chips.hasPriorities else { return }
    page[key.priorities] =
      [chip("p0", label: words(.inboxAnyPriority))]
      + Self.priorities.enumerated().map { number, priority in
        let word = chips.profile.map { context.word(for: priority, of: $0) }
        return chip(
          "p\(number + 1)", label: word ?? words(priority.messageKey), count: counts[priority].total
        )
      }
  }

  private static let priorities: [Priority] = [.high, .normal, .low]

  private func chip(
    _ id: String, _ emoji: String = "", label: String, count: Int? = nil
  ) -> RecordValues {
    InboxKeys.chip.values { chip, key in
      chip[key.id] = id
      chip[key.emoji] = emoji
      chip[key.label] = label
      chip[key.count] = count.map { words.number($0) } ?? ""
      chip[key.isFirst] = id.hasSuffix("0") && id.utf8.count == 2
    }
  }

  private static func shortcuts(_ words: Localization) -> [RecordValues] {
    let shortcuts: [(String, MessageKey)] = [
      ("j", .inboxKeyNext), ("k", .inboxKeyPrevious), ("Enter", .inboxKeyOpen),
      ("o", .inboxKeyFollow), ("r", .inboxKeyRead), ("s", .inboxLater), ("e", .inboxKeyDelete),
      ("z", .inboxUndo), ("x", .inboxKeySelect), ("n", .inboxKeyNew), ("/", .inboxKeySearch),
      ("?", .inboxShortcuts),
    ]
    return shortcuts.map { name, message in
      InboxKeys.shortcut.values { shortcut, key in
        shortcut[key.key] = name
        shortcut[key.label] = words(message)
      }
    }
  }
}

extension DocumentContext {
  /// How many notifications of all lines are of each of the last civil days, today last.
  func activity(of digest: Digest, days: Int) -> [Int] {
    var counts = Array(repeating: 0, count: max(1, days))
    func count(_ notification: Notification) {
      let day = dayNumber(of: notification.time) - today.dayNumber + counts.count - 1
      if counts.indices.contains(day) { counts[day] += 1 }
    }
    for item in digest.sections.lazy.flatMap(\.items) {
      if item.members.isEmpty { count(item.notification) } else { item.members.forEach(count) }
    }
    return counts
  }
}
