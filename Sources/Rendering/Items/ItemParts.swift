import Digests
import Languages
import Notifications

/// One line of a digest in words: cut to what a reader takes in, ready for any document to escape.
struct ItemParts {
  /// Two lines of a phone, in display columns.
  static let titleColumns = 144
  /// Three lines of a phone.
  static let bodyColumns = 216

  var shown: ShownText
  var title: ActorTitle
  /// Plain text on one line.
  var body: String
  /// `HIGH` or `LOW`; nil for what is normal.
  var badge: String?
  var priority: Priority
  var isUnread: Bool
  var relativeTime: String
  var absoluteTime: String
  var link: String?
  /// A link that is none in our documents, to be shown as text; cut.
  var linkText: String?
  /// Who caused it, where the title does not say so.
  var byline: String?
  var actions: [Action]
  var follow: FollowState
  var media: MediaStrip?
  var actor: Actor?

  init(_ item: DigestItem, in context: DocumentContext) {
    let notification = item.notification
    shown = ShownText(notification, in: context)
    actor = notification.actor
    let line = FlatText.line(shown.title)
    let flat = line.isEmpty ? context.words(.itemUntitled) : line
    title = ActorTitle(DisplayWidth.truncated(flat, columns: Self.titleColumns), actor: actor)
    body = DisplayWidth.truncated(FlatText.line(shown.plainBody), columns: Self.bodyColumns)
    priority = notification.priority
    badge = Self.badge(priority, context.words)
    isUnread = notification.isUnread
    relativeTime = context.relativeTime(notification.time)
    absoluteTime = context.absoluteTime(notification.time)
    link = notification.link
    linkText = Self.shown(notification.droppedLink)
    if title.name.isEmpty, !shown.isRedacted { byline = actor.map { FlatText.line($0.name) } }
    actions = notification.actions
    follow = FollowState(actor, link: notification.link)
    media = shown.isRedacted ? nil : MediaStrip(notification, words: context.words)
  }

  /// What has no base URL is left out; anything else that is not allowed is shown.
  private static func shown(_ dropped: DroppedLink?) -> String? {
    switch dropped {
    case .notAllowed(let text):
      DisplayWidth.truncated(FlatText.line(text), columns: titleColumns)
    case .noBaseURL, nil: nil
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

  init(_ actor: Actor?, link: String?) {
    switch (actor?.isFollowedBack, link) {
    case (true, _): self = .following
    case (false, let link?): self = .follow(url: link)
    case (false, nil), (nil, _): self = .none
    }
  }
}
