import ByteText
import Delivery
import Digests
import Languages
import Notifications
import Testing

@testable import Pipeline

struct PageFingerprintTests {
  private static let catalogues = Result { try Catalogues(own: [:]) }
  private static let noon = Instant(seconds: 1_770_552_000)

  private func digits(
    now: Instant = noon, base: [UInt8] = [1], key: UInt64 = 1,
    person change: (inout Person) -> Void = { _ in },
    _ changeNotification: (inout Notifications.Notification) -> Void = { _ in }
  ) throws -> String {
    var person = Person(
      recipient: Recipient(id: RecipientID("u")), profile: ProfileName("p"), zone: .utc,
      words: try Self.catalogues.get().localization(for: "en"), parts: [])
    change(&person)
    var notification = Notifications.Notification(
      NotificationContent(
        profile: ProfileName("p"), recipient: RecipientID("u"), id: NotificationID("1"),
        type: TypeKey(normalizing: "offer"), title: "Title", body: "Body", time: Self.noon))
    changeNotification(&notification)
    let place = Place(now: now, zone: person.zone, words: person.words)
    let digest = DigestBuilder(profiles: []).digest(
      of: [notification], for: person.recipient.id, at: now, days: place.days)
    var fingerprint = PageFingerprint(key: SipHash.Key(low: key, high: 0), base: base)
    return fingerprint.hash(of: digest, for: person).hexadecimal
  }

  @Test func `The fingerprint of a page is the same all day long`() throws {
    #expect(try digits() == digits(now: Self.noon.adding(seconds: 11 * 3600)))
  }

  @Test func `A page's fingerprint differs the next day, by look, and by key`() throws {
    let all = [
      try digits(), try digits(now: Self.noon.adding(seconds: 12 * 3600)), try digits(base: [2]),
      try digits(key: 2), try digits(person: { $0.recipient.name = "Ana" }),
      try digits(person: { $0.zone = Zone("Asia/Tokyo") ?? .utc }),
    ]
    #expect(Set(all).count == all.count)
  }

  @Test func `A page's fingerprint changes with all that it shows of a notification`() throws {
    let changes: [(inout Notifications.Notification) -> Void] = [
      { _ in }, { $0.content.id = NotificationID("2") }, { $0.content.title = "TitleB" },
      { $0.content.title = nil }, { $0.content.title = "TitleBod" }, { $0.content.body = "ody" },
      { $0.content.body = nil }, { $0.content.readState = .read }, { $0.content.priority = .high },
      { $0.content.link = "https://x.org" }, { $0.content.droppedLink = .notAllowed("x:y") },
      { $0.content.droppedLink = .noBaseURL("x:y") }, { $0.content.actor = Actor(name: "Ana") },
      { $0.content.actor = Actor(name: "Ana", isFollowedBack: true) },
      { $0.content.actions = [Action(key: "a", label: "A", url: "https://x.org")] },
      { $0.content.thumbnails = [Thumbnail(url: "https://x.org", kind: .photo)] },
      { $0.content.time = $0.time.adding(seconds: -1) }, { $0.content.bodyFormat = .markdown },
      { $0.content.type = TypeKey(normalizing: "event") }, { $0.content.batchCount = 3 },
      { $0.content.isDeleted = true },
    ]
    let all = try changes.map { change in try digits(change) }
    #expect(Set(all).count == all.count)
  }
}
