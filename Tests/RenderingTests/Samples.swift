import Digests
import Foundation
import Languages
import Notifications

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
}
