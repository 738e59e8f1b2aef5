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
  /// Whether unread lines begin with a dot where others are read: only in Markdown, whose plain text is
  /// read too.
  var marksUnread = false

  func values() -> RecordValues {
    DigestKeys.digest.values { values, key in
      let types = LabeledTypes(digest.counts, in: context.types)
      setHead(in: &values)
      setKinds(of: types, in: &values)
      let items = ItemValues(
        context: context, showsPictures: showsPictures, types: types,
        namedKinds: NamedKinds(digest, in: context), marksUnread: marksUnread && digest.hasRead)
      values[key.sections] = digest.readingOrder.map { section($0, items) }
      values[key.rest] = ClosingLine.words(of: digest, in: context)
      if let url = inboxURL {
        values[key.inbox] = DigestKeys.link.values { link, key in
          link[key.label] = context.words(.mailOpenInbox)
          link[key.url] = url
        }
      }
    }
  }

  /// `5 urgent, 7 more`; `7 new` or `7 notifications` if none is urgent; why there is nothing if so.
  var headline: String {
    let all = digest.counts.all
    if all.total == 0 { return empty.reason }
    let isNew = digest.urgentCount > 0 || all.unread == all.total
    return isNew
      ? context.words.headline(all.total, urgent: digest.urgentCount).whole
      : context.words(.countNotifications, count: all.total)
  }

  /// Whether there is nothing, and nothing that is unread.
  var isCaughtUp: Bool {
    digest.counts.all.total == 0 && digest.older == nil && digest.isConclusive
  }

  /// What the document is, and for whom.
  var title: String {
    let names = [FlatText.line(context.recipient.name ?? ""), id]
    guard let name = names.first(where: { !$0.isEmpty }) else { return context.words(.digestTitle) }
    return context.words(.digestTitleFor, ["name": .text(name)])
  }

  /// What a person would say; anything longer is for programs.
  private static let mostIDColumns = 22
  private static let cutIDColumns = 13

  private var id: String {
    if context.recipient.id == .me { return "" }
    let id = TerminalText(FlatText.line(context.recipient.id.text), TerminalStyle())
    return id.columns <= Self.mostIDColumns
      ? id.text : id.cutInside(to: Self.cutIDColumns, TerminalStyle()).text
  }

  // MARK: Parts

  private var empty: EmptyNotice { EmptyNotice(digest: digest, context: context) }

  private var inboxURL: String? { context.inboxURL.flatMap(SafeURL.normalized) }

  private func setHead(in values: inout RecordValues) {
    let key = DigestKeys.digest.keys
    values[key.headline] = headline
    values[key.app] = context.app
    values[key.title] = title
    values[key.asOf] = context.words(
      .timeAsOf, ["time": .text(context.absoluteTime(digest.now))])
    values[key.window] = context.words.unbroken(window)
    let all = digest.counts.all
    if all.unread > 0, all.unread < all.total {
      values[key.unread] = context.words(.countUnread, count: all.unread)
    } else if all.unread == 0, all.total > 0 {
      values[key.unread] = empty.whenAllIsRead
    }
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
        ? words(.timeUntil, ["date": .text(words.dates.date(last, withYear: true))]) : ""
    }
    return words.dateRange(from: context.zone.civil(at: from.seconds).date, to: last)
  }

  /// The change since the last digest.
  private var change: String {
    guard let previous = digest.previous else { return "" }
    return context.words.signedChange(
      digest.counts.all.total - previous.all.total, since: .last)
  }

  /// The most kinds to tell, and one for all others.
  private static let mostKinds = 8

  private func setKinds(of types: LabeledTypes, in values: inout RecordValues) {
    let kinds = KindLine.values(
      of: types, most: Self.mostKinds, in: context.words, sign: types.sign)
    guard !kinds.isEmpty else { return }
    values[DigestKeys.digest.keys.kinds] = kinds
    values[DigestKeys.digest.keys.hasKinds] = true
  }

  private func section(_ section: ReadingSection, _ items: ItemValues) -> RecordValues {
    DigestKeys.section.values { values, key in
      values[key.title] = context.title(of: section.heading)
      values[key.isUrgent] = section.heading == .urgent
      values[key.total] = context.count(of: section)
      values[key.items] = section.lines.map { line in
        let item = digest[line]
        return items.values(of: item, on: digest.sections[line.section].day, in: section.heading)
      }
    }
  }
}

extension Digest {
  /// Whether some of it is read, so that a document says which is not.
  var hasRead: Bool { counts.all.unread < counts.all.total }
}

/// Fills in the template values of one line.
struct ItemValues {
  let context: DocumentContext
  let showsPictures: Bool
  /// Stands where a type has no emoji; empty if none has any. Looked up once for all lines, as all words.
  private let sign: String
  private let unreadWord: String
  private let namedKinds: NamedKinds?
  private let marksUnread: Bool

  init(
    context: DocumentContext, showsPictures: Bool, types: LabeledTypes,
    namedKinds: NamedKinds? = nil, marksUnread: Bool = false
  ) {
    self.context = context
    self.showsPictures = showsPictures
    self.namedKinds = namedKinds
    self.marksUnread = marksUnread
    sign = types.sign
    unreadWord = context.words(.digestUnread)
  }

  func values(
    of item: DigestItem, on day: Day, in heading: ReadingSection.Heading
  ) -> RecordValues {
    let parts = ItemParts(item, in: context, length: .card)
    let isRedacted = parts.shown.isRedacted
    return DigestKeys.item.values { values, key in
      values[key.emoji] = parts.shown.look.emoji ?? sign
      values[key.type] = parts.label
      values[key.title] = parts.title.text
      if parts.times > 1 { values[key.times] = "×" + context.words.number(parts.times) }
      values[key.link] = parts.link ?? ""
      values[key.refusedLink] = parts.linkText ?? ""
      if parts.isUnread {
        values[key.unread] = unreadWord
        values[key.mark] = marksUnread ? "●" : ""
      }
      setBody(of: parts, in: &values)
      values[key.time] = context.words.unbroken(
        context.shortTime(item.notification.time, of: day, among: heading))
      values[key.absoluteTime] = context.absoluteTime(item.notification.time)
      let since = context.since(item, of: day)
      let facts = facts(of: parts, isUrgent: heading == .urgent, since: since)
      values[key.facts] = facts
      values[key.hasFacts] = !facts.isEmpty
      let actions = parts.actions.filter { !isRedacted || $0.isButton }
      values[key.actions] = actions.map(link)
      values[key.hasActions] = !actions.isEmpty
      setMedia(of: parts, in: &values)
      if !isRedacted, !item.notification.extra.isEmpty {
        values[key.extra] = item.notification.extra.map { ($0.name, $0.value) }
      }
    }
  }

  private func setBody(of parts: ItemParts, in values: inout RecordValues) {
    guard !parts.body.isEmpty else { return }
    let key = DigestKeys.item.keys
    values[key.body] = parts.body
    var markdown: [UInt8] = []
    switch parts.shown.bodyFormat {
    case .plain, .html:
      MarkdownEscape.append(parts.body, lineBreaks: .kept(indent: 2), to: &markdown)
    case .markdown where parts.shown.isUntitled:
      MarkdownEscape.append(parts.body, lineBreaks: .kept(indent: 2), to: &markdown)
    case .markdown:
      let limit = UserMarkdown.Limit(columns: ItemParts.bodyColumns) {
        DisplayWidth.columns(of: $0)
      }
      UserMarkdown.append(parts.shown.body, indent: 2, limit: limit, to: &markdown)
    }
    values[key.bodyMarkdown] = Markup(rendered: String(decoding: markdown, as: UTF8.self))
  }

  private func setMedia(of parts: ItemParts, in values: inout RecordValues) {
    guard let media = parts.media else { return }
    let key = DigestKeys.item.keys
    let shown = showsPictures ? media.values : []
    values[key.media] = shown.isEmpty ? media.summary(below: parts.title.text) : media.rest
    values[key.hasPictures] = !shown.isEmpty
    values[key.pictures] = shown
  }

  private func facts(
    of parts: ItemParts, isUrgent: Bool, since: String?
  ) -> [RecordValues] {
    // The heading says what is urgent.
    var facts = isUrgent ? [parts.context] : [parts.badge, parts.context]
    if parts.needsLabel(isWhole: false, among: namedKinds) { facts.append(parts.label) }
    if let byline = parts.byline { facts.append(byline) }
    if parts.isFollowing { facts.append(context.words(.itemFollowing)) }
    facts.append(since.map(context.words.unbroken))
    return facts.compactMap(\.self).filter { !$0.isEmpty }.enumerated().map { index, fact in
      DigestKeys.fact.values { values, key in
        values[key.text] = fact
        values[key.isLater] = index > 0
      }
    }
  }

  private func link(_ action: ItemAction) -> RecordValues {
    DigestKeys.link.values { values, key in
      values[key.label] = FlatText.name(action.label)
      values[key.url] = action.url
    }
  }
}
