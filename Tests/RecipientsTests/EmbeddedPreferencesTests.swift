import ByteText
import Exports
import Foundation
import InputSupport
import Languages
import Notifications
import Profiles
import Testing

@testable import Recipients

struct EmbeddedPreferencesTests {
  let foodshare: Profile

  init() throws { foodshare = try #require(try ProfileSet.bundled("foodshare")) }

  /// What a document says, read in windows of its whole length.
  private func read(_ text: String) throws -> RecipientReading {
    let bytes = Array(text.utf8)
    var own = EmbeddedRecipients()
    try own.read(
      document: "e.json", of: foodshare, RecipientSupport.options(), recordNames: ["notifications"]
    ) {
      offset, target throws(Fault) in
      let part = bytes.dropFirst(Int(offset)).prefix(target.count)
      target.copyBytes(from: part)
      return part.count
    }
    #expect(own.people == [])
    return own.preferences.first ?? RecipientReading()
  }

  private func document(_ row: String) -> String {
    "{\"notifications\":[{\"id\":1,\"title\":\"]}\\\"\"}],\n\"notification_preferences\":[\n\(row)\n]}"
  }

  @Test(arguments: [
    (#"{"user_id":"u"}"#, ["typesOff": "", "radius": "5.0", "quiet": "off"]),
    (#"{"user_id":"u","preferences":null}"#, ["typesOff": "", "radius": "5.0", "quiet": "off"]),
    (
      #"{"id":"row","user_id":"u","messagesEnabled":false,"new_listings_enabled":true}"#,
      ["typesOff": "foodshare:new_message", "radius": "5.0", "quiet": "off"]
    ),
    (
      #"{"user_id":"u","preferences":{"messagesEnabled":false,"searchRadius":12.5}}"#,
      ["typesOff": "foodshare:new_message", "radius": "12.5", "quiet": "off"]
    ),
    (
      #"{"user_id":"u","preferences":"{\"reservationsEnabled\":false,\"searchRadius\":2}"}"#,
      ["typesOff": "foodshare:reservation_update", "radius": "2.0", "quiet": "off"]
    ),
    (
      #"{"user_id":"u","quietHoursStart":"22:30","quietHoursEnd":"07:15"}"#,
      ["typesOff": "", "radius": "5.0", "quiet": "off"]
    ),
    (
      #"{"user_id":"u","quietHoursEnabled":true,"quietHoursStart":"22:30"}"#,
      ["typesOff": "", "radius": "5.0", "quiet": "off"]
    ),
    (
      #"{"user_id":"u","quietHoursEnabled":true,"quietHoursStart":"22:30","quietHoursEnd":"07:15"}"#,
      ["typesOff": "", "radius": "5.0", "quiet": "1350-435"]
    ),
    (
      #"{"user_id":"u","preferences":{"quietHoursEnabled":1,"quietHoursStart":"2026-02-08T22:30:59Z","quietHoursEnd":"2026-02-09T07:15:00.5Z"}}"#,
      ["typesOff": "", "radius": "5.0", "quiet": "1350-435"]
    ),
    (
      #"{"user_id":"u","quietHoursEnabled":true,"quietHoursStart":81000,"quietHoursEnd":792400500.25}"#,
      ["typesOff": "", "radius": "5.0", "quiet": "1350-435"]
    ),
    (
      #"{"user_id":"u","quietHoursEnabled":true,"quietHoursStart":"2026-02-08T22:30:00","quietHoursEnd":"2026-02-09 07:15:00.5"}"#,
      ["typesOff": "", "radius": "5.0", "quiet": "1350-435"]
    ),
  ])
  func `What is absent is on, 5 km, and never quiet`(row: String, given: [String: String]) throws {
    let reading = try read(document(row))
    #expect(reading.rejects == [])
    #expect(reading.drafts.first?.id == RecipientID("u"))
    #expect(reading.drafts.first?.given == given.merging(["profile": "foodshare"]) { $1 })
    #expect(reading.drafts.first?.place == Fault.Place(line: 3))
  }

  @Test(arguments: [
    (#"{"user_id":"u","messagesEnabled":"sometimes"}"#, "!messagesEnabled wrong-type"),
    (#"{"user_id":"u","searchRadius":-1}"#, "!searchRadius malformed"),
    (#"{"user_id":"u","preferences":"{\"a\":"}"#, "!preferences damaged"),
    (#"{"user_id":"u","preferences":[]}"#, "!preferences wrong-type"),
    (
      #"{"user_id":"u","preferences":{"messagesEnabled":true,"messagesEnabled":false}}"#,
      "!preferences.messagesEnabled repeated-key"
    ),
    (
      #"{"user_id":"u","quietHoursEnabled":true,"quietHoursStart":"late","quietHoursEnd":"7:00"}"#,
      "!quietHoursStart malformed"
    ),
  ])
  func `A row that nobody understands is rejected by user`(row: String, verdict: String) throws {
    let reading = try read(document(row))
    #expect(reading.entries.map(\.verdict) == [verdict])
    #expect(reading.rejects.first?.recipient == RecipientID("u"))
  }

  @Test func `A point in time is read as a clock in the recipient's zone showed it`() throws {
    let own = try read(
      document(
        #"{"user_id":"u","quietHoursEnabled":true,"quietHoursStart":"2026-02-09T03:30:00Z","quietHoursEnd":"2026-02-09T12:15:00Z"}"#
      ))
    let people = People(
      file: try RecipientSupport.read(#"{"id":"u","time_zone":"America/New_York"}"#),
      own: .init(preferences: [own]),
      profile: ProfileName("foodshare"), keys: .asWritten, defaultZone: .utc)
    #expect(people.recipients.first?.preferences.quietHours == QuietHours(start: 1350, end: 435))
  }

  @Test func `Users whom only the export tells are people; a second row is rejected`() throws {
    let own = try read(
      document(
        #"{"user_id":"u"},{"user_id":"v"},{"user_id":"v"},{"user_id":"w","searchRadius":-1}"#))
    let people = try RecipientSupport.people(
      #"{"id":1,"also":{"foodshare":"u"}}"#, own: .init(preferences: [own]))
    #expect(people.recipients.map(\.id.text) == ["1", "v"])
    #expect(people.person(foodshare.name, RecipientID("u")) == 0)
    #expect(people.person(foodshare.name, RecipientID("v")) == 1)
    #expect(people.reject(foodshare.name, RecipientID("w")) != nil)
    #expect(people.rejects.count == 2)
  }

  @Test func `Who has preferences that nobody understands is not mailed by defaults`() throws {
    let own = try read(document(#"{"user_id":"u","messagesEnabled":"sometimes"}"#))
    let people = try RecipientSupport.people(
      #"{"id":1,"email":"a@b.c","also":{"foodshare":"u"}}"#, own: .init(preferences: [own]))
    #expect(people.recipients == [])
    #expect(people.reject(ProfileName("rooms"), RecipientID("1")) == 0)
  }

  @Test(arguments: [
    "", "[]", "[{\"notification_preferences\":[{}]}]", "{\"notification_preferences\":7}",
    "{\"id\":1}\n{\"id\":2}", "no json", "{\"a\":[1,2", "{\"notification_preferences",
  ])
  func `Documents without such a member have none`(text: String) throws {
    #expect(try read(text).entries == [])
  }

  @Test func `A person's row tells the app's quiet hours and distance, and the file's`() throws {
    let reading = try RecipientSupport.read(
      #"""
      [{"id":1,"email":"a@b.c","preferences":{"messagesEnabled":true,"quietHoursEnabled":false,
        "quietHoursStart":"22:30","searchRadius":7}},
       {"id":2,"email":"b@b.c","messagesEnabled":true,"quietHours":"22:30-07:15","frequency":"never"},
       {"id":3,"email":"c@b.c","preferences":"{\"messagesEnabled\":"},
       {"id":4,"email":"d@b.c","preferences":{"messagesEnabled":"sometimes"}}]
      """#, profiles: [foodshare])
    #expect(
      reading.entries.map(\.verdict)
        == ["1", "2", "!preferences damaged", "!messagesEnabled wrong-type"])
    #expect(reading.drafts.map { $0.given["quiet"] } == ["off", "1350-435"])
    #expect(reading.drafts[0].radius == 7 && reading.drafts[1].rhythm.frequency == .never)
  }
}
