import Digests
import Foundation
import MailMessages
import Notifications

@testable import Rendering

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
