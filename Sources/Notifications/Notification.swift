/// One notification as an export holds it, in the words of every system alike.
///
/// A value as any other, which has all that `NotificationContent` has; its content is shared by its
/// copies, since a run hands notifications on many times and counting the references of twenty texts
/// each time was a tenth of its work. A change copies the content: what makes a notification fills in
/// the content first.
///
///     var content = NotificationContent(profile: "rooms", recipient: "u1", …)
///     content.link = link
///     let notification = Notification(content)
///     notification.title
@dynamicMemberLookup
package struct Notification: Equatable, Sendable {
  @usableFromInline
  final class Storage: Sendable {
    @usableFromInline let content: NotificationContent
    @usableFromInline init(_ content: NotificationContent) { self.content = content }
  }

  @usableFromInline var storage: Storage

  package init(_ content: NotificationContent) { storage = Storage(content) }

  /// A copy of all it has: to be changed in several places at once.
  @inlinable package var content: NotificationContent { storage.content }

  @inlinable
  package subscript<Value>(dynamicMember member: KeyPath<NotificationContent, Value>) -> Value {
    storage.content[keyPath: member]
  }

  @inlinable
  package subscript<Value>(
    dynamicMember member: WritableKeyPath<NotificationContent, Value>
  ) -> Value {
    get { storage.content[keyPath: member] }
    set {
      var content = storage.content
      content[keyPath: member] = newValue
      storage = Storage(content)
    }
  }

  package static func == (left: Notification, right: Notification) -> Bool {
    left.storage === right.storage || left.storage.content == right.storage.content
  }
}

extension Notification {
  /// A notification with nothing but what is given.
  package init(
    profile: ProfileName, recipient: RecipientID, id: NotificationID, type: TypeKey,
    title: String? = nil, body: String? = nil, bodyFormat: BodyFormat = .plain,
    priority: Priority = .normal, time: Instant, readState: ReadState = .unknown,
    isDeleted: Bool = false, expiry: Instant? = nil, updatedAt: Instant? = nil,
    wasMailed: Bool = false, actor: Actor? = nil, subject: Subject? = nil, link: String? = nil,
    droppedLink: DroppedLink? = nil, actions: [Action] = [], thumbnails: [Thumbnail] = [],
    batchCount: Int? = nil, coordinates: Coordinates? = nil, extra: [ExtraField] = []
  ) {
    self.init(
      NotificationContent(
        profile: profile, recipient: recipient, id: id, type: type, title: title, body: body,
        bodyFormat: bodyFormat, priority: priority, time: time, readState: readState,
        isDeleted: isDeleted, expiry: expiry, updatedAt: updatedAt, wasMailed: wasMailed,
        actor: actor, subject: subject, link: link, droppedLink: droppedLink, actions: actions,
        thumbnails: thumbnails, batchCount: batchCount, coordinates: coordinates, extra: extra))
  }
}
