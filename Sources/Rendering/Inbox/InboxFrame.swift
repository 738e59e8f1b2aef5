internal import CompiledMustache
import Digests
import Languages
import Notifications

/// Fills what stands around the cards: header, filters, overview, footer.
struct InboxFrame {
  let keys: InboxKeys
  let context: DocumentContext

  private var words: Words { context.words }

  func fill(
    _ page: inout RecordValues, _ digest: Digest, _ chips: TypeChips, _ options: InboxOptions
  ) {
    let counts = digest.counts
    page[keys.lang] = words.tag.text
    page[keys.dir] = words.direction.rawValue
    page[keys.hasItems] = counts.all.total > 0
    page[keys.hasUnread] = counts.all.unread > 0
    page[keys.unread] = words(.countUnread, count: counts.all.unread)
    page[keys.documentTitle] =
      counts.all.unread > 0
      ? words(.inboxTitleUnread, count: counts.all.unread) : words(.inboxTitle)
    page[keys.recipient] = context.recipient.name ?? context.recipient.id.text
    // Who knows when a page is opened: the year does not go without saying.
    let time = words.dates.absoluteWithYear(context.now.seconds, in: context.zone)
    page[keys.asOf] = words(.timeAsOf, ["time": .text(time)])
    let empty = EmptyWords(digest: digest, context: context)
    page[keys.emptyText] = counts.all.total == 0 ? empty.sentence : empty.whenNothingIsLeft
    if counts.all.total > 0 { page[keys.older] = empty.older }
    fillWords(&page)
    guard counts.all.total > 0 else { return }
    fillFilters(&page, counts, chips)
    fillOverview(&page, counts, chips)
    fill(&page, Activity(of: digest, in: context, days: options.activityDays))
    page[keys.keys] = shortcuts
  }

  private func fillWords(_ page: inout RecordValues) {
    let texts: [(TextKey, MessageKey)] = [
      (keys.title, .inboxTitle), (keys.skip, .inboxSkip), (keys.search, .inboxSearch),
      (keys.searchPlaceholder, .inboxSearchPlaceholder), (keys.typeLegend, .inboxFilterByType),
      (keys.stateLegend, .inboxFilterByState), (keys.priorityLegend, .inboxFilterByPriority),
      (keys.overview, .inboxOverview), (keys.byType, .digestByType),
      (keys.byPriority, .digestByPriority), (keys.perDay, .digestPerDay),
      (keys.markAll, .inboxMarkAllRead), (keys.clearRead, .inboxClearRead),
      (keys.noMatch, .inboxNoMatch), (keys.showAllAgain, .inboxShowAllAgain),
      (keys.emptyTitle, .inboxEmpty),
      (keys.noScript, .inboxNoScript), (keys.download, .inboxDownloadMarks),
      (keys.downloadHint, .inboxDownloadHint), (keys.shortcuts, .inboxShortcuts),
      (keys.clearQuestion, .inboxClearReadQuestion), (keys.cancel, .inboxCancel),
      (keys.delete, .inboxDelete),
    ]
    for (key, message) in texts { page[key] = words(message) }
  }

  private func fillFilters(_ page: inout RecordValues, _ counts: Counts, _ chips: TypeChips) {
    page[keys.types] =
      [chip(0, nil, words(.inboxAll), counts.all.total)]
      + chips.chips.enumerated().map { chip($0 + 1, $1.emoji, $1.label, $1.tally.total) }
    page[keys.states] = [
      chip(0, nil, words(.inboxAll), nil),
      chip(1, nil, words(.inboxUnread), counts.all.unread),
      chip(2, nil, words(.inboxRead), counts.all.total - counts.all.unread),
    ]
    page[keys.priorities] =
      [chip(0, nil, words(.inboxAnyPriority), nil)]
      + Self.priorities.enumerated().map { chip($0 + 1, nil, words($1.1), counts[$1.0].total) }
  }

  private static let priorities: [(Priority, MessageKey)] = [
    (.high, .priorityNameHigh), (.normal, .priorityNameNormal), (.low, .priorityNameLow),
  ]

  private func chip(_ index: Int, _ emoji: String?, _ label: String, _ count: Int?) -> RecordValues
  {
    var chip = RecordValues(keys.chip.schema)
    chip[keys.chip.index] = index
    chip[keys.chip.emoji] = emoji ?? ""
    chip[keys.chip.label] = label
    chip[keys.chip.count] = count.map { words.number($0) } ?? ""
    chip[keys.chip.isFirst] = index == 0
    return chip
  }

  private func fillOverview(_ page: inout RecordValues, _ counts: Counts, _ chips: TypeChips) {
    let most = chips.chips.map(\.tally.total).max() ?? 0
    page[keys.typeBars] = chips.chips.map { bar($0.emoji, $0.label, $0.tally.total, of: most) }
    let highest = Self.priorities.map { counts[$0.0].total }.max() ?? 0
    page[keys.priorityBars] = Self.priorities.map {
      bar(nil, words($0.1), counts[$0.0].total, of: highest)
    }
  }

  private func fill(_ page: inout RecordValues, _ activity: Activity) {
    let most = activity.most
    // Columns 10 wide with 4 between them.
    page[keys.chartWidth] = activity.days.count * 14 - 4
    page[keys.days] = activity.days.enumerated().map { index, day in
      var column = RecordValues(keys.column.schema)
      let height = day.count == 0 ? 2 : max(4, share(day.count, of: most, scale: 32))
      column[keys.column.x] = index * 14
      column[keys.column.y] = 32 - height
      column[keys.column.height] = height
      column[keys.column.isEmpty] = day.count == 0
      column[keys.column.title] = words(
        .inboxActivityDay,
        ["date": .text(words.dates.weekdayAndDay(day.date)), "count": .integer(day.count)])
      return column
    }
    page[keys.dayBars] = activity.days.reversed().map {
      bar(nil, words.dates.weekdayAndDay($0.date), $0.count, of: most)
    }
  }

  private func bar(
    _ emoji: String?, _ label: String, _ count: Int, of most: Int
  ) -> RecordValues {
    var bar = RecordValues(keys.bar.schema)
    bar[keys.bar.emoji] = emoji ?? ""
    bar[keys.bar.label] = label
    bar[keys.bar.count] = words.number(count)
    bar[keys.bar.width] = count == 0 ? 0 : max(2, share(count, of: most, scale: 100))
    return bar
  }

  private func share(_ count: Int, of most: Int, scale: Int) -> Int {
    Int((Double(count) / Double(max(1, most)) * Double(scale)).rounded())
  }

  private var shortcuts: [RecordValues] {
    let shortcuts: [(String, MessageKey)] = [
      ("j", .inboxKeyNext), ("k", .inboxKeyPrevious), ("r", .inboxMarkRead),
      ("Delete", .inboxKeyDelete), ("/", .inboxKeySearch),
    ]
    return shortcuts.map { key, message in
      var shortcut = RecordValues(keys.shortcut.schema)
      shortcut[keys.shortcut.key] = key
      shortcut[keys.shortcut.label] = words(message)
      return shortcut
    }
  }
}
