import ByteText
import Digests
import Languages
import Notifications
import SafeMarkdown

/// A notification of a feed, in the terms that both formats share.
struct FeedEntry {
  /// The same for ever: profile, recipient and id as a tag URI.
  var id: String
  /// One line of plain text.
  var title: String
  /// Blocks of HTML.
  var html: [UInt8] = []
  /// Checked and percent-encoded; nil if there is no page either.
  var link: String?
  /// In the format of RFC 3339.
  var published: String
  var updated: String
  /// `updated`, to be compared.
  var changed: Instant
  /// The key and the label of its type.
  var type: (key: String, label: String)
  var actor: String?

  /// RFC 3339 has no years before this one, nor after 9999.
  private static let first = Instant(seconds: -62_167_219_200)

  /// - Parameter feed: the id of the feed of the notification's own recipient, in its profile.
  init(
    _ item: DigestItem, of feed: String, in context: borrowing DocumentContext
  ) {
    let notification = item.notification
    let parts = ItemParts(item, in: context, length: .whole)
    id = feed + "/" + PercentEncoding.component(notification.id.text)
    // A list shows titles only, and no section that tells what is urgent.
    let urgent = parts.priority == .high ? parts.badge ?? context.words(.priorityHigh) : nil
    let told = LiteralText.normalized(parts.told)
    title = [urgent, told].compactMap(\.self).joined(separator: " · ")
    link = parts.link ?? context.inboxURL
    let time = max(notification.time, Self.first)
    // A time of change before the notification is due, or after now, says nothing to its reader.
    changed = max(time, notification.updatedAt.flatMap { $0 <= context.now ? $0 : nil } ?? time)
    published = time.timestamp
    updated = changed == time ? published : changed.timestamp
    type = (
      LiteralText.normalized(notification.type.text), LiteralText.normalized(parts.shown.look.label)
    )
    actor = parts.actor.map { LiteralText.normalized(FlatText.name($0.name)) }
    let pictures = context.showsImages ? parts.media?.loadable ?? [] : []
    let media = pictures.isEmpty ? parts.media?.summary(below: told) ?? "" : ""
    let facts = facts(parts, urgent == nil ? parts.badge : nil, media: media, of: item, in: context)
    appendParagraph(facts)
    appendBody(parts, in: context)
    append(pictures, and: parts.media?.rest ?? "")
    if parts.link == nil, !parts.shown.isRedacted, let text = parts.linkText {
      appendParagraph(text)
    }
    appendActions(parts.actions)
    // A reader shows an entry without content as an empty page.
    if html.isEmpty { appendParagraph(Self.kind(of: item, parts)) }
  }

  /// `harbor/infra #2210 · 🎓 Offer`; `since Feb 8 at 8:12 AM EST` of several, as nobody knows when a feed
  /// is read. A type that the title tells is left out.
  private func facts(
    _ parts: ItemParts, _ badge: String?, media: String, of item: DigestItem,
    in context: borrowing DocumentContext
  ) -> String {
    let label = parts.needsLabel(isWhole: true) ? Self.kind(of: item, parts) : nil
    let oldest = item.untoldCount > 1 ? item.members.last : nil
    let first = oldest.map { context.absoluteTime($0.time) }
    let since = first.map { context.words(.timeSince, ["time": .text($0)]) }
    let facts = [parts.context, label, parts.byline, badge, since, media]
    return facts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// `🎓 Offer`.
  private static func kind(of item: DigestItem, _ parts: ItemParts) -> String {
    let name = parts.shown.look.label(of: item.notification.batchCount ?? 1)
    return parts.shown.look.emoji.map { "\($0) \(name)" } ?? name
  }

  private mutating func appendBody(_ parts: ItemParts, in context: borrowing DocumentContext) {
    if parts.shown.isRedacted { return appendParagraph(context.words.whereToRead(context.app)) }
    switch parts.shown.bodyFormat {
    case .plain, .html: appendParagraph(parts.body)
    case .markdown: UserMarkdown.appendHTML(parts.shown.body, to: &html)
    }
  }

  /// Appends pictures, and how many there are besides.
  private mutating func append(_ pictures: [MediaStrip.Picture], and rest: String) {
    if pictures.isEmpty { return }
    html += "<p>".utf8
    for (index, picture) in pictures.enumerated() {
      html += (index == 0 ? "<img src=\"" : " <img src=\"").utf8
      HTMLEscape.append(picture.url, to: &html)
      html += "\" alt=\"".utf8
      HTMLEscape.append(picture.alternative, to: &html)
      html += "\" width=\"96\" height=\"96\">".utf8
    }
    if !rest.isEmpty { HTMLEscape.append(" " + rest, to: &html) }
    html += "</p>\n".utf8
  }

  /// Appends text as a paragraph that keeps its line breaks; nothing for blank text.
  private mutating func appendParagraph(_ text: String) {
    if text.utf8.allSatisfy({ $0 <= 0x20 }) { return }
    var escaped: [UInt8] = []
    HTMLEscape.append(text, to: &escaped)
    html += "<p dir=\"auto\">".utf8
    var rest = escaped[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      html += rest[..<end]
      html += "<br>\n".utf8
      rest = rest[(end + 1)...]
    }
    html += rest
    html += "</p>\n".utf8
  }

  private mutating func appendActions(_ actions: [ItemAction]) {
    if actions.isEmpty { return }
    html += "<p>".utf8
    for (index, action) in actions.enumerated() {
      html += (index == 0 ? "<a href=\"" : " · <a href=\"").utf8
      HTMLEscape.append(action.url, to: &html)
      html += "\">".utf8
      HTMLEscape.append(FlatText.line(action.label), to: &html)
      html += "</a>".utf8
    }
    html += "</p>\n".utf8
  }
}
