/// What a recipient did with a notification, kept beside an export that is never changed.
public struct Mark: Equatable, Sendable {
  public enum Kind: String, Sendable {
    case read, deleted
  }

  public var profile: ProfileName
  public var recipient: RecipientID
  public var notification: NotificationID
  public var kind: Kind
  public var time: Instant

  public init(
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
