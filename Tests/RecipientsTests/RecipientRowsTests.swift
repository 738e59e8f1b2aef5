import ByteText
import Exports
import Foundation
import InputSupport
import Notifications
import Profiles
import Testing

@testable import Recipients

struct RecipientRowsTests {
  private func read(
    _ database: TemporaryDatabase, profiles: [Profile] = []
  ) throws -> RecipientReading {
    try RecipientsFile.read(
      database.path, options: RecipientSupport.options(profiles: profiles))
  }

  @Test func `Rows of a table are recipients, with JSON in their text columns`() throws {
    let database = try TemporaryDatabase(
      """
      CREATE TABLE recipients (id INTEGER, email TEXT, time_zone TEXT, hour INTEGER,
        types_off TEXT, quiet_hours TEXT, also TEXT, unsubscribed_at TEXT, nickname TEXT);
      INSERT INTO recipients VALUES
        (1, 'a@b.c', 'UTC', 7, '["offer","event"]', '{"start":"22:30","end":"07:15"}',
         '{"gitlab":42}', NULL, 'x'),
        (2, 'b@b.c', NULL, NULL, 'offer, event', '22:30-07:15', NULL, '2026-01-01 00:00:00', 'y'),
        (3, 'c@b.c', 'Nowhere', NULL, NULL, NULL, NULL, NULL, NULL),
        (4, x'00', NULL, NULL, NULL, NULL, NULL, NULL, x'00');
      CREATE TABLE users (id, email);
      """)
    let reading = try read(database)
    #expect(
      reading.entries.map(\.verdict) == ["1", "2", "!timeZone unknown-zone", "!email wrong-type"])
    #expect(reading.drafts.first?.given["also"] == "gitlab=42")
    #expect(reading.drafts.allSatisfy { $0.given["typesOff"] == "event,offer" })
    #expect(reading.drafts.allSatisfy { $0.given["quiet"] == "1350-435" })
    #expect(reading.drafts.map(\.isUnsubscribed) == [nil, true])
    #expect(reading.rejects.map(\.place) == [Fault.Place(record: 3), Fault.Place(record: 4)])
    #expect(reading.unknownFields == ["nickname"])
  }

  @Test func `Without a table of the usual names, the only one that fits is read`() throws {
    let one = try TemporaryDatabase(
      "CREATE TABLE members (user_id, email); INSERT INTO members VALUES ('u', 'a@b.c');",
      "CREATE TABLE other (id, n);")
    #expect(try read(one).entries.map(\.verdict) == ["u"])
    let two = try TemporaryDatabase(
      "CREATE TABLE m (id, email);", "CREATE TABLE n (id, email);")
    #expect(faultCode { try read(two) } == "several-tables")
    let none = try TemporaryDatabase("CREATE TABLE m (a);")
    #expect(faultCode { try read(none) } == "no-table")
  }

  @Test func `An export's table of preferences is read beside its notifications`() throws {
    let foodshare = try #require(try ProfileSet.bundled("foodshare"))
    let database = try TemporaryDatabase(
      "CREATE TABLE user_notifications (id, title);",
      """
      CREATE TABLE notification_preferences (id TEXT, user_id TEXT, preferences TEXT);
      INSERT INTO notification_preferences VALUES
        ('r1', 'u', '{"messagesEnabled":false,"searchRadius":3}'), ('r2', 'v', NULL),
        ('r3', 'w', '{"messagesEnabled":');
      """)
    let options = RecipientSupport.options(profiles: [foodshare])
    func preferences(_ database: TemporaryDatabase) throws -> [RecipientReading] {
      var own = EmbeddedRecipients()
      try own.read(database: database.path, of: foodshare, options)
      #expect(own.people == [])
      return own.preferences
    }
    let reading = try #require(try preferences(database).first)
    #expect(reading.entries.map(\.verdict) == ["u", "v", "!preferences damaged"])
    #expect(reading.drafts.first?.radius == 3)
    let bare = try TemporaryDatabase("CREATE TABLE user_notifications (id, title);")
    #expect(try preferences(bare) == [])
    #expect(try read(database, profiles: [foodshare]).drafts.map(\.id.text) == ["u", "v"])
  }
}
