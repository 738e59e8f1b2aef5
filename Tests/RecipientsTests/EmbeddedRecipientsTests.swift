import ByteText
import Exports
import Foundation
import InputSupport
import Languages
import Notifications
import Profiles
import Testing

@testable import Recipients

/// What an export itself says of its recipients, read as a run reads it.
struct EmbeddedRecipientsTests {
  private static let foodshare = ProfileName("foodshare")

  private static let document = """
    {"notifications": [
    {"id": 1, "recipient_id": "u", "type": "new_listing", "title": "T", "body": "B",
     "is_read": false, "created_at": "2026-02-08T10:00:00Z"}
    ],
    "users": [
    {"id": "u", "email": "u@example.org", "time_zone": "Asia/Tokyo"},
    {"id": "v", "email": "v@example.org", "hour": 99},
    {"id": "w", "name": "A name alone"}
    ],
    "notification_preferences": [
    {"user_id": "u", "messagesEnabled": false, "searchRadius": 3}
    ]}
    """

  private func index(_ inputs: [ExportInput]) async throws -> ExportIndex {
    try await ExportReader.index(
      inputs,
      options: ReadingOptions(
        profiles: try ProfileSet.bundled(), temporaryFolder: NSTemporaryDirectory(),
        memoryBudget: 1 << 28))
  }

  private func options() throws -> RecipientOptions {
    RecipientSupport.options(profiles: try ProfileSet.bundled().profiles)
  }

  private func people(_ own: EmbeddedRecipients, file: String? = nil) throws -> People {
    People(
      file: try file.map { try RecipientSupport.read($0) }, own: own, profile: Self.foodshare,
      keys: .asWritten, defaultZone: .utc)
  }

  @Test
  func `People and preferences beside a document's records are one person's, with their lines`()
    async throws
  {
    let file = try TemporaryFile(Self.document)
    let own = try await index([.file(file.path)]).embeddedRecipients(options())
    let people = try people(own)
    #expect(people.recipients.map(\.email) == ["u@example.org"])
    let person = try #require(people.recipients.first)
    #expect(person.profile == Self.foodshare && people.zones[0]?.identifier == "Asia/Tokyo")
    #expect(person.preferences.mutes(TypeKey(normalizing: "new_message"), of: Self.foodshare))
    #expect(people.rejects.map(\.place) == [Fault.Place(line: 7)])
    #expect(people.reject(Self.foodshare, RecipientID("v")) == 0)
  }

  @Test func `A recipients file says who is mailed, and its fields win one by one`() async throws {
    let file = try TemporaryFile(Self.document)
    let own = try await index([.file(file.path)]).embeddedRecipients(options())
    let people = try people(own, file: #"[{"id":"u","email":"new@example.org"},{"id":"x"}]"#)
    #expect(people.recipients.map(\.id.text) == ["u", "x"])
    #expect(people.recipients[0].email == "new@example.org")
    #expect(people.zones[0]?.identifier == "Asia/Tokyo")
    #expect(people.rejects == [])
  }

  @Test func `Tables of a database are read; one without addresses is nobody's`() async throws {
    let database = try TemporaryDatabase(
      """
      CREATE TABLE user_notifications (id TEXT, recipient_id TEXT, type TEXT, title TEXT, body TEXT,
        is_read INTEGER, created_at TEXT);
      INSERT INTO user_notifications VALUES
        ('1', 'u', 'new_listing', 'T', 'B', 0, '2026-02-08T10:00:00Z');
      CREATE TABLE recipients (id TEXT, nickname TEXT);
      CREATE TABLE users (id TEXT, email TEXT, hour INTEGER);
      INSERT INTO users VALUES ('u', 'u@example.org', 9);
      CREATE TABLE notification_preferences (user_id TEXT, preferences TEXT);
      INSERT INTO notification_preferences VALUES ('u', '{"messagesEnabled":false}');
      CREATE TABLE coaches (id TEXT, email TEXT);
      INSERT INTO coaches VALUES ('u', 'coach@example.org');
      """)
    let own = try await index([.file(database.path)]).embeddedRecipients(options())
    let people = try people(own)
    #expect(people.recipients.map(\.email) == ["u@example.org"])
    #expect(people.recipients.first?.preferences.rhythm.times?.minutes == [9 * 60])
    #expect(people.recipients.first?.preferences.mutedTypesByProfile.isEmpty == false)
  }

  @Test func `An address that only the exports know is taken once`() throws {
    let users = try RecipientSupport.read(
      #"[{"id":"u","profile":"foodshare","email":"a@b.c"},{"id":"v","profile":"foodshare"}]"#)
    let people = try people(
      EmbeddedRecipients(people: [users]), file: #"[{"id":"u"},{"id":"v","email":"A@b.c"}]"#)
    #expect(people.recipients.map(\.id.text) == ["u"])
    #expect(
      people.rejects.map { $0.verdict } == ["!email repeated-address"])
  }

  @Test func `Who is rejected in the file is reported once, whatever the exports say of them`()
    throws
  {
    let users = try RecipientSupport.read(
      #"[{"id":"u","profile":"foodshare","email":"a@b.c"}]"#)
    let people = try people(
      EmbeddedRecipients(people: [users], preferences: [users]), file: #"[{"id":"u","hour":99}]"#)
    #expect(people.recipients == [])
    #expect(people.rejects.map { $0.verdict } == ["!hour malformed"])
  }
}
