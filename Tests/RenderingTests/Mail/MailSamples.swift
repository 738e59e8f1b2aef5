import Digests
import Languages
import MailMessages
import Notifications

@testable import Rendering

/// Digests and contexts that mail tests begin with.
enum MailSamples {
  static func context(
    _ locale: String = "en", images: Bool = false, types: [NotificationType] = types
  ) throws -> DocumentContext {
    let words = try Samples.catalogues().localization(for: locale)
    return DocumentContext(
      words: words, zone: Zone("America/New_York") ?? .utc, now: now,
      types: TypeTable([(ProfileName("app"), types, [:])], words: words),
      recipient: Recipient(
        id: RecipientID("u1"), name: "Renée", email: "renee@example.org",
        unsubscribeURL: "https://example.org/unsubscribe?u=1"),
      inboxURL: "https://example.org/inbox", showsImages: images)
  }

  static let types = [
    Samples.type("follow_up", "Follow-ups", "🔔"), Samples.type("deadline", "Deadlines", "⏰"),
    Samples.type("offer", "Offers", "🎉"), Samples.type("element_added", "New items", "🖼️"),
    Samples.type("user_followed", "New followers", "➕"),
    Samples.type("chat", "Messages", "💬", isRedacted: true),
  ]

  static func notification(
    _ id: Int, _ type: String, _ title: String, _ body: String? = nil,
    priority: Priority = .normal, hoursAgo: Int64 = 2
  ) -> Notification {
    Notification(
      NotificationContent(
        profile: ProfileName("app"), recipient: RecipientID("u1"), id: NotificationID("n\(id)"),
        type: TypeKey(normalizing: type), title: title, body: body, priority: priority,
        time: now.adding(seconds: -3600 * hoursAgo), readState: .unread,
        link: "https://example.org/n/\(id)"))
  }

  static func digest(_ notifications: [Notification]) -> Digest {
    let rules = ProfileRules(profile: ProfileName("app"), types: types.map(\.key))
    return Samples.digest(of: notifications, since: nil, rules: rules)
  }

  /// The mail that `look.md` sketches, with an actor, thumbnails and a follower besides.
  static var typical: [Notification] {
    var photos = notification(
      5, "element_added", "renee added 20 photos and 3 videos to Awesome Fun")
    photos.content.actor = Actor(name: "renee", avatarURL: "https://example.org/a.png")
    photos.content.batchCount = 23
    photos.content.thumbnails = (0..<5).map {
      Thumbnail(url: "https://example.org/t\($0).jpg", kind: $0 < 3 ? .photo : .video)
    }
    var follower = notification(6, "user_followed", "sarah started following you", hoursAgo: 4)
    follower.content.actor = Actor(name: "sarah", isFollowedBack: false)
    return [
      notification(
        1, "deadline", "Transcript due tomorrow",
        "Send the final transcript to State University before noon, and ask your counsellor for a sealed "
          + "envelope: the office closes early today.", priority: .high),
      notification(2, "offer", "Offer received: 60% scholarship", priority: .high, hoursAgo: 30),
      notification(
        3, "follow_up", "Follow up with Coach Rivera", "It has been two weeks.", hoursAgo: 5),
      notification(4, "follow_up", "Newsletter", priority: .low, hoursAgo: 70), photos, follower,
      notification(7, "deadline", String(repeating: "x", count: 120), hoursAgo: 28),
    ]
  }

  static func renderer(
    _ theme: String = "default", limit: Int = MailOptions.standardLimit
  ) throws -> MailRenderer {
    try MailRenderer(
      theme: theme, TemplateCatalogue(), options: MailOptions(brand: brand, limit: limit))
  }

  static let brand = Brand(name: "The Recruiting Compass", address: "1 Main Street, Springfield")

  static func stream() throws -> MailStream {
    try MailStream(
      from: Mailbox(brand.name, try EmailAddress("digest@mail.example.com")),
      replyTo: Mailbox(nil, try EmailAddress("help@example.com")))
  }
}
