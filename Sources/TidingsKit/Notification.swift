import ByteText
public import FoundationEssentials
import Profiles

extension Tidings {
  /// A notification that a program makes itself. What is nil is not known, or not there.
  public struct Notification: Codable, Sendable, Identifiable {
    /// Tells notifications of a recipient apart.
    public var id: String
    /// Who is notified.
    public var recipient: String
    /// Of an open set; in any spelling: `NEW_MEMBER` is `new_member`.
    public var type: String
    /// What the type is called where no profile says it.
    public var typeLabel: String?
    /// Plain text.
    public var title: String?
    /// In `bodyFormat`.
    public var body: String?
    /// `plain`, `markdown` or `html`; nil is plain.
    public var bodyFormat: String?
    /// `low`, `normal` or `high`; nil is the type's.
    public var priority: String?
    /// When it was due.
    public var time: Date
    /// Nil counts as unread.
    public var isRead: Bool?
    /// When it is no longer shown.
    public var expires: Date?
    /// Of two with one id, the one that changed last counts.
    public var updated: Date?
    /// `https`, `http` or `mailto`; relative ones need `Settings.baseURL`.
    public var link: String?
    /// Who acted.
    public var actorName: String?
    /// The address of the actor's picture.
    public var actorPicture: String?
    /// What it is about: a room, a loan, a school.
    public var subject: String?
    /// The address of a picture.
    public var picture: String?

    /// One that is unread; set what else is known.
    public init(
      id: String, recipient: String, type: String, title: String?, body: String? = nil, time: Date
    ) {
      (self.id, self.recipient, self.type, self.time) = (id, recipient, type, time)
      (self.title, self.body, isRead) = (title, body, false)
    }

    static func profile() throws(ByteText.Fault) -> Profile {
      try Profile(
        yaml: """
          name: app
          fields:
            {id: id, recipient: recipient, type: type, typeLabel: typeLabel, title: title, body: body,
            bodyFormat: bodyFormat, priority: priority, time: time, expires: expires,
            updatedAt: updated, link: link, actorName: actorName, actorAvatar: actorPicture,
            subjectName: subject, image: picture}
          read: isRead
          """, file: "app")
    }
  }
}

extension Profile {
  /// The same types, patterns and rules for records of another profile's shape.
  func reading(as other: Profile) -> Profile {
    var profile = self
    (profile.fields, profile.readMarks) = (other.fields, other.readMarks)
    (profile.records, profile.thumbnails) = (other.records, other.thumbnails)
    (profile.conditions, profile.exclusions, profile.joins) = ([], [], [])
    (profile.filePattern, profile.isForEveryone) = (nil, false)
    return profile
  }
}
