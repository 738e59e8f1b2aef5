internal import CompiledMustache
import Languages
import Notifications
import SafeMarkdown

/// Fills the template's values of one notification.
struct MailItemValues {
  let keys: MailItemKeys
  let showsImages: Bool
  // Looked up once: every line may use them.
  private let openLabel: String
  private let followLabel: String
  private let followingNote: String

  init(keys: MailItemKeys, words: Words, showsImages: Bool) {
    self.keys = keys
    self.showsImages = showsImages
    openLabel = Self.label(words(.itemOpen))
    followLabel = Self.label(words(.itemFollow))
    followingNote = words(.itemFollowing)
  }

  /// An action's words never break: longer ones would widen the mail on a phone.
  private static let actionColumns = 24

  /// A type that no profile knows may be called anything, at any length.
  private static let labelColumns = 32

  static func shortened(_ label: String) -> String {
    if label.utf8.count <= labelColumns { return label }
    return DisplayWidth.truncated(label, columns: labelColumns)
  }

  func values(of parts: ItemParts, links: inout LinkReferences) -> RecordValues {
    var item = RecordValues(keys.schema)
    item[keys.emoji] = parts.shown.look.emoji ?? ""
    item[keys.label] = Self.shortened(parts.shown.look.label)
    let title = parts.title.guarded
    item[keys.title] = title.text
    item[keys.actorBefore] = title.before
    item[keys.actor] = title.name
    item[keys.actorAfter] = title.after
    item[keys.body] = parts.body
    item[keys.linkText] = LinkGuard.guarded(parts.linkText ?? "")
    item[keys.byline] = LinkGuard.guarded(parts.byline ?? "")
    item[keys.relativeTime] = parts.relativeTime
    item[keys.absoluteTime] = parts.absoluteTime
    let link = parts.link.flatMap { SafeURL.normalized($0) } ?? ""
    item[keys.link] = link
    fillPriority(&item, parts)
    fillFace(&item, parts)
    fillMedia(&item, parts)
    fillActions(&item, parts, link: link, &links)
    return item
  }

  private func fillPriority(_ item: inout RecordValues, _ parts: ItemParts) {
    item[keys.state] = parts.priority == .high ? "urgent" : "unread"
    item[keys.edge] = parts.priority == .high ? "#b91c1c" : "#2563eb"
    guard let badge = parts.badge else { return }
    item[keys.badge] = badge
    item[keys.badgeState] = parts.priority.name
    // The gray of LOW is hardly seen on the card's blue without an edge.
    item[keys.badgeEdge] = parts.priority == .high ? "#fee2e2" : "#cbd5e1"
    item[keys.badgeTint] = parts.priority == .high ? "#fee2e2" : "#f3f4f6"
    item[keys.badgeColour] = parts.priority == .high ? "#b91c1c" : "#374151"
  }

  private func fillFace(_ item: inout RecordValues, _ parts: ItemParts) {
    guard let actor = parts.actor else { return }
    item[keys.hasFace] = true
    if showsImages, let avatar = actor.avatarURL.flatMap(PictureURL.checked) {
      item[keys.avatar] = avatar
    } else {
      item[keys.initials] = Initials.of(actor.name)
    }
  }

  private func fillMedia(_ item: inout RecordValues, _ parts: ItemParts) {
    guard let media = parts.media else { return }
    item[keys.media] = media.summary
    guard showsImages else { return }
    let thumbnails = keys.thumbnail.values(of: media)
    item[keys.thumbnails] = thumbnails
    item[keys.hasThumbnails] = !thumbnails.isEmpty
  }

  private func fillActions(
    _ item: inout RecordValues, _ parts: ItemParts, link: String, _ links: inout LinkReferences
  ) {
    var actions: [RecordValues] = []
    func add(_ url: String, _ label: String, isButton: Bool = false) {
      var action = RecordValues(keys.action.schema)
      action[keys.action.url] = url
      action[keys.action.label] = label
      action[keys.action.spoken] = label + ": " + parts.title.text
      action[keys.action.reference] = String(links.number(of: url))
      action[keys.action.isButton] = isButton
      actions.append(action)
    }
    var hasButton = false
    switch parts.follow {
    case .none: break
    case .follow(let url):
      if let url = SafeURL.normalized(url) {
        add(url, followLabel, isButton: true)
        hasButton = true
      }
    case .following: item[keys.note] = followingNote
    }
    for action in parts.actions {
      if let url = SafeURL.normalized(action.url) { add(url, Self.label(action.label)) }
    }
    if !link.isEmpty, !actions.contains(where: { $0[keys.action.url] == link }) {
      add(link, openLabel)
    }
    let isFollowing = parts.follow == .following
    let hasActions = !actions.isEmpty || isFollowing
    let hasOneLink = actions.count == 1 && !isFollowing && !hasButton
    item[keys.actions] = actions
    item[keys.hasActions] = hasActions
    item[keys.hasOneLink] = hasOneLink
    item[keys.hasActionRow] = hasActions && !hasOneLink
  }

  private static func label(_ words: String) -> String {
    DisplayWidth.truncated(FlatText.line(words), columns: actionColumns)
  }
}
