import ByteText
internal import CompiledMustache
import Digests
import Languages
import Notifications

/// Fills in everything around the cards: header, filters, overview, footer.
struct InboxFrame {
  let context: DocumentContext

  private var words: Localization { context.words }

  func fill(
    _ page: inout RecordValues, _ digest: Digest, chips: TypeChips, options: InboxOptions
  ) {
    let key = InboxKeys.page.keys
    let counts = digest.counts
    page[key.lang] = words.tag.text
    page[key.dir] = words.direction.rawValue
    page[key.hasItems] = counts.all.total > 0
    page[key.hasUnread] = counts.all.unread > 0
    page[key.unread] = words(.countUnread, count: counts.all.unread)
    page[key.documentTitle] =
      counts.all.unread > 0
      ? words(.inboxTitleUnread, count: counts.all.unread) : words(.inboxTitle)
    page[key.recipient] = context.recipient.name ?? context.recipient.id.text
    // With the year, since nobody knows when a page is opened.
    let time = words.dates.absoluteWithYear(context.now.seconds, in: context.zone)
    page[key.asOf] = words(.timeAsOf, ["time": .text(time)])
    let empty = EmptyNotice(digest: digest, context: context)
    page[key.emptyText] = counts.all.total == 0 ? empty.sentence : empty.whenNothingIsLeft
    if counts.all.total > 0 { page[key.older] = empty.older }
    fillWords(&page)
    guard counts.all.total > 0 else { return }
    fillFilters(&page, counts, chips: chips)
    fillOverview(&page, counts, chips: chips)
    fill(&page, Activity(of: digest, in: context, days: options.activityDays))
    page[key.keys] = shortcuts
  }

  private func fillWords(_ page: inout RecordValues) {
    let key = InboxKeys.page.keys
    let texts: [(TextKey, MessageKey)] = [
      (key.title, .inboxTitle), (key.skip, .inboxSkip), (key.search, .inboxSearch),
      (key.searchPlaceholder, .inboxSearchPlaceholder), (key.typeLegend, .inboxFilterByType),
      (key.stateLegend, .inboxFilterByState), (key.priorityLegend, .inboxFilterByPriority),
      (key.overview, .inboxOverview), (key.byType, .digestByType),
      (key.byPriority, .digestByPriority), (key.perDay, .digestPerDay),
      (key.markAll, .inboxMarkAllRead), (key.clearRead, .inboxClearRead),
      (key.noMatch, .inboxNoMatch), (key.showAllAgain, .inboxShowAllAgain),
      (key.emptyTitle, .inboxEmpty),
      (key.noScript, .inboxNoScript), (key.download, .inboxDownloadMarks),
      (key.downloadHint, .inboxDownloadHint), (key.shortcuts, .inboxShortcuts),
      (key.clearQuestion, .inboxClearReadQuestion), (key.cancel, .inboxCancel),
      (key.delete, .inboxDelete),
    ]
    for (key, message) in texts { page[key] = words(message) }
  }

  private func fillFilters(_ page: inout RecordValues, _ counts: Counts, chips: TypeChips) {
    let key = InboxKeys.page.keys
    page[key.types] =
      [chip(0, nil, label: words(.inboxAll), count: counts.all.total)]
      + chips.chips.enumerated().map {
        chip($0 + 1, $1.look.emoji, label: $1.look.label, count: $1.tally.total)
      }
    page[key.states] = [
      chip(0, nil, label: words(.inboxAll), count: nil),
      chip(1, nil, label: words(.inboxUnread), count: counts.all.unread),
      chip(2, nil, label: words(.inboxRead), count: counts.all.total - counts.all.unread),
    ]
    page[key.priorities] =
      [chip(0, nil, label: words(.inboxAnyPriority), count: nil)]
      + Self.priorities.enumerated().map {
        chip($0 + 1, nil, label: words($1.nameKey), count: counts[$1].total)
      }
  }

  private static let priorities: [Priority] = [.high, .normal, .low]

  private func chip(_ index: Int, _ emoji: String?, label: String, count: Int?) -> RecordValues {
    InboxKeys.chip.values { chip, key in
      chip[key.index] = index
      chip[key.emoji] = emoji ?? ""
      chip[key.label] = label
      chip[key.count] = count.map { words.number($0) } ?? ""
      chip[key.isFirst] = index == 0
    }
  }

  private func fillOverview(_ page: inout RecordValues, _ counts: Counts, chips: TypeChips) {
    let key = InboxKeys.page.keys
    let most = chips.chips.map(\.tally.total).max() ?? 0
    page[key.typeBars] = chips.chips.map {
      bar($0.look.emoji, $0.look.label, count: $0.tally.total, of: most)
    }
    let highest = Self.priorities.map { counts[$0].total }.max() ?? 0
    page[key.priorityBars] = Self.priorities.map {
      bar(nil, words($0.nameKey), count: counts[$0].total, of: highest)
    }
  }

  private func fill(_ page: inout RecordValues, _ activity: Activity) {
    let key = InboxKeys.page.keys
    let most = activity.most
    // Columns are 10 wide with 4 between them.
    page[key.chartWidth] = activity.days.count * 14 - 4
    page[key.days] = activity.days.enumerated().map { index, day in
      InboxKeys.column.values { column, key in
        let height = day.count == 0 ? 2 : max(4, share(day.count, of: most, scale: 32))
        column[key.x] = index * 14
        column[key.y] = 32 - height
        column[key.height] = height
        column[key.isEmpty] = day.count == 0
        column[key.title] = words(
          .inboxActivityDay,
          ["date": .text(words.dates.weekdayAndDay(day.date)), "count": .integer(day.count)])
      }
    }
    page[key.dayBars] = activity.days.reversed().map {
      bar(nil, words.dates.weekdayAndDay($0.date), count: $0.count, of: most)
    }
  }

  private func bar(
    _ emoji: String?, _ label: String, count: Int, of most: Int
  ) -> RecordValues {
    InboxKeys.bar.values { bar, key in
      bar[key.emoji] = emoji ?? ""
      bar[key.label] = label
      bar[key.count] = words.number(count)
      bar[key.width] = count == 0 ? 0 : max(2, share(count, of: most, scale: 100))
    }
  }

  private func share(_ count: Int, of most: Int, scale: Int) -> Int {
    Int((Double(count) / Double(max(1, most)) * Double(scale)).rounded())
  }

  private var shortcuts: [RecordValues] {
    let shortcuts: [(String, MessageKey)] = [
      ("j", .inboxKeyNext), ("k", .inboxKeyPrevious), ("r", .inboxMarkRead),
      ("Delete", .inboxKeyDelete), ("/", .inboxKeySearch),
    ]
    return shortcuts.map { name, message in
      InboxKeys.shortcut.values { shortcut, key in
        shortcut[key.key] = name
        shortcut[key.label] = words(message)
      }
    }
  }
}

/// The number of notifications on each of the last civil days.
struct Activity {
  struct Day {
    var date: CivilDate
    var count: Int
  }

  /// Oldest first, today last.
  let days: [Day]

  var most: Int { days.map(\.count).max() ?? 0 }

  /// Counts the members of all lines in the context's zone, each on the day of its line's newest one.
  init(of digest: Digest, in context: DocumentContext, days length: Int) {
    let first = context.today.adding(days: 1 - max(1, length))
    var counts = Array(repeating: 0, count: max(1, length))
    for item in digest.sections.lazy.flatMap(\.items) {
      let time = min(item.notification.time, context.now)
      let day = context.zone.civil(at: time.seconds).date.dayNumber - first.dayNumber
      if counts.indices.contains(day) { counts[day] += item.ids.count }
    }
    days = counts.enumerated().map { Day(date: first.adding(days: $0), count: $1) }
  }
}
