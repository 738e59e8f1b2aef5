import Foundation
import Testing
import TidingsKit

/// The library as a program outside uses it: public names only.
@Suite("TidingsKit")
struct InboxTests {
  private static let export = """
    {"id":"1","user_id":"ana","type":"offer","title":"An <offer>","message":"Reply soon.",\
    "priority":"high","read_at":null,"created_at":"2026-02-08T14:20:00Z"}
    {"id":"2","user_id":"ana","type":"event","title":"Camp","message":"Field 3",\
    "priority":"low","read_at":"2026-02-07T15:00:00Z","created_at":"2026-02-07T14:20:00Z"}
    {"id":"3","user_id":"ben","type":"event","title":"Other","message":"",\
    "priority":"low","read_at":null,"created_at":"yesterday"}

    """

  private func inbox(_ change: (inout Tidings.Settings) -> Void = { _ in }) async throws -> Inbox {
    var settings = Tidings.Settings(
      now: Date(timeIntervalSince1970: 1_770_563_100), timeZone: "America/New_York")
    settings.profile = "recruiting-compass"
    change(&settings)
    return try await Tidings().read(contentsOf: Self.export.utf8, as: settings)
  }

  @Test("A digest has the days and counts of the export, and what is rejected is said")
  func digest() async throws {
    let inbox = try await inbox()
    #expect(inbox.recipients == ["ana"])
    #expect(inbox.rejects.map(\.line) == [3])
    let digest = try inbox.digest(for: "ana")
    #expect(digest.counts.total == 2 && digest.counts.unread == 1)
    #expect(digest.sections.map(\.day) == [.today, .yesterday])
    #expect(digest.sections[0].items[0].isUrgent)
    #expect(digest.sections[0].items[0].ids == ["1"])
    #expect(try inbox.digest(for: "nobody").sections.isEmpty)
  }

  @Test("A document is escaped for its format", arguments: Digest.Format.allCases)
  func documents(_ format: Digest.Format) async throws {
    let document = try await inbox().digest(for: "ana").document(format)
    let text = String(decoding: document, as: UTF8.self)
    #expect(text.contains(format == .html ? "An &lt;offer&gt;" : "offer"))
    if format == .html { #expect(!text.contains("An <offer>")) }
  }

  @Test("A page, a zone and a language are the reader's own")
  func page() async throws {
    var reader = Inbox.Reader("ana")
    reader.locale = "de"
    let page = String(decoding: try await inbox().page(for: reader), as: UTF8.self)
    #expect(page.contains("<html lang=\"de\""))
    #expect(page.contains("An &lt;offer&gt;"))
    reader.timeZone = "Pacific/Kiritimati"
    #expect(try await inbox().digest(for: reader).sections.map(\.title).first == "Heute")
  }

  @Test("A mail holds what is unread, and there is none without that")
  func mail() async throws {
    var reader = Inbox.Reader("ana")
    let sender = Sender("digest@example.com", name: "The Compass")
    let inbox = try await inbox()
    #expect(throws: TidingsError.self) { try inbox.mail(for: reader, from: sender) }
    reader.email = "ana@example.org"
    let mail = try #require(try inbox.mail(for: reader, from: sender))
    #expect(mail.subject.contains("An <offer>"))
    #expect(!mail.text.contains("Camp"))
    #expect(
      String(decoding: mail.bytes, as: UTF8.self).contains(
        "\r\nFrom: The Compass <digest@example.com>\r\n"))
    let marked = try await self.inbox { settings in
      settings.marks.mark(
        "1", as: .read, of: "ana", in: "recruiting-compass",
        at: Date(timeIntervalSince1970: 1_770_563_000))
    }
    #expect(try marked.mail(for: reader, from: sender) == nil)
  }

  @Test("A mail has the links by which its reader changes what they get")
  func wishes() async throws {
    var reader = Inbox.Reader("ana")
    reader.email = "ana@example.org"
    let sender = Sender("digest@example.com")
    let plain = try #require(try await inbox().mail(for: reader, from: sender))
    #expect(!plain.text.contains("Change how often") && !plain.text.contains("Mute:"))
    reader.manageURL = "https://example.org/emails?u=ana"
    reader.muteURLs = [
      "offer": "https://example.org/mute?t=offer", "event": "https://example.org/t",
    ]
    let mail = try #require(try await inbox().mail(for: reader, from: sender))
    for part in [mail.text, mail.html] {
      #expect(part.contains("https://example.org/emails?u=ana"))
      #expect(part.contains("https://example.org/mute?t=offer"))
      // Read already, and so not in the mail.
      #expect(!part.contains("https://example.org/t"))
    }
    #expect(mail.text.contains("Change how often:") && mail.text.contains("Mute:"))
  }

  @Test("An error says which file, and what is at fault")
  func errors() async throws {
    let error = await #expect(throws: TidingsError.self) {
      try await Tidings().read(["/nowhere/export.json"], as: Tidings.Settings(now: .now))
    }
    #expect(error?.subject == .export)
    #expect(error?.description.hasPrefix("/nowhere/export.json: ") == true)
    let zone = await #expect(throws: TidingsError.self) {
      try await inbox { $0.timeZone = "Atlantis/Capital" }
    }
    #expect(zone?.subject == .setting)
  }

  @Test("Marks survive being written and read")
  func marks() throws {
    var marks = Marks()
    marks.mark("1", as: .deleted, of: "ana", in: "rooms", at: Date(timeIntervalSince1970: 5))
    let path = FileManager.default.temporaryDirectory.appending(path: "marks-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: path) }
    try Data(marks.fileContents).write(to: path)
    #expect(try Marks(contentsOf: [path.path()]).fileContents == marks.fileContents)
  }
}
