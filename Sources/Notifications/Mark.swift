/// What a recipient did with a notification, kept beside an export that is never changed.
package struct Mark: Equatable, Sendable {
  package enum Kind: String, Sendable {
    case read, deleted
  }

  package var profile: ProfileName
  package var recipient: RecipientID
  package var notification: NotificationID
  package var kind: Kind
  package var time: Instant

  package init(
    profile: ProfileName, recipient: RecipientID, notification: NotificationID, kind: Kind,
    time: Instant
  ) {
    self.profile = profile
    self.recipient = recipient
    self.notification = notification
    self.kind = kind
    self.time = time
  }
}
