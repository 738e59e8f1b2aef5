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

  /// The urgent ones that show up to four lines of their message; the others show two.
  private static let mostWhole = 3
  /// The kinds that are told; all others are the last of them.
  private static let mostKinds = 6
  /// The width of brand and date on a phone.
  private static let frameColumns = 42

  init(context: DocumentContext, options: MailOptions, style: Markup, frame: MailLinks) {
    self.style = style
    self.context = context
    self.options = options
    self.frame = frame
    items = MailItemValues(
      words: context.words, app: options.brand.name, showsImages: context.showsImages)
  }

  private var words: Localization { context.words }

  /// The values of both parts.
  func values(
    of digest: Digest, in sections: [ReadingSection], headline: MailHeadline
  ) -> RecordValues {
    let key = MailKeys.mail.keys
    var mail = MailKeys.mail.empty
    fillFrame(&mail)
    fillHeadline(&mail, headline, of: digest)
    if headline.single == nil { fillKinds(&mail, digest.counts) }
    let kinds = NamedKinds(digest, in: context)
    var hasIcons = false
    mail[key.sections] = sections.map {
      section(
        $0, of: digest, naming: kinds, isSingle: headline.single != nil, hasIcons: &hasIcons)
    }
    mail[key.hasIcons] = hasIcons
    // The urgent section says how many of its own are left out.
    let isTold = sections.first?.heading == .urgent
    mail[key.rest] = ClosingLine.words(of: digest, in: context, tellsUrgent: !isTold)
    fillFooter(&mail, of: digest)
    if digest.lineCount > 0 {
      mail[key.zone] = words(
        .timeZone, ["zone": .text(words.dates.zoneName(context.zone, at: context.now.seconds))])
    }
    return mail
  }

  private func fillFrame(_ mail: inout RecordValues) {
    let key = MailKeys.mail.keys
    let isRightToLeft = words.direction == .rightToLeft
    mail[key.lang] = words.tag.text
    mail[key.dir] = words.direction.rawValue
    mail[key.start] = isRightToLeft ? "right" : "left"
    mail[key.end] = isRightToLeft ? "left" : "right"
    if isRightToLeft { mail[key.lineMark] = BidiIsolation.toTheLeft }
    mail[key.accent] = options.brand.accent.light.description
    mail[key.style] = style
    mail[key.filler] = Self.filler
    mail[key.brand] = options.brand.name
    mail[key.logo] =
      context.showsImages ? options.brand.logoURL.flatMap(PictureURL.checked) ?? "" : ""
    mail[key.date] = date
  }

  /// The date in full, or abbreviated where it would not fit beside the brand.
  private var date: String {
    let date = words.dates.weekdayAndDayInFull(context.today)
    let columns = DisplayWidth.columns(of: date) + DisplayWidth.columns(of: options.brand.name)
    return columns <= Self.frameColumns ? date : words.dates.weekdayAndDay(context.today)
  }

  private func fillHeadline(
    _ mail: inout RecordValues, _ headline: MailHeadline, of digest: Digest
  ) {
    let key = MailKeys.mail.keys
    mail[key.subject] = headline.subject
    mail[key.preheader] = headline.preheader
    mail[key.heading] = headline.heading.whole
    mail[key.headingBefore] = headline.heading.before
    mail[key.headingUrgent] = headline.heading.urgent
    mail[key.headingAfter] = headline.heading.after
    mail[key.previous] = headline.change ?? ""
    guard let single = headline.single else { return }
    mail[key.isSingle] = true
    mail[key.headingURL] = digest[single].notification.link.flatMap { SafeURL.normalized($0) } ?? ""
  }

  /// Keeps mail programs from filling the preview with the body: a grapheme joiner and two blanks,
  /// all of them invisible.
  private static let filler = Markup(
    rendered: String(repeating: "&#847;&zwnj;&nbsp;", count: 40))

  /// One line of how many there are of each kind.
  private func fillKinds(_ mail: inout RecordValues, _ counts: Counts) {
    let key = MailKeys.mail.keys
    guard counts.all.total > 0 else { return }
    let types = LabeledTypes(counts, in: context.types)
    let kinds = KindLine.values(of: types, most: Self.mostKinds, in: words)
    mail[key.kinds] = kinds
    mail[key.hasKinds] = !kinds.isEmpty
  }

  private func section(
    _ section: ReadingSection, of digest: Digest, naming kinds: NamedKinds, isSingle: Bool,
    hasIcons: inout Bool
  ) -> RecordValues {
    let key = MailKeys.section.keys
    var values = MailKeys.section.empty
    let isUrgent = section.heading == .urgent
    let omitted = isUrgent ? section.omitted : 0
    let title = context.title(of: section)
    values[key.title] = title
    let columns = DisplayWidth.columns(of: title)
    values[key.underline] = String(unsafeUninitializedCapacity: columns) { target in
      target.initialize(repeating: UInt8(ascii: "-"))
      return columns
    }
    values[key.isUrgent] = isUrgent
    if omitted > 0 { values[key.more] = words(.countMoreUrgent, count: omitted) }
    var items: [RecordValues] = []
    items.reserveCapacity(section.lines.count)
    for line in section.lines {
      let isCard = isUrgent && !isSingle && items.count < Self.mostWhole
      let item = digest[line]
      let parts = ItemParts(item, in: context, length: isSingle || isCard ? .card : .row)
      // The heading says what is urgent.
      if isUrgent { parts.badge = nil }
      let day = digest.sections[line.section].day
      let time = context.shortTime(item.notification.time, of: day, among: section.heading)
      if parts.actor != nil || parts.shown.look.emoji != nil { hasIcons = true }
      var told = self.items.values(
        of: parts, naming: kinds, time: time, since: context.since(item, of: day),
        isSingle: isSingle)
      if isUrgent, day == .yesterday {
        let key = MailKeys.item.keys
        told[key.day] = context.title(of: day)
        told[key.timeOfDay] = context.shortTime(item.notification.time, of: day, among: .day(day))
      }
      items.append(told)
    }
    values[key.items] = items
    return values
  }

  private func fillFooter(_ mail: inout RecordValues, of digest: Digest) {
    let key = MailKeys.mail.keys
    if let inboxURL = frame.inbox {
      mail[key.inboxURL] = inboxURL
      mail[key.openInbox] = words(.mailOpenInbox)
    }
    mail[key.reason] = options.reason(words)
    mail[key.address] = FlatText.line(options.brand.address ?? "")
    if let url = frame.unsubscribe {
      mail[key.unsubscribeURL] = url
      mail[key.unsubscribe] = words(.mailUnsubscribe)
    }
    if let url = frame.manage {
      mail[key.manageURL] = url
      mail[key.manage] = words(.mailManage)
    }
    let mutes = TypeMutes(of: digest, in: context).types.enumerated().map { index, type in
      MailKeys.mute.values { values, key in
        values[key.isLater] = index > 0
        values[key.label] = type.label
        values[key.url] = type.url
      }
    }
    mail[key.mutes] = mutes
    if !mutes.isEmpty { mail[key.mute] = words(.mailMute) }
  }
}
