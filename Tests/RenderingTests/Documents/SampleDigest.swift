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
}
