/// What a notification holds.
///
/// Text is raw: nothing in it is escaped, cut or flattened; that is done where it is written.
package struct NotificationContent: Equatable, Sendable {
  package var profile: ProfileName
  package var recipient: RecipientID
  package var id: NotificationID
  package var type: TypeKey
  /// The record's own title, or the one its type's pattern gives; nil where the type's label has to
  /// do.
  package var title: String?
  package var body: String?
  /// Title and body with their comment previews cut, where a pattern filled in one that is too long
  /// for a document that cuts; nil where nothing is to be cut.
  package var shortTitle: String?
  package var shortBody: String?
  package var bodyFormat: BodyFormat
  package var priority: Priority
  /// The sort key.
  package var time: Instant
  package var readState: ReadState
  package var isDeleted: Bool
  /// From this instant on the notification is shown nowhere; expiry by the profile included.
  package var expiry: Instant?
  package var updatedAt: Instant?
  /// The app has mailed this one itself.
  package var wasMailed: Bool
  package var actor: Actor?
  package var subject: Subject?
  /// An absolute `http`, `https` or `mailto` URL, percent-encoded.
  package var link: String?
  /// A relative link that has no base URL to stand on, or one that the allow-list refused.
  package var droppedLink: DroppedLink?
  package var actions: [Action]
  package var thumbnails: [Thumbnail]
  /// How many items a record that is itself a batch stands for.
  package var batchCount: Int?
  package var coordinates: Coordinates?
  /// Fields that the profile does not name, as text, in the record's order.
  package var extra: [ExtraField]

  // Inlined where notifications are decoded: as a call, with 25 values of which many are counted
  // references, it cost as much as all of their strings.
  @inlinable
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
    self.coordinates = coordinates
    self.extra = extra
  }

  package var isUnread: Bool { readState.countsAsUnread }
}

/// Why a record's link is not a link in our documents.
package enum DroppedLink: Equatable, Sendable {
  /// A relative link, and no base URL was given.
  case noBaseURL(String)
  /// A scheme other than `http`, `https` and `mailto`, or no URL at all; shown as text.
  case notAllowed(String)
}

/// A field of a record that its profile does not name.
package struct ExtraField: Equatable, Sendable {
  package var name: String
  /// The value as text: a string as it is, anything else as JSON.
  package var value: String

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
