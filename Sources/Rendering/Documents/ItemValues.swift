internal import CompiledMustache
import Digests
import Languages
import Notifications
import SafeMarkdown

/// Fills in what a template finds of one line.
struct ItemValues {
  let keys: ItemKeys
  let context: DocumentContext
  let showsPictures: Bool
  /// Looked up once, since every line may use it.
  private let unreadWord: String

  init(keys: ItemKeys, context: DocumentContext, showsPictures: Bool) {
    self.keys = keys
    self.context = context
    self.showsPictures = showsPictures
    unreadWord = context.words(.digestUnread)
  }

  func values(of item: DigestItem) -> RecordValues {
    let parts = ItemParts(item, in: context)
    var values = RecordValues(keys.schema)
    values[keys.emoji] = parts.shown.look.emoji ?? ""
    values[keys.type] = parts.shown.look.label
    values[keys.title] = parts.title.text
    setLink(of: item.notification, in: &values)
    if parts.isUnread { values[keys.unread] = unreadWord }
    setBadge(of: parts, in: &values)
    setBody(of: parts, in: &values)
    setTimes(of: parts, item.notification.time, in: &values)
    setActions(of: parts, in: &values)
    setMedia(of: parts, in: &values)
    if !parts.shown.isRedacted { setContext(of: item.notification, parts.title, in: &values) }
    return values
  }

  // MARK: Parts

  private func setLink(of notification: Notification, in values: inout RecordValues) {
    values[keys.link] = notification.link.flatMap(SafeURL.normalized) ?? ""
    switch notification.droppedLink {
    case .notAllowed(let text):
      values[keys.refusedLink] = DisplayWidth.truncated(
        FlatText.line(text), columns: ItemParts.titleColumns)
    case .noBaseURL, nil: break
    }
  }

  private func setBadge(of parts: ItemParts, in values: inout RecordValues) {
    guard let badge = parts.badge else { return }
    switch parts.priority {
    case .high: values[keys.urgent] = badge
    case .normal: break
    case .low: values[keys.minor] = badge
    }
  }

  private func setBody(of parts: ItemParts, in values: inout RecordValues) {
    guard !parts.body.isEmpty else { return }
    values[keys.body] = parts.body
    var markdown: [UInt8] = []
    switch parts.shown.bodyFormat {
    case .plain, .html: MarkdownEscape.append(parts.body, to: &markdown)
    case .markdown:
      let limit = UserMarkdown.Limit(columns: ItemParts.bodyColumns) {
        DisplayWidth.columns(of: $0)
      }
      UserMarkdown.append(parts.shown.body, indent: 2, limit: limit, to: &markdown)
    }
    values[keys.bodyMarkdown] = Markup(rendered: String(decoding: markdown, as: UTF8.self))
  }

  /// How long ago it was is left out where it would only be the date again.
  private func setTimes(of parts: ItemParts, _ time: Instant, in values: inout RecordValues) {
    let now = context.now.seconds
    switch RelativeTime(min(time.seconds, now), now: now, in: context.zone) {
    case .justNow, .minutes, .hours, .days: values[keys.relativeTime] = parts.relativeTime
    case .date: break
    }
    values[keys.absoluteTime] = parts.absoluteTime
  }

  private func setActions(of parts: ItemParts, in values: inout RecordValues) {
    var links: [RecordValues] = []
    switch parts.follow {
    case .none: break
    case .follow(let url): links += link(context.words(.itemFollow), url)
    case .following: values[keys.note] = context.words(.itemFollowing)
    }
    if !parts.shown.isRedacted { links += parts.actions.flatMap { link($0.label, $0.url) } }
    values[keys.actions] = links
    values[keys.hasActions] = !links.isEmpty
  }

  private func setMedia(of parts: ItemParts, in values: inout RecordValues) {
    values[keys.media] = parts.media?.summary ?? ""
    guard showsPictures, let media = parts.media else { return }
    let shown = keys.pictureKeys.values(of: media)
    values[keys.hasPictures] = !shown.isEmpty
    values[keys.pictures] = shown
  }

  private func setContext(
    of notification: Notification, _ title: ActorTitle, in values: inout RecordValues
  ) {
    if title.name.isEmpty, let actor = notification.actor {
      values[keys.actor] = FlatText.name(actor.name)
    }
    if let subject = notification.subject?.name, !title.text.utf8.contains(subject.utf8) {
      values[keys.subject] = FlatText.name(subject)
    }
    if !notification.extra.isEmpty {
      values[keys.extra] = notification.extra.map { ($0.name, $0.value) }
    }
  }

  private func link(_ label: String, _ url: String) -> [RecordValues] {
    guard let url = SafeURL.normalized(url) else { return [] }
    var values = RecordValues(keys.linkKeys.schema)
    values[keys.linkKeys.label] = FlatText.name(label)
    values[keys.linkKeys.url] = url
    return [values]
  }
}
