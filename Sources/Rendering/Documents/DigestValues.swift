import ByteText
internal import CompiledMustache
import Digests
import Languages
import Notifications
import SafeMarkdown

/// Fills in the template values of a digest.
struct DigestValues {
  let digest: Digest
  let context: DocumentContext
  /// Whether thumbnails become images: only in HTML.
  var showsPictures = false

  func values() -> RecordValues {
    DigestKeys.digest.values { values, key in
      setHead(in: &values)
      setBreakdowns(in: &values)
      let items = ItemValues(context: context, showsPictures: showsPictures)
      values[key.sections] = digest.sections.filter { !$0.isEmpty }.map { section($0, items) }
      if let url = inboxURL {
        values[key.inbox] = DigestKeys.link.values { link, key in
          link[key.label] = context.words(.mailOpenInbox)
          link[key.url] = url
        }
      }
    }
  }

  /// How many are new and how many of them are urgent, or how many there are if none is new.
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

  private var empty: EmptyNotice { EmptyNotice(digest: digest, context: context) }

  private var inboxURL: String? { context.inboxURL.flatMap(SafeURL.normalized) }

  private var total: String {
    context.words(.countNotifications, count: digest.counts.all.total)
  }

  private func setHead(in values: inout RecordValues) {
    let key = DigestKeys.digest.keys
    values[key.headline] = headline
    values[key.title] = title
    values[key.asOf] = context.words(
      .timeAsOf, ["time": .text(context.absoluteTime(digest.now))])
    values[key.window] = window
    if digest.counts.all.total > 0, digest.counts.all.unread > 0 { values[key.total] = total }
    values[key.change] = change
    values[key.older] = empty.older
    if digest.upcoming > 0 {
      values[key.upcoming] = context.words(.countUpcoming, count: digest.upcoming)
    }
  }

  private var window: String {
    let words = context.words
    // The window excludes its end, unless that is the present: at midnight the new day has begun.
    let end = digest.window.to < digest.now ? digest.window.to.adding(seconds: -1) : digest.now
    let last = context.zone.civil(at: max(end, digest.window.from ?? end).seconds).date
    guard let from = digest.window.from else {
      return digest.window.to < digest.now
        ? words(.timeUntil, ["date": .text(words.dates.medium(last))]) : ""
    }
    return words.dateRange(from: context.zone.civil(at: from.seconds).date, to: last)
  }

  /// The change since the last digest, with an arrow for quick readers.
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
    let key = DigestKeys.digest.keys
    values[key.byPriority] = context.words(.digestByPriority)
    values[key.byType] = context.words(.digestByType)
    values[key.priorities] = Priority.allCases.reversed().compactMap { priority in
      let tally = digest.counts[priority]
      return tally.total == 0 ? nil : row(tally, label: context.words(priority.nameKey))
    }
    let types = TypeBreakdown(digest.counts, in: context.types, most: Self.mostTypes)
    values[key.types] =
      types.rows.map { row($0.tally, label: $0.look.label, emoji: $0.look.emoji ?? "") }
      + (types.others.total > 0 ? [row(types.others, label: context.words.otherTypes)] : [])
  }

  private func row(_ tally: Tally, label: String, emoji: String = "") -> RecordValues {
    DigestKeys.tally.values { values, key in
      values[key.emoji] = emoji
      values[key.label] = label
      values[key.total] = context.words.number(tally.total)
      values[key.unread] = unread(tally)
    }
  }

  private func unread(_ tally: Tally) -> String {
    tally.unread == 0 ? "" : context.words(.countUnread, count: tally.unread)
  }

  private func section(_ section: DigestSection, _ items: ItemValues) -> RecordValues {
    DigestKeys.section.values { values, key in
      values[key.title] = context.title(of: section.day)
      values[key.day] = section.day.rawValue
      values[key.total] = context.words.number(section.counts.all.total)
      values[key.unread] = unread(section.counts.all)
      values[key.items] = section.items.map(items.values)
      if section.omitted > 0 {
        values[key.more] = context.words.more(
          section.omitted, urgent: section.omittedUrgent, inInbox: inboxURL != nil)
      }
    }
  }
}

/// Fills in the template values of one line.
struct ItemValues {
  let context: DocumentContext
  let showsPictures: Bool
  /// Looked up once for all lines.
  private let unreadWord: String

  init(context: DocumentContext, showsPictures: Bool) {
    self.context = context
    self.showsPictures = showsPictures
    unreadWord = context.words(.digestUnread)
  }

  func values(of item: DigestItem) -> RecordValues {
    let parts = ItemParts(item, in: context)
    let isRedacted = parts.shown.isRedacted
    return DigestKeys.item.values { values, key in
      values[key.emoji] = parts.shown.look.emoji ?? ""
      values[key.type] = parts.shown.look.label
      values[key.title] = parts.title.text
      values[key.link] = parts.link ?? ""
      values[key.refusedLink] = parts.linkText ?? ""
      if parts.isUnread { values[key.unread] = unreadWord }
      if let badge = parts.badge {
        values[parts.priority == .high ? key.urgent : key.minor] = badge
      }
      setBody(of: parts, in: &values)
      setTimes(of: parts, item.notification.time, in: &values)
      if parts.isFollowing { values[key.note] = context.words(.itemFollowing) }
      let actions = parts.actions.filter { !isRedacted || $0.isButton }
      values[key.actions] = actions.map(link)
      values[key.hasActions] = !actions.isEmpty
      setMedia(of: parts, in: &values)
      if !isRedacted { setContext(of: item.notification, parts.title, in: &values) }
    }
  }

  private func setBody(of parts: ItemParts, in values: inout RecordValues) {
    guard !parts.body.isEmpty else { return }
    let key = DigestKeys.item.keys
    values[key.body] = parts.body
    var markdown: [UInt8] = []
    switch parts.shown.bodyFormat {
    case .plain, .html: MarkdownEscape.append(parts.body, to: &markdown)
    case .markdown:
      let limit = UserMarkdown.Limit(columns: ItemParts.bodyColumns) {
        DisplayWidth.columns(of: $0)
      }
      UserMarkdown.append(parts.shown.body, indent: 2, limit: limit, to: &markdown)
    }
    values[key.bodyMarkdown] = Markup(rendered: String(decoding: markdown, as: UTF8.self))
  }

  /// Omits the relative time if it would only repeat the date.
  private func setTimes(of parts: ItemParts, _ time: Instant, in values: inout RecordValues) {
    let key = DigestKeys.item.keys
    let now = context.now.seconds
    switch RelativeTime(min(time.seconds, now), now: now, in: context.zone) {
    case .justNow, .minutes, .hours, .days: values[key.relativeTime] = parts.relativeTime
    case .date: break
    }
    values[key.absoluteTime] = parts.absoluteTime
  }

  private func setMedia(of parts: ItemParts, in values: inout RecordValues) {
    guard let media = parts.media else { return }
    let key = DigestKeys.item.keys
    values[key.media] = media.summary
    guard showsPictures else { return }
    let shown = media.values
    values[key.hasPictures] = !shown.isEmpty
    values[key.pictures] = shown
  }

  private func setContext(
    of notification: Notification, _ title: ActorTitle, in values: inout RecordValues
  ) {
    let key = DigestKeys.item.keys
    if title.name.isEmpty, let actor = notification.actor {
      values[key.actor] = FlatText.name(actor.name)
    }
    if let subject = notification.subject?.name, !title.text.utf8.contains(subject.utf8) {
      values[key.subject] = FlatText.name(subject)
    }
    if !notification.extra.isEmpty {
      values[key.extra] = notification.extra.map { ($0.name, $0.value) }
    }
  }

  private func link(_ action: ItemAction) -> RecordValues {
    DigestKeys.link.values { values, key in
      values[key.label] = FlatText.name(action.label)
      values[key.url] = action.url
    }
  }
}
