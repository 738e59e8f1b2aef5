import Foundation
import Testing
import TidingsKit

/// What a program hands over besides files, and what it gets besides documents.
struct ValuesTests {
  private static let now = Date(timeIntervalSince1970: 1_770_563_100)
  private let settings = Tidings.Settings(now: now, timeZone: "America/New_York")

  private struct Row: Codable {
    var id: Int
    var userId: String
    var type = "offer"
    var title: String
    var createdAt = ValuesTests.now.addingTimeInterval(-3600)
    var readAt: Date?
  }

  private static let rows = [
    Row(id: 1, userId: "ana", title: "An <offer>"),
    Row(id: 2, userId: "ben", title: "Another", readAt: now),
  ]

  private func offer(_ id: String = "1") -> Tidings.Notification {
    Tidings.Notification(
      id: id, recipient: "ana", type: "OFFER", title: "An <offer>", body: "Reply soon.",
      time: Self.now.addingTimeInterval(-0.25))
  }

  @Test func `A program's own values are notifications with all that they say`() async throws {
    var offer = offer()
    (offer.priority, offer.actorName, offer.link) = ("high", "Coach Lee", "https://example.org/1")
    (offer.typeLabel, offer.subject) = ("Offers", "Field 3")
    let inbox = try await Tidings().read([offer], as: settings)
    #expect(inbox.recipients == ["ana"] && inbox.rejects.isEmpty)
    let item = try #require(try inbox.digest(for: "ana").sections.first?.items.first)
    #expect(item.type == "offer" && item.profile == "app" && item.isUrgent && item.isUnread)
    #expect(item.time == offer.time && item.relativeTime == "just now")
    #expect(item.values["type"] as? String == "Offers")
    #expect(item.values["title"] as? String == "An <offer>")
    #expect(item.values["body"] as? String == "Reply soon.")
    let facts = try #require(item.values["facts"] as? [[String: any Sendable]])
    #expect(facts.compactMap { $0["text"] as? String }.contains("Field 3"))
    let html = String(decoding: item.fragment, as: UTF8.self)
    #expect(html.contains("<p dir=\"auto\">Reply soon.</p>") && html.contains("Coach Lee"))
  }

  @Test func `Own values have the types of the profile that the settings name`() async throws {
    var settings = settings
    settings.profile = "recruiting-compass"
    let inbox = try await Tidings().read([offer()], as: settings)
    let item = try #require(try inbox.digest(for: "ana").sections.first?.items.first)
    #expect(item.profile == "recruiting-compass" && item.values["type"] as? String == "Offer")
    settings.profile = "nowhere"
    let fault = await #expect(throws: Fault.self) {
      try await Tidings().read([self.offer()], as: settings)
    }
    #expect(fault?.code == "unknown-profile")
  }

  @Test func `No values are an empty inbox`() async throws {
    let inbox = try await Tidings().read([], as: settings)
    #expect(inbox.recipients.isEmpty)
    #expect(try inbox.digest(for: "ana").counts.total == 0)
    #expect(try await Tidings().read(rows: [Row](), as: settings).recipients.isEmpty)
  }

  @Test func `Rows, chunks and bytes say the same`() async throws {
    let tidings = try Tidings()
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    let json = try encoder.encode(Self.rows)
    let inboxes = [
      try await tidings.read(rows: Self.rows, as: settings),
      try await tidings.read(contentsOf: json, as: settings),
      try await tidings.read(
        chunks: AsyncStream<Data> { stream in
          for start in stride(from: 0, to: json.count, by: 7) {
            stream.yield(json[start..<min(start + 7, json.count)])
          }
          stream.finish()
        }, as: settings),
      try await tidings.read(
        bytes: AsyncStream<UInt8> { stream in
          for byte in json { stream.yield(byte) }
          stream.finish()
        }, as: settings),
    ]
    let pages = try inboxes.map { try $0.digest(for: "ana").document(.json) }
    #expect(Set(pages).count == 1)
    #expect(String(decoding: pages[0], as: UTF8.self).contains("An <offer>"))
    #expect(inboxes.allSatisfy { $0.recipients == ["ana", "ben"] })
  }

  @Test func `What comes from memory is in no file outside the folder in memory`() async throws {
    var settings = settings
    (settings.temporaryFolder, settings.memoryFolder) = ("/nowhere", "/dev/shm")
    let inbox = try await Tidings().read(rows: Self.rows, as: settings)
    #expect(try inbox.page(for: "ana").count > 10_000)
    let (readers, rejects) = try inbox.readers(rows: [["id": "ana", "email": "ana@example.org"]])
    #expect(readers.count == 2 && rejects.isEmpty)
    settings.memoryFolder = "/nowhere"
    let fault = await #expect(throws: Fault.self) {
      try await Tidings().read(rows: Self.rows, as: settings)
    }
    #expect(fault?.kind == .system && fault?.sentence.hasPrefix("/nowhere: ") == true)
  }

  @Test func `A bad row is said by its number, and no path of the library's own`() async throws {
    var late = offer("2")
    late.time = Date(timeIntervalSince1970: 1e18)
    let inbox = try await Tidings().read([offer(), late], as: settings)
    #expect(inbox.rejects.map(\.record) == [2] && inbox.rejects.map(\.file) == [""])
    let fault = await #expect(throws: Fault.self) {
      try await Tidings().read(contentsOf: "nonsense".utf8, as: settings)
    }
    #expect(fault?.kind == .content && fault?.file == nil)
    #expect(fault?.description.contains("/") == false)
    let unknown = await #expect(throws: Fault.self) {
      try await Tidings().read(rows: [["a": "b"], ["a": "c"]], as: settings)
    }
    #expect(unknown?.description.contains("/") == false)
    let unwritten = await #expect(throws: Fault.self) {
      try await Tidings().read(rows: [["value": Double.infinity]], as: settings)
    }
    #expect(unwritten?.code == "unencodable" && unwritten?.field?.hasSuffix("value") == true)
  }

  @Test func `Readers have the wishes of their rows, and a bad row is nobody's`() async throws {
    struct Person: Codable {
      var id: String
      var email: String
      var typesOff: [String]?
      var hour: Int?
      var frequency: String?
    }
    let inbox = try await Tidings().read(rows: Self.rows, as: settings)
    let people = [
      Person(id: "ana", email: "ana@example.org", typesOff: ["offer"]),
      Person(id: "cem", email: "cem@example.org", frequency: "never"),
      Person(id: "ben", email: "ben@example.org", hour: 99),
    ]
    let (readers, rejects) = try inbox.readers(rows: people)
    #expect(readers.map(\.id) == ["ana", "cem"] && readers[0].email == "ana@example.org")
    #expect(rejects.count == 1 && rejects[0].field == "hour")
    #expect(rejects[0].description.hasPrefix("line 3: hour: 99"))
    #expect(try inbox.digest(for: readers[0]).counts.total == 0)
    #expect(try inbox.digest(for: "ana").counts.total == 1)
    #expect(inbox.timing(of: readers[1]) == .never)
    // Daily at 7 in New York, which is 12:00 UTC; now it is 15:05 UTC.
    let slot = Date(timeIntervalSince1970: 1_770_552_000)
    #expect(inbox.timing(of: readers[0]) == .due(slot: slot))
    let next = slot.addingTimeInterval(86_400)
    #expect(inbox.timing(of: readers[0], after: slot) == .notDue(next: next))
  }

  @Test func `Feeds hold the newest, and lead to where they are served`() async throws {
    let inbox = try await Tidings().read(rows: Self.rows, as: settings)
    let feed = try inbox.feed(
      for: "ana", app: "Compass", atomURL: "https://example.org/a.atom",
      jsonURL: "https://example.org/a.json")
    #expect(
      String(decoding: feed.atom, as: UTF8.self).contains("href=\"https://example.org/a.atom\""))
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(feed.json)) as? [String: Any])
    #expect(json["feed_url"] as? String == "https://example.org/a.json")
    #expect((json["items"] as? [[String: Any]])?.count == 1)
  }

  @Test func `A signed link is proved for its own recipient, purpose and type alone`() throws {
    let secret = "0123456789abcdef0123456789abcdef"
    let link = try SignedLink(
      "https://example.org/off/{recipient}?s={signature}", secret: secret.utf8)
    let url = try #require(link.url(for: "ana"))
    let signature = String(url.suffix(64))
    #expect(link.proves(signature, of: "ana"))
    #expect(!link.proves(signature, of: "ben") && !link.proves("", of: "ana"))
    #expect(!link.proves(signature.uppercased(), of: "ana"))
    let mute = try SignedLink(
      "https://example.org/m/{recipient}?t={type}&s={signature}", secret: secret.utf8,
      for: .managing)
    #expect(!mute.proves(signature, of: "ana"))
    let offer = String(try #require(mute.url(for: "ana", type: "offer")).suffix(64))
    #expect(mute.proves(offer, of: "ana", type: "OFFER") && !mute.proves(offer, of: "ana"))
    #expect(!mute.proves(offer, of: "ana\noffer"))
    let fault = #expect(throws: Fault.self) {
      try SignedLink("https://example.org/{recipient}?s={signature}", secret: "short".utf8)
    }
    #expect(fault?.code == "short-secret" && fault?.kind == .setting)
  }

  @Test(arguments: [0, 1, 65_536, 65_537, 200_000])
  func `Chunks are the document in order`(_ count: Int) {
    let document = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    #expect(Chunks(document).flatMap { $0 } == document)
    #expect(Chunks(document).allSatisfy { (1...65_536).contains($0.count) })
  }
}
