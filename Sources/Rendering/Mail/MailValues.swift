internal import CompiledMustache
import Digests
import Languages
import Notifications
import SafeMarkdown

/// Fills in the template values of a mail.
struct MailValues {
  let context: DocumentContext
  let options: MailOptions
  let style: Markup
  let frame: MailLinks
  private let items: MailItemValues
  private var links = LinkReferences()

  /// The most types that get a bar of their own.
  private static let mostBars = 6

  init(context: DocumentContext, options: MailOptions, style: Markup, frame: MailLinks) {
    self.style = style
    self.context = context
    self.options = options
    self.frame = frame
    items = MailItemValues(words: context.words, showsImages: context.showsImages)
  }

  private var words: Localization { context.words }

  /// The values of both parts.
  mutating func values(of digest: Digest, headline: MailHeadline) -> RecordValues {
    let key = MailKeys.mail.keys
    var mail = RecordValues(MailKeys.schema)
    fillFrame(&mail, headline)
    mail[key.heading] = headline.heading.whole
    mail[key.previous] = headline.change ?? ""
    mail[key.empty] = digest.counts.all.total == 0 ? words(.inboxCaughtUp) : ""
    fillBreakdown(&mail, digest.counts)
    mail[key.sections] = digest.sections.filter { !$0.isEmpty }.map { section($0) }
    fillFooter(&mail)
    mail[key.hasReferences] = !links.urls.isEmpty
    mail[key.references] = links.urls.enumerated().map { index, url in
      MailKeys.reference.values { reference, key in
        reference[key.number] = String(index + 1)
        reference[key.url] = url
      }
    }
    return mail
  }

  private func fillFrame(_ mail: inout RecordValues, _ headline: MailHeadline) {
    let key = MailKeys.mail.keys
    let isRightToLeft = words.direction == .rightToLeft
    mail[key.lang] = words.tag.text
    mail[key.dir] = words.direction.rawValue
    mail[key.start] = isRightToLeft ? "right" : "left"
    mail[key.end] = isRightToLeft ? "left" : "right"
    mail[key.accent] = options.brand.accent.light.description
    mail[key.style] = style
    mail[key.subject] = headline.subject
    mail[key.preheader] = headline.preheader
    mail[key.filler] = Self.filler
    mail[key.brand] = options.brand.name
    mail[key.logo] =
      context.showsImages ? options.brand.logoURL.flatMap(PictureURL.checked) ?? "" : ""
    mail[key.date] = words.dates.weekdayAndDay(context.today)
  }

  /// Keeps mail programs from filling the preview with the body: a grapheme joiner and two blanks,
  /// all of them invisible.
  private static let filler = Markup(
    rendered: String(repeating: "&#847;&zwnj;&nbsp;", count: 60))

  private func fillBreakdown(_ mail: inout RecordValues, _ counts: Counts) {
    let key = MailKeys.mail.keys
    let types = TypeBreakdown(counts, in: context.types, most: Self.mostBars)
    // A single bar or priority would only repeat the heading.
    if types.rows.count > 1 { mail[key.bars] = bars(of: types) }
    mail[key.hasBars] = types.rows.count > 1
    let named: [(Priority, MessageKey)] = [
      (.high, .terminalHigh), (.normal, .terminalNormal), (.low, .terminalLow),
    ]
    let present = named.filter { counts[$0.0].total > 0 }
    guard present.count > 1 else { return }
    mail[key.priorities] = present.map {
      words.number(counts[$0.0].total) + " " + words($0.1)
    }.joined(separator: " · ")
  }

  /// A bar for each type in the profile's order; of many types, for the largest and for all others.
  private func bars(of types: TypeBreakdown) -> [RecordValues] {
    let longest = max(types.others.total, types.rows.map(\.tally.total).max() ?? 1)
    var bars = types.rows.map {
      bar($0.look.emoji, $0.look.label, count: $0.tally.total, of: longest)
    }
    if types.others.total > 0 {
      bars.append(bar(nil, words.otherTypes, count: types.others.total, of: longest))
    }
    return bars
  }

  private func bar(
    _ emoji: String?, _ label: String, count: Int, of longest: Int
  ) -> RecordValues {
    MailKeys.bar.values { bar, key in
      let width = max(2, min(100, count * 100 / max(longest, 1)))
      bar[key.emoji] = emoji ?? ""
      bar[key.label] = MailItemValues.shortened(label)
      bar[key.count] = words.number(count)
      bar[key.width] = width
      bar[key.rest] = 100 - width
    }
  }

  private mutating func section(_ section: DigestSection) -> RecordValues {
    let key = MailKeys.section.keys
    var values = RecordValues(MailKeys.section.schema)
    let title = "\(context.title(of: section.day)) · \(words.number(section.counts.all.total))"
    values[key.title] = title
    values[key.underline] = String(repeating: "-", count: DisplayWidth.columns(of: title))
    var items: [RecordValues] = []
    items.reserveCapacity(section.items.count)
    for item in section.items {
      items.append(self.items.values(of: ItemParts(item, in: context), links: &links))
    }
    values[key.items] = items
    if section.omitted > 0 {
      values[key.more] = words.more(
        section.omitted, urgent: section.omittedUrgent, inInbox: frame.inbox != nil)
    }
    return values
  }

  private mutating func fillFooter(_ mail: inout RecordValues) {
    let key = MailKeys.mail.keys
    if let inboxURL = frame.inbox {
      mail[key.inboxURL] = inboxURL
      mail[key.inboxReference] = String(links.number(of: inboxURL))
      mail[key.openInbox] = words(.mailOpenInbox)
    }
    mail[key.reason] = options.reason(words)
    mail[key.address] = FlatText.line(options.brand.address ?? "")
    if let url = frame.unsubscribe {
      mail[key.unsubscribeURL] = url
      mail[key.unsubscribe] = words(.mailUnsubscribe)
      mail[key.unsubscribeReference] = String(links.number(of: url))
    }
    mail[key.hasFooter] = options.brand.address != nil || frame.unsubscribe != nil
  }
}

/// Fills in the template values of one line.
struct MailItemValues {
  let showsImages: Bool
  // Looked up once for all lines.
  private let openLabel: String
  private let followLabel: String
  private let followingNote: String

  init(words: Localization, showsImages: Bool) {
    self.showsImages = showsImages
    openLabel = Self.label(words(.itemOpen))
    followLabel = Self.label(words(.itemFollow))
    followingNote = words(.itemFollowing)
  }

  /// Limits an action's label, which never breaks and would widen the mail on a phone.
  private static func label(_ words: String) -> String {
    DisplayWidth.truncated(FlatText.line(words), columns: 24)
  }

  private static let labelColumns = 32

  /// Limits a type's label, since an unknown type may have one of any length.
  static func shortened(_ label: String) -> String {
    if label.utf8.count <= labelColumns { return label }
    return DisplayWidth.truncated(label, columns: labelColumns)
  }

  func values(of parts: ItemParts, links: inout LinkReferences) -> RecordValues {
    let key = MailKeys.item.keys
    var item = RecordValues(MailKeys.item.schema)
    item[key.emoji] = parts.shown.look.emoji ?? ""
    item[key.label] = Self.shortened(parts.shown.look.label)
    let title = parts.title.guarded
    item[key.title] = title.text
    item[key.actorBefore] = title.before
    item[key.actor] = title.name
    item[key.actorAfter] = title.after
    item[key.body] = parts.body
    item[key.linkText] = LinkGuard.guarded(parts.linkText ?? "")
    item[key.byline] = LinkGuard.guarded(parts.byline ?? "")
    item[key.relativeTime] = parts.relativeTime
    item[key.absoluteTime] = parts.absoluteTime
    item[key.link] = parts.link ?? ""
    fillPriority(&item, parts)
    fillPictures(&item, parts)
    fillActions(&item, parts, links: &links)
    return item
  }

  private func fillPriority(_ item: inout RecordValues, _ parts: ItemParts) {
    let key = MailKeys.item.keys
    let isHigh = parts.priority == .high
    item[key.state] = isHigh ? "urgent" : "unread"
    item[key.edge] = isHigh ? "#b91c1c" : "#2563eb"
    guard let badge = parts.badge else { return }
    item[key.badge] = badge
    item[key.badgeState] = parts.priority.name
    // Without an edge, the gray of LOW is hard to see on the card's blue.
    item[key.badgeEdge] = isHigh ? "#fee2e2" : "#cbd5e1"
    item[key.badgeTint] = isHigh ? "#fee2e2" : "#f3f4f6"
    item[key.badgeColor] = isHigh ? "#b91c1c" : "#374151"
  }

  private func fillPictures(_ item: inout RecordValues, _ parts: ItemParts) {
    let key = MailKeys.item.keys
    if let actor = parts.actor {
      item[key.hasFace] = true
      if showsImages, let avatar = parts.avatar {
        item[key.avatar] = avatar
      } else {
        item[key.initials] = Initials.of(actor.name)
      }
    }
    guard let media = parts.media else { return }
    item[key.media] = media.summary
    guard showsImages else { return }
    let thumbnails = media.values
    item[key.thumbnails] = thumbnails
    item[key.hasThumbnails] = !thumbnails.isEmpty
  }

  private func fillActions(
    _ item: inout RecordValues, _ parts: ItemParts, links: inout LinkReferences
  ) {
    let key = MailKeys.item.keys
    var actions: [RecordValues] = []
    for action in parts.actions {
      let label = action.isButton ? followLabel : Self.label(action.label)
      actions.append(self.action(action, label, parts: parts, links: &links))
    }
    if let link = parts.link, !parts.actions.contains(where: { $0.url == link }) {
      actions.append(
        action(ItemAction(label: openLabel, url: link), openLabel, parts: parts, links: &links))
    }
    let hasActions = !actions.isEmpty || parts.isFollowing
    let hasOneLink =
      actions.count == 1 && !parts.isFollowing && parts.actions.first?.isButton != true
    if parts.isFollowing { item[key.note] = followingNote }
    item[key.actions] = actions
    item[key.hasActions] = hasActions
    item[key.hasOneLink] = hasOneLink
    item[key.hasActionRow] = hasActions && !hasOneLink
  }

  private func action(
    _ action: ItemAction, _ label: String, parts: ItemParts, links: inout LinkReferences
  ) -> RecordValues {
    MailKeys.action.values { values, key in
      values[key.url] = action.url
      values[key.label] = label
      values[key.spoken] = label + ": " + parts.title.text
      values[key.reference] = String(links.number(of: action.url))
      values[key.isButton] = action.isButton
    }
  }
}
