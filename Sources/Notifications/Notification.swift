// swift-format-ignore-file: UseShorthandTypeNames

/// One notification, in the same terms for every system.
///
/// Reads as a value with all members of `NotificationContent`. Copies share their content: a run hands
/// notifications on many times, and counting the references of twenty texts each time took a tenth of
/// its work. A change copies the content, so fill in the content first.
///
///     var content = NotificationContent(profile: "rooms", recipient: "u1", …)
///     content.link = link
///     let notification = Notification(content)
///     notification.title
package struct Notification: Equatable, Sendable {
  private final class Storage: Sendable {
    let content: NotificationContent
    init(_ content: consuming NotificationContent) { self.content = content }
  }

  private var storage: Storage

  package init(_ content: consuming NotificationContent) { storage = Storage(content) }

  /// A copy of the content, for several changes at once.
  package var content: NotificationContent {
    get { storage.content }
    set { storage = Storage(newValue) }
  }

  package static func == (left: Notification, right: Notification) -> Bool {
    left.storage === right.storage || left.storage.content == right.storage.content
  }

  // Written out: `@dynamicMemberLookup` made a key path for each member that another module read, 6 % of
  // a run's instructions.
  package var profile: ProfileName { storage.content.profile }
  package var recipient: RecipientID { storage.content.recipient }
  package var id: NotificationID { storage.content.id }
  package var type: TypeKey { storage.content.type }
  package var title: String? { storage.content.title }
  package var body: String? { storage.content.body }
  package var shortTitle: String? { storage.content.shortTitle }
  package var shortBody: String? { storage.content.shortBody }
  package var bodyFormat: BodyFormat { storage.content.bodyFormat }
  package var priority: Priority { storage.content.priority }
  package var time: Instant { storage.content.time }
  package var readState: ReadState { storage.content.readState }
  package var isDeleted: Bool { storage.content.isDeleted }
  package var expiry: Instant? { storage.content.expiry }
  package var updatedAt: Instant? { storage.content.updatedAt }
  package var wasMailed: Bool { storage.content.wasMailed }
  package var actor: Actor? { storage.content.actor }
  package var subject: Subject? { storage.content.subject }
  package var link: String? { storage.content.link }
  package var droppedLink: DroppedLink? { storage.content.droppedLink }
  package var actions: [Action] { storage.content.actions }
  package var thumbnails: [Thumbnail] { storage.content.thumbnails }
  package var batchCount: Int? { storage.content.batchCount }
  package var coordinates: Coordinates? { storage.content.coordinates }
  package var extra: [ExtraField] { storage.content.extra }
  package var amount: Amount? { storage.content.amount }
  package var groupValue: String? { storage.content.groupValue }
  package var isUnread: Bool { storage.content.isUnread }
  /// Whether it is unread and has high priority.
  package var isUrgent: Bool { storage.content.priority == .high && storage.content.isUnread }

  /// The same for another recipient of one record.
  ///
  /// - Parameter isDeleted: whether it is, for them: who acted is not told.
  package func passedOn(to recipient: RecipientID, isDeleted: Bool) -> Notification {
    var content = storage.content
    content.recipient = recipient
    content.isDeleted = isDeleted
    return Notification(content)
  }

  /// The notification as it was before anybody read it.
  package var asUnread: Notification {
    var content = storage.content
    content.readState = .unread
    return Notification(content)
  }
}

/// What a notification holds.
///
/// Text is raw: each document escapes, cuts and flattens it for itself.
package struct NotificationContent: Equatable, Sendable {
  // `Optional<Actor>`, as `Actor?` would begin as nil: to set it then, the initializer copied the whole.
  package var profile: ProfileName
  package var recipient: RecipientID
  package var id: NotificationID
  package var type: TypeKey
  /// The record's own title or the one from its type's pattern; nil if the type's label takes its
  /// place.
  package var title: Optional<String>
  package var body: Optional<String>
  /// Title and body with their comment previews cut, for documents that cut; nil if nothing is too
  /// long.
  package var shortTitle: Optional<String>
  package var shortBody: Optional<String>
  package var bodyFormat: BodyFormat
  package var priority: Priority
  /// The sort key.
  package var time: Instant
  package var readState: ReadState
  package var isDeleted: Bool
  /// No document shows the notification from this instant on; includes the profile's lifetime.
  package var expiry: Optional<Instant>
  package var updatedAt: Optional<Instant>
  /// Whether the app has mailed the notification itself.
  package var wasMailed: Bool
  package var actor: Optional<Actor>
  package var subject: Optional<Subject>
  /// An absolute `http`, `https` or `mailto` URL, percent-encoded.
  package var link: Optional<String>
  /// A relative link without a base URL, or a link that the allow-list refused.
  package var droppedLink: Optional<DroppedLink>
  package var actions: [Action]
  package var thumbnails: [Thumbnail]
  /// The number of items, if the record is itself a batch.
  package var batchCount: Optional<Int>
  package var coordinates: Optional<Coordinates>
  /// Fields that the profile does not name, as text, in the record's order.
  package var extra: [ExtraField]
  /// How much money it tells of; of a line that stands for several, the sum.
  package var amount: Optional<Amount>
  /// The values by which its type's rule collapses, in one text; nil if the rule names none, or if
  /// one of them is missing.
  package var groupValue: Optional<String>

  // Inlined into the decoder: as a call with 25 values, many of them counted references, it took as
  // long as making all of their strings.
  @inlinable @inline(__always)
  package init(
    profile: ProfileName, recipient: RecipientID, id: NotificationID, type: TypeKey,
    title: String? = nil, body: String? = nil, bodyFormat: BodyFormat = .plain,
    priority: Priority = .normal, time: Instant, readState: ReadState = .unknown,
    isDeleted: Bool = false, expiry: Instant? = nil, updatedAt: Instant? = nil,
    wasMailed: Bool = false, actor: Actor? = nil, subject: Subject? = nil, link: String? = nil,
    droppedLink: DroppedLink? = nil, actions: [Action] = [], thumbnails: [Thumbnail] = [],
    batchCount: Int? = nil, coordinates: Coordinates? = nil, extra: [ExtraField] = []
  ) {
    self.profile = profile
    self.recipient = recipient
    self.id = id
    self.type = type
    self.title = title
    self.body = body
    self.bodyFormat = bodyFormat
    self.priority = priority
    self.time = time
    self.readState = readState
    self.isDeleted = isDeleted
    self.expiry = expiry
    self.updatedAt = updatedAt
    self.wasMailed = wasMailed
    self.actor = actor
    self.subject = subject
    self.link = link
    self.droppedLink = droppedLink
    self.actions = actions
    self.thumbnails = thumbnails
    self.batchCount = batchCount
    (self.coordinates, self.extra) = (coordinates, extra)
    (shortTitle, shortBody, amount, groupValue) = (nil, nil, nil, nil)
  }

  /// Whether it is about one item that has no thumbnail.
  package var isBareItem: Bool { thumbnails.isEmpty && batchCount ?? 1 <= 1 }

  package var isUnread: Bool { readState.countsAsUnread }
}

/// Why a record's link is not a link in a document.
package enum DroppedLink: Equatable, Sendable {
  /// The link is relative, and there is no base URL.
  case noBaseURL(String)
  /// The scheme is not `http`, `https` or `mailto`, or the text is not a URL; shown as text.
  case notAllowed(String)
}

/// A field of a record that its profile does not name.
package struct ExtraField: Equatable, Sendable {
  package var name: String
  /// The value as text: a string as it is, anything else as JSON.
  package var value: String

  package init(name: String, value: String) {
    (self.name, self.value) = (name, value)
  }
}

/// The facts about a notification that an index knows without reading its record again.
package struct RecordFacts: Sendable {
  package var time: Instant
  package var expiry: Instant?
  package var priority: Priority
  package var isUnread: Bool
  package var isDeleted: Bool

  @inlinable
  package init(
    time: Instant, expiry: Instant?, priority: Priority, isUnread: Bool, isDeleted: Bool
  ) {
    self.time = time
    self.expiry = expiry
    self.priority = priority
    self.isUnread = isUnread
    self.isDeleted = isDeleted
  }

  package init(_ notification: Notification) {
    self.init(
      time: notification.time, expiry: notification.expiry, priority: notification.priority,
      isUnread: notification.isUnread, isDeleted: notification.isDeleted)
  }

  /// The reason to hide the notification; nil if it may be shown.
  ///
  /// - Parameter retention: The profile's limit in seconds of elapsed time; nil means no limit.
  package func concealment(retention: Int64?, at now: Instant) -> Concealment? {
    if isDeleted { return .deleted }
    if let expiry, expiry <= now { return .expired }
    if let retention, time < now.adding(seconds: -max(0, retention)) { return .expired }
    return nil
  }
}

/// Why a notification appears in no document, whatever the selection asks for.
package enum Concealment: Sendable { case deleted, expired }
