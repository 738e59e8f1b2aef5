import Digests
import Foundation
import MailMessages
import Notifications

@testable import Rendering

/// A digest mail, and all that goes into it.
struct MailKind {
  var name: String
  var notifications: [Notification]
  var locale = "en"
  var theme = "default"
  var images = false
  var brand = MailSamples.brand
  var recipientName: String? = "Renée"
  var previous: Counts?

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

  static var everyday: [MailKind] {
    var previous = Counts()
    previous.all = Tally(total: 3, unread: 3)
    var kinds = [MailKind(name: "english", notifications: MailSamples.typical, previous: previous)]
    for theme in ["default", "lean"] {
      for locale in ["en", "de", "ar"] {
        kinds += [
          MailKind(
            name: "typical-\(theme)-\(locale)", notifications: MailSamples.typical, locale: locale,
            theme: theme, images: true, previous: previous),
          MailKind(
            name: "scripts-\(theme)-\(locale)", notifications: inScripts, locale: locale,
            theme: theme),
          MailKind(
            name: "empty-\(theme)-\(locale)", notifications: [], locale: locale, theme: theme),
        ]
      }
      kinds += [1, 2, 10, 300].map {
        MailKind(name: "many-\(theme)-\($0)", notifications: many($0), theme: theme)
      }
      kinds.append(
        MailKind(name: "parts-\(theme)", notifications: parts, theme: theme, images: true))
      kinds.append(MailKind(name: "redacted-\(theme)", notifications: redacted, theme: theme))
    }
    return kinds
  }

  static var huge: [MailKind] {
    [
      MailKind(name: "many-default-3000", notifications: many(3_000)),
      MailKind(name: "many-lean-3000", notifications: many(3_000), theme: "lean"),
    ]
  }

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
