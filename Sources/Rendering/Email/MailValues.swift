internal import CompiledMustache
import Digests
import Languages
import Notifications

/// Fills the mail's templates from a digest.
struct MailValues {
  let keys: MailKeys
  let context: DocumentContext
  let options: MailOptions
  let style: Markup
  let frame: MailLinks
  private let items: MailItemValues
  private var links = LinkReferences()

  /// The most types that get a bar of their own.
  static let mostBars = 6

  init(
    keys: MailKeys, context: DocumentContext, options: MailOptions, style: Markup,
    frame: MailLinks
  ) {
    self.keys = keys
    self.style = style
    self.context = context
    self.options = options
    self.frame = frame
    items = MailItemValues(
      keys: keys.section.item, words: context.words, showsImages: context.showsImages)
  }

  private var words: Words { context.words }

  /// The values of both parts.
  mutating func values(of digest: Digest, headline: MailHeadline) -> RecordValues {
    var mail = RecordValues(keys.schema)
    fillFrame(&mail, headline)
    mail[keys.heading] = headline.heading
    mail[keys.previous] = headline.change ?? ""
    mail[keys.empty] = digest.counts.all.total == 0 ? words(.inboxCaughtUp) : ""
    fillBreakdown(&mail, digest.counts)
    mail[keys.sections] = digest.sections.filter { !$0.isEmpty }.map { section($0) }
    fillFooter(&mail)
    mail[keys.hasReferences] = !links.urls.isEmpty
    mail[keys.references] = links.urls.enumerated().map { index, url in
      var reference = RecordValues(keys.reference.schema)
      reference[keys.reference.number] = String(index + 1)
      reference[keys.reference.url] = url
      return reference
    }
    return mail
  }

  private func fillFrame(_ mail: inout RecordValues, _ headline: MailHeadline) {
    let isRightToLeft = words.direction == .rightToLeft
    mail[keys.lang] = words.tag.text
    mail[keys.dir] = isRightToLeft ? "rtl" : "ltr"
    mail[keys.start] = isRightToLeft ? "right" : "left"
    mail[keys.end] = isRightToLeft ? "left" : "right"
    mail[keys.accent] = options.brand.accent.light.description
    mail[keys.style] = style
    mail[keys.subject] = headline.subject
    mail[keys.preheader] = headline.preheader
    mail[keys.filler] = MailDocument.filler
    mail[keys.brand] = options.brand.name
    mail[keys.logo] =
      context.showsImages ? options.brand.logoURL.flatMap(PictureURL.checked) ?? "" : ""
    mail[keys.date] = words.dates.weekdayAndDay(context.today)
  }

  private func fillBreakdown(_ mail: inout RecordValues, _ counts: Counts) {
    let types = TypeBreakdown(counts, in: context.types, most: Self.mostBars)
    // One bar, or one priority, would only repeat the heading.
    if types.rows.count > 1 { mail[keys.bars] = bars(of: types) }
    mail[keys.hasBars] = types.rows.count > 1
    let named: [(Priority, MessageKey)] = [
      (.high, .terminalHigh), (.normal, .terminalNormal), (.low, .terminalLow),
    ]
    let present = named.filter { counts[$0.0].total > 0 }
    guard present.count > 1 else { return }
    mail[keys.priorities] = present.map {
      words.number(counts[$0.0].total) + " " + words($0.1)
    }.joined(separator: " · ")
  }

  /// A bar for each type in the profile's order; of many, for the largest, and one for all others.
  private func bars(of types: TypeBreakdown) -> [RecordValues] {
    let longest = max(types.others.total, types.rows.map(\.tally.total).max() ?? 1)
    var bars = types.rows.map { bar($0.look.emoji, $0.look.label, $0.tally.total, of: longest) }
    if types.others.total > 0 {
      bars.append(bar(nil, words.otherTypes, types.others.total, of: longest))
    }
    return bars
  }

  private func bar(
    _ emoji: String?, _ label: String, _ count: Int, of longest: Int
  ) -> RecordValues {
    var bar = RecordValues(keys.bar.schema)
    let width = max(2, min(100, count * 100 / max(longest, 1)))
    bar[keys.bar.emoji] = emoji ?? ""
    bar[keys.bar.label] = MailItemValues.shortened(label)
    bar[keys.bar.count] = words.number(count)
    bar[keys.bar.width] = width
    bar[keys.bar.rest] = 100 - width
    return bar
  }

  private mutating func section(_ section: DigestSection) -> RecordValues {
    var values = RecordValues(keys.section.schema)
    let title = "\(context.title(of: section.day)) · \(words.number(section.counts.all.total))"
    values[keys.section.title] = title
    values[keys.section.underline] = String(
      repeating: "-", count: DisplayWidth.columns(of: title))
    var items: [RecordValues] = []
    items.reserveCapacity(section.items.count)
    for item in section.items {
      items.append(self.items.values(of: ItemParts(item, in: context), links: &links))
    }
    values[keys.section.items] = items
    if section.omitted > 0 {
      values[keys.section.more] = words.more(
        section.omitted, urgent: section.omittedHigh, inInbox: frame.inbox != nil)
    }
    return values
  }

  private mutating func fillFooter(_ mail: inout RecordValues) {
    if let inboxURL = frame.inbox {
      mail[keys.inboxURL] = inboxURL
      mail[keys.inboxReference] = String(links.number(of: inboxURL))
      mail[keys.openInbox] = words(.mailOpenInbox)
    }
    mail[keys.reason] = options.reason(words)
    mail[keys.address] = FlatText.line(options.brand.address ?? "")
    if let url = frame.unsubscribe {
      mail[keys.unsubscribeURL] = url
      mail[keys.unsubscribe] = words(.mailUnsubscribe)
      mail[keys.unsubscribeReference] = String(links.number(of: url))
    }
    mail[keys.hasFooter] = options.brand.address != nil || frame.unsubscribe != nil
  }
}

extension DocumentContext {
  /// The civil day of `now` in the recipient's zone.
  var today: CivilDate { zone.civil(at: now.seconds).date }
}
