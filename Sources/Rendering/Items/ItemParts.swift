import Digests
import Languages
import Notifications

/// How much of a line's words a document shows.
enum ItemLength {
  /// Cut to what a reader takes in, the body on one line: mail, digest, terminal.
  case cut
  /// Whole, with the body's own line breaks: the inbox page.
  case whole
}

/// One line of a digest in words, ready for any document to escape.
struct ItemParts {
  /// Two lines of a phone, in display columns.
  static let titleColumns = 144
  /// Three lines of a phone.
  static let bodyColumns = 216

  var shown: ShownText
  var title: ActorTitle
  /// Plain text.
  var body: String
  /// `HIGH` or `LOW`; nil for what is normal.
  var badge: String?
  var priority: Priority
  var isUnread: Bool
  var relativeTime: String
  var absoluteTime: String
  var link: String?
  /// A link that is none in our documents, to be shown as text.
  var linkText: String?
  /// Who caused it, where the title does not say so.
  var byline: String?
  var actions: [Action]
  var follow: FollowState
  var media: MediaStrip?
  var actor: Actor?

  init(
    _ item: borrowing DigestItem, in context: borrowing DocumentContext, length: ItemLength = .cut
  ) {
    let notification = item.notification
    shown = ShownText(notification, in: context, cutsPreviews: length == .cut)
    actor = notification.actor
    let line = FlatText.line(shown.title)
    let flat = line.isEmpty ? context.words(.itemUntitled) : line
    switch length {
    case .cut:
      title = ActorTitle(
        context.words.repeated(
          DisplayWidth.truncated(flat, columns: Self.titleColumns), times: item.untoldCount),
        actor: actor)
      body = DisplayWidth.truncated(FlatText.line(shown.plainBody), columns: Self.bodyColumns)
    case .whole:
      title = ActorTitle(
        context.words.repeated(flat, times: item.untoldCount), actor: actor)
      body = shown.plainBody
    }
    priority = notification.priority
    badge = Self.badge(priority, context.words)
    isUnread = notification.isUnread
    relativeTime = context.relativeTime(notification.time)
    absoluteTime = context.absoluteTime(notification.time)
    link = notification.link
    linkText = Self.shown(notification.droppedLink, length)
    if title.name.isEmpty, !shown.isRedacted { byline = actor.map { FlatText.name($0.name) } }
    follow = FollowState(notification)
    // The button takes the place of the profile's own action.
    actions = notification.actions.filter { $0.key != FollowState.actionKey }
    media = shown.isRedacted ? nil : MediaStrip(notification, words: context.words)
  }

  /// What has no base URL is left out; anything else that is not allowed is shown.
  private static func shown(_ dropped: DroppedLink?, _ length: ItemLength) -> String? {
    switch (dropped, length) {
    case (.notAllowed(let text)?, .cut):
      DisplayWidth.truncated(FlatText.line(text), columns: titleColumns)
    case (.notAllowed(let text)?, .whole): FlatText.line(text)
    case (.noBaseURL?, _), (nil, _): nil
    }
  }

  private static func badge(_ priority: Priority, _ words: Words) -> String? {
    switch priority {
    case .high: words(.priorityBadgeHigh)
    case .normal: nil
    case .low: words(.priorityBadgeLow)
    }
  }
}

/// Whether a reader is offered to follow the actor.
enum FollowState: Equatable {
  case none
  /// A button that leads to the actor's profile.
  case follow(url: String)
  case following

  static let actionKey = "follow"

  /// Follow leads where the action of that key does, else to the notification's link.
  init(_ notification: Notification) {
    let action = notification.actions.first { $0.key == Self.actionKey }
    switch (notification.actor?.isFollowedBack, action?.url ?? notification.link) {
    case (true, _): self = .following
    case (false, let link?): self = .follow(url: link)
    case (false, nil), (nil, _): self = .none
    }
  }
}
