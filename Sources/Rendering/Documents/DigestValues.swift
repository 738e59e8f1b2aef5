internal import CompiledMustache
import Digests
import Languages
import Notifications
import SafeMarkdown

/// Fills in what the digest's template finds.
struct DigestValues {
  let keys: DigestKeys
  let digest: Digest
  let context: DocumentContext
  /// Whether thumbnails become images: in HTML alone.
  var showsPictures = false

  func values() -> RecordValues {
    var values = RecordValues(keys.schema)
    setHead(in: &values)
    setBreakdowns(in: &values)
    let items = ItemValues(
      keys: keys.section.item, context: context, showsPictures: showsPictures)
    values[keys.sections] = digest.sections
      .filter { !$0.items.isEmpty || $0.omitted > 0 }
      .map { section($0, items) }
    if let url = inboxURL {
      var link = RecordValues(keys.inboxLink.schema)
      link[keys.inboxLink.label] = context.words(.mailOpenInbox)
      link[keys.inboxLink.url] = url
      values[keys.inbox] = link
    }
    return values
  }

  /// How many are new, and how many of them urgent; how many there are, where none is new.
  var headline: String {
    let unread = digest.counts.all.unread
    if digest.counts.all.total == 0 { return empty.reason }
    if unread == 0 { return total }
    return context.words.newCount(unread, urgent: digest.counts[.high].unread)
  }

  /// What the document is, and for whom.
  var title: String {
    guard let name = context.recipient.name, !name.isEmpty else {
      return context.words(.digestTitle)
    }
    return context.words(.digestTitleFor, ["name": .text(FlatText.line(name))])
  }

  // MARK: Parts

  private var empty: EmptyWords { EmptyWords(digest: digest, context: context) }

  private var inboxURL: String? { context.inboxURL.flatMap(SafeURL.normalized) }

  private var total: String {
    context.words(.countNotifications, count: digest.counts.all.total)
  }

  private func setHead(in values: inout RecordValues) {
    values[keys.headline] = headline
    values[keys.title] = title
    values[keys.asOf] = context.words(
      .timeAsOf, ["time": .text(context.absoluteTime(digest.now))])
    values[keys.window] = window
    if digest.counts.all.total > 0, digest.counts.all.unread > 0 { values[keys.total] = total }
    values[keys.change] = change
    values[keys.older] = empty.older
    if digest.upcoming > 0 {
      values[keys.upcoming] = context.words(.countUpcoming, count: digest.upcoming)
    }
  }

  private var window: String {
    let words = context.words
    // What the window ends with is not in it.
    let end = min(digest.window.to.adding(seconds: -1), digest.now)
    let last = context.zone.civil(at: max(end, digest.window.from ?? end).seconds).date
    guard let from = digest.window.from else {
      return digest.window.to < digest.now
        ? words(.timeUntil, ["date": .text(words.dates.medium(last))]) : ""
    }
    return words.dateRange(from: context.zone.civil(at: from.seconds).date, to: last)
  }

  /// With an arrow, for those who read only that.
  private var change: String {
    guard let previous = digest.previous else { return "" }
    let difference = digest.counts.all.total - previous.all.total
    let words = context.words.change(difference, since: .last)
    return difference == 0 ? words : (difference > 0 ? "▲ " : "▼ ") + words
  }

  /// The most rows of the breakdown by type.
  private static let mostTypes = 24

  private func setBreakdowns(in values: inout RecordValues) {
    guard digest.counts.all.total > 0 else { return }
    values[keys.byPriorityWord] = context.words(.digestByPriority)
    values[keys.byTypeWord] = context.words(.digestByType)
    values[keys.priorities] = Priority.allCases.reversed().compactMap { priority in
      let tally = digest.counts[priority]
      return tally.total == 0 ? nil : row(tally, label: name(of: priority))
    }
    let types = TypeBreakdown(digest.counts, in: context.types, most: Self.mostTypes)
    values[keys.types] =
      types.rows.map { row($0.tally, label: $0.look.label, emoji: $0.look.emoji ?? "") }
      + (types.others.total > 0 ? [row(types.others, label: context.words.otherTypes)] : [])
  }

  private func name(of priority: Priority) -> String {
    switch priority {
    case .high: context.words(.priorityNameHigh)
    case .normal: context.words(.priorityNameNormal)
    case .low: context.words(.priorityNameLow)
    }
  }

  private func row(_ tally: Tally, label: String, emoji: String = "") -> RecordValues {
    var values = RecordValues(keys.tally.schema)
    values[keys.tally.emoji] = emoji
    values[keys.tally.label] = label
    values[keys.tally.total] = context.words.number(tally.total)
    values[keys.tally.unread] = unread(tally)
    return values
  }

  private func unread(_ tally: Tally) -> String {
    tally.unread == 0 ? "" : context.words(.countUnread, count: tally.unread)
  }

  private func section(_ section: DigestSection, _ items: ItemValues) -> RecordValues {
    var values = RecordValues(keys.section.schema)
    values[keys.section.title] = context.title(of: section.day)
    values[keys.section.day] = section.day.rawValue
    values[keys.section.total] = context.words.number(section.counts.all.total)
    values[keys.section.unread] = unread(section.counts.all)
    values[keys.section.items] = section.items.map(items.values)
    if section.omitted > 0 {
      values[keys.section.more] = context.words.more(
        section.omitted, urgent: section.omittedHigh, inInbox: inboxURL != nil)
    }
    return values
  }
}
