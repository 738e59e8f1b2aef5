/// What a notification holds.
///
/// Text is raw: nothing in it is escaped, cut or flattened; that is done where it is written.
public struct NotificationContent: Equatable, Sendable {
  public var profile: ProfileName
  public var recipient: RecipientID
  public var id: NotificationID
  public var type: TypeKey
  /// The record's own title, or the one its type's pattern gives; nil where the type's label has to
  /// do.
  public var title: String?
  public var body: String?
  /// Title and body with their comment previews cut, where a pattern filled in one that is too long
  /// for a document that cuts; nil where nothing is to be cut.
  public var shortTitle: String?
  public var shortBody: String?
  public var bodyFormat: BodyFormat
  public var priority: Priority
  /// The sort key.
  public var time: Instant
  public var readState: ReadState
  public var isDeleted: Bool
  /// From this instant on the notification is shown nowhere; expiry by the profile included.
  public var expiry: Instant?
  public var updatedAt: Instant?
  /// The app has mailed this one itself.
  public var wasMailed: Bool
  public var actor: Actor?
  public var subject: Subject?
  /// An absolute `http`, `https` or `mailto` URL, percent-encoded.
  public var link: String?
  /// A relative link that has no base URL to stand on, or one that the allow-list refused.
  public var droppedLink: DroppedLink?
  public var actions: [Action]
  public var thumbnails: [Thumbnail]
  /// How many items a record that is itself a batch stands for.
  public var batchCount: Int?
  public var coordinates: Coordinates?
  /// Fields that the profile does not name, as text, in the record's order.
  public var extra: [ExtraField]

  // Inlined where notifications are decoded: as a call, with 25 values of which many are counted
  // references, it cost as much as all of their strings.
  @inlinable
  public init(
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

  public var isUnread: Bool { readState.countsAsUnread }
}

/// Why a record's link is not a link in our documents.
public enum DroppedLink: Equatable, Sendable {
  /// A relative link, and no base URL was given.
  case noBaseURL(String)
  /// A scheme other than `http`, `https` and `mailto`, or no URL at all; shown as text.
  case notAllowed(String)
}

/// A field of a record that its profile does not name.
public struct ExtraField: Equatable, Sendable {
  public var name: String
  /// The value as text: a string as it is, anything else as JSON.
  public var value: String

  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
