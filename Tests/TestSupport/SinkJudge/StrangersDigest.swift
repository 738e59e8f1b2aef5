import Digests
import Languages
package import Notifications
import Rendering

private typealias Notification = Notifications.Notification

/// A digest in which a stranger wrote all the words.
package struct StrangersDigest {
  /// Title, body, name, label of the type, and link; those that are missing are the first one.
  package var words: [String]
  package var bodyFormat: BodyFormat
  /// `en`, `de` or `ar`.
  package var locale: String

  private static let profile = ProfileName("app")
  private static let now = Instant(seconds: 1_770_563_100)

  package init(words: [String], bodyFormat: BodyFormat = .plain, locale: String = "en") {
    self.words = words.isEmpty ? [""] : words
    self.bodyFormat = bodyFormat
    self.locale = locale
  }

  /// The same digest, and nobody wrote anything but plain words.
  var plain: StrangersDigest {
    StrangersDigest(words: words.map { _ in "word" }, bodyFormat: .plain, locale: locale)
  }

  private func word(_ index: Int) -> String { index < words.count ? words[index] : words[0] }

  var digest: Digest {
    let recipient = RecipientID("u")
    let first = Notification(
      NotificationContent(
        profile: Self.profile, recipient: recipient, id: NotificationID(word(0)),
        type: TypeKey(normalizing: word(3)), title: word(0), body: word(1), bodyFormat: bodyFormat,
        priority: .high, time: Self.now.adding(seconds: -60), readState: .unread,
        actor: Actor(name: word(2)), droppedLink: .notAllowed(word(4))))
    let second = Notification(
      NotificationContent(
        profile: Self.profile, recipient: recipient, id: NotificationID("2"),
        type: TypeKey(normalizing: "offer"), title: word(1), body: word(0),
        time: Self.now.adding(seconds: -7200), readState: .read,
        actor: Actor(name: word(3), isFollowedBack: false), link: word(4),
        actions: [Action(key: "a", label: word(2), url: "https://example.org/a")],
        extra: [ExtraField(name: word(2), value: word(1))]))
    let rules = ProfileRules(profile: Self.profile, types: [TypeKey(normalizing: "offer")])
    let midnight = Instant(seconds: 1_770_526_800)
    return DigestBuilder(profiles: [rules]).digest(
      of: [first, second], for: recipient, at: Self.now,
      days: DayBoundaries(
        startOfYesterday: midnight.adding(seconds: -86_400), startOfToday: midnight))
  }

  func context(_ words: Localization) -> DocumentContext {
    let offer = NotificationType(key: TypeKey(normalizing: "offer"), label: LocalizedText(word(3)))
    return DocumentContext(
      words: words, zone: .utc, now: Self.now,
      types: TypeTable([(profile: Self.profile, types: [offer], badges: [:])], words: words),
      recipient: Recipient(id: RecipientID("u"), name: word(2), email: "u@example.org"),
      inboxURL: "https://example.org/inbox", showsImages: false)
  }
}
