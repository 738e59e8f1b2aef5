import Foundation
import Testing
import TidingsKit

/// The library as a program outside uses it: public names only.
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

  @Test func `A digest has the days and counts of the export, and its rejects`() async throws {
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

  @Test func `A mail holds what is unread, and there is none without that`() async throws {
    var reader = Inbox.Reader("ana")
    let sender = Sender("digest@example.com", name: "The Compass")
    let inbox = try await inbox()
    #expect(throws: Fault.self) { try inbox.mail(for: reader, from: sender) }
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

  @Test func `A mail has the links by which its reader changes what they get`() async throws {
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

  @Test func `A mail has so many lines, by default those of the command line`() async throws {
    let export = (0..<20).map { number in
      """
      {"id":"\(number)","user_id":"ana","type":"offer","title":"Offer \(number).","message":"",\
      "priority":"normal","read_at":null,"created_at":"2026-02-0\(1 + number / 3)T14:20:00Z"}

      """
    }.joined()
    let settings = Tidings.Settings(now: Date(timeIntervalSince1970: 1_770_563_100))
    let inbox = try await Tidings().read(contentsOf: export.utf8, as: settings)
    var reader = Inbox.Reader("ana")
    reader.email = "ana@example.org"
    let sender = Sender("digest@example.com")
    func lines(_ mail: Mail?) throws -> Int {
      let text = try #require(mail).text
      return (0..<20).count { text.contains("Offer \($0).") }
    }
    #expect(try lines(inbox.mail(for: reader, from: sender)) == 15)
    #expect(try lines(inbox.mail(for: reader, from: sender, limit: 4)) == 4)
    #expect(try lines(inbox.mail(for: reader, from: sender, days: nil, limit: 100)) == 20)
    #expect(try lines(inbox.mail(for: reader, from: sender, days: 2, limit: 100)) == 2)
  }

  @Test func `An id of two profiles is listed once, and has all or one's`() async throws {
    let other = """
      {"id":"f1","type":"new_message","title":"Food","body":"","is_read":false,"user_id":"ana",\
      "created_at":"2026-02-08T10:00:00Z","recipient_id":"ana"}

      """
    let folder = FileManager.default.temporaryDirectory.appending(path: "inbox-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = try [("compass.jsonl", Self.export), ("food.jsonl", other)].map { name, text in
      let path = folder.appending(path: name)
      try Data(text.utf8).write(to: path)
      return path.path()
    }
    let settings = Tidings.Settings(now: Date(timeIntervalSince1970: 1_770_563_100))
    let inbox = try await Tidings().read(paths, as: settings)
    #expect(inbox.recipients == ["ana"])
    func ids(_ profile: String?) throws -> Set<String> {
      var reader = Inbox.Reader("ana")
      reader.profile = profile
      return Set(try inbox.digest(for: reader).sections.flatMap(\.items).flatMap(\.ids))
    }
    #expect(try ids(nil) == ["1", "2", "f1"])
    #expect(try ids("foodshare") == ["f1"])
    #expect(try ids("recruiting-compass") == ["1", "2"])
    #expect(try ids("rooms") == [])
    var reader = Inbox.Reader("ana")
    reader.email = "ana@example.org"
    let mail = try #require(try inbox.mail(for: reader, from: Sender("digest@example.com")))
    #expect(mail.text.contains("An <offer>") && mail.text.contains("Food"))
  }

  @Test func `An error says which file, and what is at fault`() async throws {
    let error = await #expect(throws: Fault.self) {
      try await Tidings().read(["/nowhere/export.json"], as: Tidings.Settings(now: .now))
    }
    #expect(error?.kind == .missing && error?.code == "no-such-file")
    #expect(error?.file == "/nowhere/export.json")
    #expect(error?.description.hasPrefix("/nowhere/export.json: ") == true)
    let zone = await #expect(throws: Fault.self) {
      try await inbox { $0.timeZone = "Atlantis/Capital" }
    }
    #expect(zone?.kind == .setting && zone?.code == "unknown-zone")
  }

  @Test func `Marks survive being written and read`() throws {
    var marks = Marks()
    marks.mark("1", as: .deleted, of: "ana", in: "rooms", at: Date(timeIntervalSince1970: 5))
    let path = FileManager.default.temporaryDirectory.appending(path: "marks-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: path) }
    try Data(marks.fileContents).write(to: path)
    #expect(try Marks(contentsOf: [path.path()]).fileContents == marks.fileContents)
  }
}
