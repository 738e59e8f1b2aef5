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
}
