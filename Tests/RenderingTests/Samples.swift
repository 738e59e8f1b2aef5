import Foundation
import Languages
import Notifications

@testable import Digests
@testable import Rendering

typealias Notification = Notifications.Notification

/// 2026-02-08T15:05:00Z, a Sunday.
let now = Instant(seconds: 1_770_563_100)

/// What the samples of all documents are made of.
enum Samples {
  static let recruiting = ProfileName("recruiting-compass")

  /// The catalogues that are embedded.
  static func catalogues(own: [CatalogueFile] = []) throws -> Catalogues {
    let templates = TemplateCatalogue()
    let files = templates.paths.filter { $0.hasPrefix("catalogues/") }.map { path in
      CatalogueFile(
        name: path, tag: String(path.dropFirst(11).dropLast(5)), bytes: templates[path] ?? [])
    }
    return try Catalogues(bundled: files, own: own)
  }

  static func type(
    _ key: String, _ label: String, _ emoji: String, _ color: TypeColor? = nil,
    isRedacted: Bool = false
  ) -> NotificationType {
    NotificationType(
      key: TypeKey(normalizing: key), label: LocalizedText(label), emoji: emoji, color: color,
      isRedacted: isRedacted)
  }

  static let types = [
    type("follow_up_reminder", "Follow-ups", "🔔"), type("deadline_alert", "Deadlines", "⏰", .red),
    type("offer", "Offers", "🎉", .green), type("message", "Messages", "💬", isRedacted: true),
  ]

  static func context(
    _ locale: String = "en", zone: String = "America/New_York"
  ) throws -> DocumentContext {
    let words = try catalogues().localization(for: locale)
    return DocumentContext(
      words: words, zone: Zone(zone) ?? .utc, now: now,
      types: TypeTable([(recruiting, types, [:])], words: words),
      recipient: Recipient(id: RecipientID("user-1"), name: "Ana Ruiz", email: "ana@example.org"),
      inboxURL: "https://inbox.example.org/user-1")
  }

  static func notification(
    _ id: String, _ type: String, ago: Int64, _ title: String?, _ body: String? = nil,
    priority: Priority = .normal, read: ReadState = .unread
  ) -> Notification {
    Notification(
      NotificationContent(
        profile: recruiting, recipient: RecipientID("user-1"), id: NotificationID(id),
        type: TypeKey(normalizing: type), title: title, body: body, priority: priority,
        time: now.adding(seconds: -ago), readState: read))
  }

  static let rules = ProfileRules(profile: recruiting, types: types.map(\.key))

  static func digest(
    of notifications: [Notification], limit: Int = Selection.defaultLimit,
    previous: Counts? = nil, since: Int64? = 7 * 86_400, rules: ProfileRules = rules
  ) -> Digest {
    var selection = Selection(since: since.map { now.adding(seconds: -$0) })
    selection.limit = limit
    // Midnights in New York, five hours behind UTC.
    let midnight = Instant(seconds: 1_770_526_800)
    return DigestBuilder(profiles: [rules], selection: selection).digest(
      of: notifications, for: RecipientID("user-1"), at: now,
      days: DayBoundaries(
        startOfYesterday: midnight.adding(seconds: -86_400), startOfToday: midnight),
      previous: previous)
  }

  /// A week as people have it.
  static var everyday: [Notification] {
    var deadline = notification(
      "n-1", "deadline_alert", ago: 7200, "Transcript due tomorrow",
      "Send the final transcript to State University before the admissions office closes.\n• official copy\n• sealed envelope",
      priority: .high)
    deadline.content.link = "https://app.example.org/documents?type=transcript"
    deadline.content.subject = Subject(id: "school-9", name: "State University")
    var offer = notification(
      "n-2", "offer", ago: 40, "Offer received: Coastal College", "Respond by March 1.",
      priority: .high)
    offer.content.actions = [
      Action(key: "view", label: "View", url: "https://app.example.org/offers?highlight=2")
    ]
    offer.content.actor = Actor(
      id: "coach-3", name: "Coach Lee", avatarURL: "https://img.example.org/lee.png",
      isFollowedBack: true)
    offer.content.thumbnails = [
      Thumbnail(url: "https://img.example.org/1.jpg", kind: .photo),
      Thumbnail(url: "https://img.example.org/2.mp4", kind: .video),
    ]
    offer.content.batchCount = 4
    var message = notification("n-5", "message", ago: 100_000, "Secret title", "Secret words")
    message.content.actor = Actor(name: "Coach Lee")
    message.content.subject = Subject(name: "Secret room")
    message.content.thumbnails = [
      Thumbnail(url: "https://img.example.org/secret.jpg", kind: .photo)
    ]
    var markup = notification(
      "n-6", "general", ago: 250_000, nil, "<p>Campus <b>visit</b> &amp; lunch</p>", read: .unknown)
    markup.content.bodyFormat = .html
    return [
      deadline, offer, message, markup,
      notification(
        "n-3", "follow_up_reminder", ago: 10_800,
        "Follow up with the coaching staff of Northern Plains Technical University about the visit in March, and ask whether the summer camp counts as one of the three official visits",
        "It has been two weeks since your last message. "
          + "A short note keeps you on their list, and a question gets an answer; "
          + "say what you have done since, what is next, and when you could come by. "
          + "Coaches read their mail in the morning.", read: .read),
      notification("n-4", "follow_up_reminder", ago: 90_000, "Thank Coach Kim", priority: .low),
      notification("n-7", "follow_up_reminder", ago: 400_000, "Update your highlight video"),
      notification("n-8", "offer", ago: -3600, "Not yet"),
    ]
  }

  static var everydayPrevious: Counts {
    var previous = Counts()
    previous.all = Tally(total: 3, unread: 1)
    previous.byPriority = [Tally(), Tally(total: 2, unread: 1), Tally(total: 1, unread: 0)]
    previous.byType = [
      TypeTally(
        type: TypeID(recruiting, TypeKey(normalizing: "offer")), tally: Tally(total: 3, unread: 1))
    ]
    return previous
  }

  /// A summary as of a small app's week.
  static var summary: Summary {
    let tallies = [("follow_up_reminder", 502, 120), ("deadline_alert", 221, 90), ("offer", 3, 1)]
    var counts = Counts()
    counts.all = Tally(total: 1247, unread: 311)
    counts.byPriority = [
      Tally(total: 115, unread: 4), Tally(total: 1090, unread: 287), Tally(total: 42, unread: 20),
    ]
    counts.byType =
      tallies.map {
        TypeTally(
          type: TypeID(recruiting, TypeKey(normalizing: $0.0)),
          tally: Tally(total: $0.1, unread: $0.2))
      } + [
        TypeTally(
          type: TypeID(recruiting, TypeKey(normalizing: "newMemberJoined")),
          tally: Tally(total: 521, unread: 100))
      ]
    return Summary(
      counts: counts, recipients: 123, duplicates: 2, expired: 7, deleted: 3, upcoming: 1,
      byDay: [(20_488, 200), (20_489, 420), (20_490, 530), (20_492, 97)].map {
        DayTally(day: $0.0, tally: Tally(total: $0.1, unread: $0.1 / 4))
      },
      busiest: [("user-1", 90, 12), ("ana@example.org", 41, 0)].map {
        RecipientTally(id: RecipientID($0.0), tally: Tally(total: $0.1, unread: $0.2))
      },
      sources: [
        SummarySource(
          file: "notifications.jsonl", format: "jsonl", profile: "recruiting-compass",
          records: 1200, rejected: 2),
        SummarySource(
          file: "app.sqlite", format: "sqlite", profile: "recruiting-compass", records: 51,
          rejected: 0),
      ],
      rejected: [
        RejectedRecord(
          file: "notifications.jsonl", line: 12, record: 12, field: "created_at",
          reason: "not a time: \"soon\""),
        RejectedRecord(file: "notifications.jsonl", line: 40, reason: "not JSON"),
      ])
  }

  /// Words that strangers wrote to be more than words.
  static let hostileTexts = [
    "\u{1B}[31mred\u{1B}[0m and \u{1B}]0;title\u{7}", "\u{9B}31mC1 \u{9D}0;x\u{9C}",
    "over\rwritten", "back\u{8}\u{8}\u{8}\u{8}space", "bell\u{7} null\u{0} delete\u{7F}",
    "line one\r\nline two\u{2028}three\u{85}four\tfive", "   spaces    around   ",
    "abc\u{202E}gnp.exe", "\u{2066}isolate never closed", "\u{202B}embedded\u{202C}\u{202C}",
    "שלום עולם", "price: 5 ש״ח (five)", "مرحبا بالعالم 123", "mixed العربية and English",
    "zero\u{200B}width\u{2060}\u{FEFF}\u{AD}signs", "tag\u{E0041}\u{E007F}s", "\u{301}mark first",
    "Z\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}\u{308}algo",
    "family 👨‍👩‍👧‍👦 flag 🇩🇪 keycap 1️⃣ heart ❤️ tone 👍🏽", "a\u{200D}b joiner in ASCII", "नमस्ते क्ष हिन्दी",
    "日本語の通知がとても長いので折り返しが必要になります。改行はどこですか。", "ｆｕｌｌｗｉｄｔｈ", "한국어 알림 각각", "ไทยภาษาไทย",
    "noncharacter \u{FFFE}\u{1FFFF} private \u{E000}", "“Quotes” – dashes — and… dots",
    String(repeating: "unbreakable", count: 20), "Ñandú café naïve Straße Łódź",
    "\u{1B}P+q\u{1B}\\ \u{1B}X \u{1B}^ \u{1B}_ \u{1B}c", "$(id) `id` %s %n {{title}} <b>",
  ]

  static var hostile: [Notification] {
    hostileTexts.enumerated().map { index, text in
      var hostile = notification(
        "h-\(index)", index % 3 == 0 ? "offer" : "deadline_alert", ago: Int64(index) * 60, text,
        index % 2 == 0 ? text + "\n" + text : nil, priority: Priority.allCases[index % 3])
      hostile.content.actor = Actor(name: text)
      return hostile
    }
  }
}
