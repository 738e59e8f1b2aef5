import Digests
import Foundation
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

/// What mails may hold.
enum MailKind {
  static let scripts: [(name: String, title: String, body: String)] = [
    ("latin", "Zeugnis für Müller ist morgen fällig – größer", "Łódź, İstanbul, Ñandú, Straße."),
    (
      "cyrillic", "Выписка из ведомости нужна завтра",
      "Не забудьте отправить её в университет до полудня."
    ),
    ("greek", "Η προθεσμία λήγει αύριο", "Στείλτε το πιστοποιητικό στο πανεπιστήμιο."),
    ("arabic", "كشف الدرجات مستحق غدا (PDF)!", "أرسله إلى الجامعة قبل الساعة 12 ظهرا."),
    ("hebrew", "גיליון הציונים נדרש מחר", "שלחו אותו לאוניברסיטה עד 12:00."),
    ("devanagari", "प्रतिलेख कल देय है", "कृपया इसे विश्वविद्यालय को दोपहर से पहले भेजें।"),
    ("thai", "ใบแสดงผลการเรียนครบกำหนดพรุ่งนี้", "โปรดส่งไปยังมหาวิทยาลัยก่อนเที่ยง"),
    (
      "japanese", "成績証明書は明日が締め切りです。",
      "早めに大学の入学事務局へ提出してください。封筒は必ず封をしたまま、学校の印を押してもらい、正午までに届くようにしてください。"
    ),
    ("chinese", "成绩单明天截止", "请尽快提交给大学招生办公室，并请学校密封盖章。"),
    ("korean", "성적 증명서 제출 마감은 내일입니다", "정오 전에 대학교에 보내 주세요."),
  ]

  static var inScripts: [Notification] {
    scripts.enumerated().map { index, script in
      MailSamples.notification(index, "deadline", script.title, script.body, hoursAgo: Int64(index))
    }
  }

  static func many(_ count: Int) -> [Notification] {
    (0..<count).map { index in
      let script = scripts[index % scripts.count]
      return MailSamples.notification(
        index, MailSamples.types[index % 5].key.text, "\(script.title) \(index)",
        index % 3 == 0 ? nil : script.body,
        priority: index % 50 == 0 ? .high : index % 7 == 0 ? .low : .normal,
        hoursAgo: Int64(index % 90))
    }
  }

  /// Actors, actions, pictures, links that are none, formatted bodies.
  static var parts: [Notification] {
    var offer = MailSamples.notification(
      1, "offer", "Coach Lee made you an offer", "**Respond** by [March 1](https://example.org/x).",
      priority: .high)
    offer.content.bodyFormat = .markdown
    offer.content.actor = Actor(
      name: "Coach Lee", avatarURL: "https://img.example.org/lee.png", isFollowedBack: true)
    offer.content.actions = [
      Action(key: "accept", label: "Accept", url: "https://example.org/accept/1"),
      Action(key: "decline", label: "Decline", url: "https://example.org/decline/1"),
    ]
    var plain = MailSamples.notification(
      2, "deadline", "Visit evil.example or a@b.example", "<b>no</b>")
    plain.content.link = nil
    plain.content.droppedLink = .notAllowed("javascript:alert(1)//evil.example")
    var nobody = MailSamples.notification(3, "follow_up", "A new comment", hoursAgo: 9)
    nobody.content.actor = Actor(name: "Ana Ruiz", avatarURL: "http://img.example.org/insecure.png")
    nobody.content.thumbnails = [
      Thumbnail(url: "http://img.example.org/insecure.jpg", kind: .photo),
      Thumbnail(url: "data:image/png;base64,AAAA", kind: .video),
    ]
    nobody.content.link = nil
    nobody.content.droppedLink = .noBaseURL("/secret/path")
    return [offer, plain, nobody] + MailSamples.typical.suffix(3)
  }

  static let secret = "Sekret-7319"

  static var redacted: [Notification] {
    (0..<3).map { index in
      var chat = MailSamples.notification(
        index, "chat", "\(secret) title", "\(secret) body", priority: .high)
      chat.content.actor = Actor(name: "Ana Ruiz")
      chat.content.subject = Subject(id: secret, name: "\(secret) room")
      chat.content.thumbnails = [
        Thumbnail(url: "https://img.example.org/\(secret).jpg", kind: .photo)
      ]
      chat.content.extra = [ExtraField(name: "note", value: secret)]
      return chat
    }
  }
}
