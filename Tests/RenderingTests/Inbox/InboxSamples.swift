import Digests
import Languages
import Notifications

@testable import Rendering

/// Digests and contexts that tests of the inbox page begin with.
enum InboxSamples {
  static let recipient = RecipientID("user-1")

  /// As the bundled profile has them: two types look the same and are one chip.
  static let types: [NotificationType] = [
    type("follow_up_reminder", "Follow-ups", "Nachfassen", "المتابعات", "🔔", .blue),
    type("deadline_alert", "Deadlines", "Fristen", "المواعيد النهائية", "⏰", .red),
    type("inbound_interaction", "Inbound", "Eingang", "الوارد", "📧", .purple),
    type("daily_digest", "Digest", "Übersicht", "الملخّص", "📊", .gray),
    type("weekly_digest", "Digest", "Übersicht", "الملخّص", "📊", .gray),
    type("offer", "Offers", "Angebote", "العروض", "🎉", .green),
    type("event", "Events", "Termine", "الفعاليات", "📅", .orange),
    type("element_added", "New items", "Neue Elemente", "عناصر جديدة", "🖼️", .purple),
    type("user_followed", "Followers", "Follower", "المتابعون", "➕", .blue), secret,
  ]

  private static var secret: NotificationType {
    var secret = type("private_message", "Messages", "Nachrichten", "الرسائل", "💬", .gray)
    secret.isRedacted = true
    return secret
  }

  private static func type(
    _ key: String, _ en: String, _ de: String, _ ar: String, _ emoji: String, _ color: TypeColor
  ) -> NotificationType {
    NotificationType(
      key: TypeKey(normalizing: key), label: LocalizedText(byTag: ["en": en, "de": de, "ar": ar]),
      emoji: emoji, color: color)
  }

  static func context(_ locale: String = "en", images: Bool = false) throws -> DocumentContext {
    let words = try Samples.catalogues().localization(for: locale)
    return DocumentContext(
      words: words, zone: Zone("America/New_York") ?? .utc, now: now,
      types: TypeTable([(Samples.recruiting, types, [:])], words: words),
      recipient: Recipient(id: recipient, name: "Ana Ruiz"), showsImages: images)
  }

  static func notification(
    _ id: String, _ type: String = "offer", _ title: String? = "Title", _ body: String? = nil,
    priority: Priority = .normal, hoursAgo: Double = 2, read: ReadState = .unread,
    link: String? = nil
  ) -> Notification {
    Notification(
      NotificationContent(
        profile: Samples.recruiting, recipient: recipient, id: NotificationID(id),
        type: TypeKey(normalizing: type), title: title, body: body, priority: priority,
        time: now.adding(seconds: -Int64(3600 * hoursAgo)), readState: read, link: link))
  }

  static func digest(_ notifications: [Notification], limit: Int = 100_000) -> Digest {
    let collapse = CollapseRule(
      types: [TypeKey(normalizing: "element_added")], same: [.type, .actor, .subject], seconds: 300)
    let rules = ProfileRules(
      profile: Samples.recruiting, types: types.map(\.key), collapse: [collapse],
      lineTitle: { line, _, _ in
        let words = "renee added \(line.batchCount ?? 0) items to Awesome Fun"
        return (words: words, tellsCount: true, tellsSum: false)
      })
    return Samples.digest(of: notifications, limit: limit, since: nil, rules: rules)
  }

  static func renderer() throws -> InboxRenderer {
    try InboxRenderer(TemplateCatalogue())
  }

  static func page(
    _ notifications: [Notification], _ locale: String = "en", images: Bool = false,
    limit: Int = 100_000, pageID: String = "page-1"
  ) throws -> [UInt8] {
    try renderer().page(
      of: digest(notifications, limit: limit), in: try context(locale, images: images),
      options: InboxOptions(pageID: pageID))
  }

  /// An inbox as people have it: every kind of card there is, 42 notifications in 40 cards.
  static func typical(_ locale: String = "en") -> [Notification] {
    let said = words[locale] ?? english
    return special(said)
      + (0..<26).map { number in
        let kind = said.kinds[number % said.kinds.count]
        return notification(
          "n-\(100 + number)", kind.type, kind.title, kind.body,
          priority: number % 9 == 0 ? .high : number % 5 == 0 ? .low : .normal,
          hoursAgo: 9 + Double(number * number) * 0.45, read: number % 4 == 1 ? .unread : .read,
          link: "https://app.example.org/items/\(100 + number)")
      }
  }

  /// What a system has that knows neither types nor priorities.
  static func plain() -> [Notification] {
    (0..<5).map { notification("\($0)", "offer", "Title \($0)", "Body", hoursAgo: Double($0)) }
  }

  private static func special(_ said: Said) -> [Notification] {
    var deadline = notification(
      "n-1", "deadline_alert", said.deadline.title, said.deadline.body, priority: .high,
      link: "https://app.example.org/documents?type=transcript")
    deadline.content.actions = [
      Action(key: "open", label: said.open, url: "https://app.example.org/deadlines/1")
    ]
    var follower = notification("n-3", "user_followed", said.followed, nil, hoursAgo: 5)
    follower.content.actor = Actor(id: "u-9", name: "Sarah", isFollowedBack: false)
    follower.content.link = "https://app.example.org/users/u-9"
    var friend = notification(
      "n-4", "user_followed", said.followed, nil, hoursAgo: 27, read: .read,
      link: "https://app.example.org/users/u-10")
    friend.content.actor = Actor(id: "u-10", name: "Sarah", isFollowedBack: true)
    var markdown = notification(
      "n-5", "daily_digest", said.kinds[0].title,
      "**Three** offers and a [link](https://app.example.org/x):\n\n- one\n- two\n\n> said `once`",
      hoursAgo: 29, link: "https://app.example.org/digest")
    markdown.content.bodyFormat = .markdown
    var secret = notification("n-6", "private_message", "Secret title", "Secret words", hoursAgo: 7)
    secret.content.actor = Actor(name: "Coach Lee")
    var refused = notification("n-8", "event", said.kinds[1].title, nil, hoursAgo: 31, read: .read)
    refused.content.droppedLink = .notAllowed("javascript:alert(1)")
    return [
      deadline, follower, friend, markdown, secret, refused,
      notification(
        "n-2", "offer", said.offer.title, said.offer.body, priority: .high, hoursAgo: 0.6),
      notification(
        "n-7", "inbound_interaction", "رسالة من المدرب: هل يمكنك الاتصال غدًا؟",
        "نعم، أنا متاح بعد الساعة 3 مساءً.", hoursAgo: 11),
      notification(
        "n-9", "inbound_interaction", String(repeating: "x", count: 120),
        String(repeating: "y", count: 120), priority: .low, hoursAgo: 33),
    ] + photos
  }

  /// Three records of one minute, which become one card.
  private static var photos: [Notification] {
    (0..<3).map { number in
      var photos = notification(
        "n-2\(number)", "element_added", "renee added photos to Awesome Fun", nil,
        hoursAgo: 3 + Double(number) / 60, read: number == 2 ? .read : .unread,
        link: "https://app.example.org/rooms/7")
      photos.content.actor = Actor(
        id: "u-7", name: "renee", avatarURL: "https://img.example.org/renee.png")
      photos.content.subject = Subject(id: "room-7", name: "Awesome Fun")
      photos.content.batchCount = number == 0 ? 20 : 2
      photos.content.thumbnails = (0..<2).map {
        Thumbnail(
          url: "https://img.example.org/\(number)\($0).jpg", kind: number == 2 ? .video : .photo)
      }
      return photos
    }
  }

  /// Many notifications, as an export has them: some 40 characters of title and 90 of message.
  static func many(_ count: Int) -> [Notification] {
    (0..<count).map { number in
      let kind = english.kinds[number % english.kinds.count]
      return notification(
        "6f1c2b1e-0000-4000-8000-\(String(1_000_000_000_000 + number).dropFirst())", kind.type,
        "\(kind.title) \(number)", kind.body,
        priority: number % 11 == 0 ? .high : number % 4 == 0 ? .low : .normal,
        hoursAgo: 0.5 + Double(number) * (count > 1000 ? 0.07 : 3),
        read: number % 3 == 0 ? .unread : .read,
        link: "https://app.example.org/schools/\(number)")
    }
  }

  struct Said {
    var deadline, offer: (title: String, body: String)
    var followed, open: String
    var kinds: [(type: String, title: String, body: String)]

    /// Lines of cells: a deadline, an offer, who follows and what opens it; then the kinds.
    fileprivate init(_ table: String) {
      let rows = table.split(separator: "\n").map { line in
        line.split(separator: " | ").map { $0 == "-" ? "" : String($0).replacing("¶", with: "\n") }
      }
      (deadline, offer) = ((rows[0][0], rows[0][1]), (rows[1][0], rows[1][1]))
      (followed, open) = (rows[2][0], rows[2][1])
      kinds = rows[3...].map { ($0[0], $0[1], $0[2]) }
    }
  }

  private static var words: [String: Said] { ["de": german, "ar": arabic] }

  static let english = Said(
    """
    Transcript due tomorrow | Send the final transcript to State University before the admissions office closes:¶• official copy¶• sealed envelope
    Offer received: Coastal College | 60 % scholarship. Respond by March 1.
    Sarah started following you | Open deadline
    follow_up_reminder | Follow up with Coach Rivera | It has been two weeks since your last message. A short note keeps you on their list.
    event | Campus visit at Lake University | Saturday at 10:00, meet at the main gate.
    inbound_interaction | Coach Kim replied to your message | Thanks for the film! Could you send your spring schedule?
    deadline_alert | Application deadline in 5 days | Northern Tech closes its applications on Friday.
    follow_up_reminder | Thank Coach Lee for the call | -
    weekly_digest | Your week: 3 new contacts, 1 offer | You sent 12 messages and got 7 answers.
    offer | Offer updated: Hillside College | The terms of your offer have changed.
    """)

  private static let german = Said(
    """
    Zeugnis bis morgen einreichen | Das Abschlusszeugnis muss vor Schließung des Zulassungsbüros vorliegen:¶• beglaubigte Kopie¶• verschlossener Umschlag
    Angebot erhalten: Coastal College | 60 % Stipendium. Antwort bis zum 1. März.
    Sarah folgt Ihnen jetzt | Frist öffnen
    follow_up_reminder | Bei Trainer Rivera nachfassen | Ihre letzte Nachricht liegt zwei Wochen zurück.
    event | Campusbesuch an der Lake University | Samstag um 10:00 Uhr am Haupttor.
    inbound_interaction | Trainer Kim hat geantwortet | Danke für das Video! Wie sieht der Spielplan im Frühjahr aus?
    deadline_alert | Bewerbungsschluss in 5 Tagen | Northern Tech nimmt bis Freitag Bewerbungen an.
    offer | Angebot geändert: Hillside College | Die Bedingungen Ihres Angebots haben sich geändert.
    """)

  private static let arabic = Said(
    """
    كشف الدرجات مطلوب غدًا | أرسل كشف الدرجات النهائي إلى State University قبل إغلاق مكتب القبول:¶• نسخة رسمية¶• ظرف مختوم
    عرض جديد: Coastal College | منحة بنسبة 60٪. الرجاء الرد قبل 1 مارس.
    بدأت Sarah بمتابعتك | فتح الموعد
    follow_up_reminder | تابع مع المدرب ريفيرا | مرّ أسبوعان على رسالتك الأخيرة.
    event | زيارة الحرم الجامعي | السبت الساعة 10:00 عند البوابة الرئيسية.
    inbound_interaction | ردّ المدرب كيم على رسالتك | شكرًا على الفيديو! هل يمكنك إرسال جدول الربيع؟
    offer | تم تعديل العرض: Hillside College | تغيّرت شروط عرضك.
    """)
}
