import Foundation
import Languages
import Notifications
import Testing

@testable import Digests
@testable import Rendering

/// Digests for tests of documents: everything that a document can hold, in few lines.
enum SampleDigest {
  static let profile = ProfileName("sample")
  /// 2026-02-08, 12:30 in New York.
  static let now = Instant(seconds: 1_770_571_800)

  static func context(
    _ locale: String = "en", inboxURL: String? = "https://app.example/inbox"
  ) throws -> DocumentContext {
    let words = try Samples.catalogues().localization(for: locale)
    let zone = try #require(Zone("America/New_York"))
    return DocumentContext(
      words: words, zone: zone, now: now,
      types: TypeTable([(profile: profile, types: types, badges: [:])], words: words),
      recipient: Recipient(id: RecipientID("mia"), name: "Mia Park"), inboxURL: inboxURL)
  }

  static let types: [NotificationType] = [
    type("follow_up", "🔔", ["en": "Follow-ups", "de": "Wiedervorlagen", "ar": "متابعات"]),
    type("deadline", "⏰", ["en": "Deadlines", "de": "Fristen", "ar": "مواعيد نهائية"]),
    type("offer", "🎁", ["en": "Offers", "de": "Angebote", "ar": "عروض"]),
    type("photos", "📷", ["en": "Photos", "de": "Fotos", "ar": "صور"]),
    type("note", nil, ["en": "Notes", "de": "Notizen", "ar": "ملاحظات"]),
    type("secret", "🔒", ["en": "Private messages", "de": "Privates", "ar": "رسائل خاصة"], true),
  ]

  private static func type(
    _ key: String, _ emoji: String?, _ label: [String: String], _ isRedacted: Bool = false
  ) -> NotificationType {
    NotificationType(
      key: TypeKey(normalizing: key), label: LocalizedText(byTag: label), emoji: emoji,
      isRedacted: isRedacted)
  }

  static func notification(
    _ type: String, _ title: String?, hoursAgo: Double,
    _ change: (inout Notification) -> Void = { _ in }
  ) -> Notification {
    var notification = Notification(
      NotificationContent(
        profile: profile, recipient: RecipientID("mia"), id: NotificationID("\(type)\(hoursAgo)"),
        type: TypeKey(normalizing: type), title: title,
        time: now.adding(seconds: Int64(-hoursAgo * 3600))))
    change(&notification)
    return notification
  }

  /// A digest of the notifications by section, with counts that add up.
  static func digest(
    today: [Notification] = [], yesterday: [Notification] = [], earlier: [Notification] = [],
    omitted: [Notification] = [], upcoming: Int = 0, previousTotal: Int? = nil
  ) -> Digest {
    let all = today + yesterday + earlier + omitted
    let sections = [
      section(.today, today), section(.yesterday, yesterday), section(.earlier, earlier, omitted),
    ]
    var previous: Counts?
    if let previousTotal {
      previous = Counts()
      previous?.all.total = previousTotal
    }
    return Digest(
      recipient: RecipientID("mia"), now: now,
      window: Window(from: now.adding(seconds: -7 * 86_400), to: now), counts: counts(all),
      upcoming: upcoming, previous: previous, sections: sections)
  }

  private static func section(
    _ day: Day, _ shown: [Notification], _ omitted: [Notification] = []
  ) -> DigestSection {
    var section = DigestSection(
      day: day, counts: counts(shown + omitted),
      items: shown.map { DigestItem(notification: $0, ids: [$0.id]) })
    for one in omitted { section.omit(one) }
    return section
  }

  private static func counts(_ notifications: [Notification]) -> Counts {
    var counts = Counts()
    for notification in notifications {
      counts.all.add(isUnread: notification.isUnread)
      counts.byPriority[notification.priority.rawValue].add(isUnread: notification.isUnread)
    }
    for type in types {
      let own = notifications.filter { $0.type == type.key }
      guard !own.isEmpty else { continue }
      let unread = own.count { $0.isUnread }
      counts.byType.append(
        TypeTally(type: TypeID(profile, type.key), tally: Tally(total: own.count, unread: unread)))
    }
    return counts
  }

  /// One of everything: priorities, read and unread, bodies in all formats, actions, thumbnails,
  /// another writing direction, a redacted type, overflow, a comparison.
  static let full = digest(
    today: today, yesterday: yesterday, earlier: earlier, omitted: omitted, upcoming: 2,
    previousTotal: 19)

  static let named: [(name: String, digest: Digest)] = [
    ("full", full), ("empty", digest()), ("hostile", hostile),
  ]

  private static let today: [Notification] = [
    notification("deadline", "Transcript due tomorrow", hoursAgo: 2) {
      $0.content.body = "Send the final transcript to State University before 5 pm."
      $0.content.priority = .high
      $0.content.link = "https://app.example/deadlines/7"
      $0.content.readState = .unread
    },
    notification("offer", "Emma Lee sent you an offer", hoursAgo: 0.4) {
      $0.content.body = "Full scholarship, answer by *Friday*.\nCall me & we talk it through."
      $0.content.priority = .high
      $0.content.readState = .unread
      $0.content.link = "https://app.example/offers/3?from=digest&ref=(a)"
      $0.content.actor = Actor(name: "Emma Lee")
      $0.content.subject = Subject(id: "s", name: "State University")
      $0.content.actions = [
        Action(key: "accept", label: "Accept", url: "https://app.example/offers/3/accept"),
        Action(key: "ask", label: "Ask a question", url: "https://app.example/offers/3/ask"),
      ]
    },
    notification("photos", "renee added 23 items to Awesome Fun", hoursAgo: 5) {
      $0.content.readState = .unread
      $0.content.actor = Actor(name: "renee")
      $0.content.subject = Subject(id: "r", name: "Awesome Fun")
      $0.content.batchCount = 23
      $0.content.thumbnails = (1...6).map {
        Thumbnail(url: "https://cdn.example/\($0).jpg", kind: $0 == 2 ? .video : .photo)
      }
    },
    notification("note", "Follow **up** with <Coach> O'Neil # 1", hoursAgo: 6) {
      $0.content.body = "Ask about:\n- camp dates\n- the `visit` form"
      $0.content.bodyFormat = .markdown
      $0.content.readState = .read
      $0.content.priority = .low
    },
  ]

  private static let yesterday: [Notification] = [
    notification("follow_up", "ذكّر المدرب بموعد الزيارة 12", hoursAgo: 26) {
      $0.content.body = "الموعد يوم الخميس في الساعة 10."
      $0.content.actor = Actor(name: "سارة")
      $0.content.readState = .unread
      $0.content.link = "https://app.example/f/1"
    },
    notification("secret", "Hidden title", hoursAgo: 30) {
      $0.content.body = "Hidden body"
      $0.content.actor = Actor(name: "Dana")
      $0.content.readState = .unread
    },
  ]

  private static let earlier: [Notification] = [
    notification(
      "follow_up",
      "A title that goes on and on, as titles written by enthusiastic people sometimes do, until even two lines of a telephone are not enough to hold all that it says",
      hoursAgo: 70
    ) {
      $0.content.body = "<p>Hello <b>Mia</b>,</p><p>see you &amp; your parents there.</p>"
      $0.content.bodyFormat = .html
      $0.content.readState = .read
      $0.content.link = "https://app.example/f/2"
    }, notification("note", nil, hoursAgo: 24 * 6) { $0.content.readState = .read },
  ]

  private static let omitted = (0..<15).map { index in
    notification("note", "More \(index)", hoursAgo: 150) {
      $0.content.priority = index < 2 ? .high : .normal
      $0.content.readState = .read
    }
  }

  /// Texts that would break out of a document if they could, or widen it.
  static let hostile = digest(today: [
    notification(
      "note", "<script>alert(1)</script> **b** [x](javascript:y) ![z](http://t.example/p.gif)",
      hoursAgo: 1
    ) {
      $0.content.body = "</ul></main>\n# h\n\n- l\n\n<img src=x onerror=alert(1)>\n```\ncode"
      $0.content.actor = Actor(name: "\u{202E}evil\"'><b>")
      $0.content.priority = .high
      $0.content.droppedLink = .notAllowed("javascript:alert('<b>')")
    },
    notification("offer", String(repeating: "W", count: 120), hoursAgo: 2) {
      $0.content.body = String(repeating: "x", count: 200)
      $0.content.actor = Actor(name: String(repeating: "漢", count: 90))
      $0.content.subject = Subject(id: nil, name: String(repeating: "y_", count: 80))
      $0.content.actions = [
        Action(key: "a", label: String(repeating: "z", count: 100), url: "https://app.example/a"),
        Action(key: "b", label: "![b](http://t.example)", url: "data:text/html,x"),
      ]
    },
    notification("follow_up", "# 1. > - + `a` &amp; \\ ~~~ | _ *", hoursAgo: 3) {
      $0.content.body =
        "# Head\n\n> quote\n\n![i](http://t.example/p.gif) <b onclick=x>b</b> [l](//t.example)\n\n```\n\(String(repeating: "c", count: 120))\n```\n\n[r]: http://t.example\n\n1. a\n2. b"
      $0.content.bodyFormat = .markdown
    },
    notification("deadline", "html", hoursAgo: 4) {
      $0.content.body = "<style>p{}</style><p onclick=x>Hi</p><script>x</script><ul><li>a<li>b</ul>"
      $0.content.bodyFormat = .html
    },
  ])
}
