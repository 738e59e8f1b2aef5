import ByteText
import Exports
import InputSupport
import Languages
import Notifications
import Testing

@testable import Recipients

struct PeopleTests {
  @Test func `An id that is an address is one, but for whom a recipients file leaves out`() throws {
    let file = try RecipientSupport.people(
      #"[{"id":"a@b.c"},{"id":"x","email":"y@b.c"},{"id":"z"}]"#)
    #expect(file.recipients.map(\.email) == ["a@b.c", "y@b.c", nil])
    #expect(file.address(of: RecipientID("d@b.c")) == nil)
    let none = People(
      file: nil, own: EmbeddedRecipients(), profile: ProfileName("rooms"), keys: .asWritten,
      defaultZone: .utc)
    #expect(none.address(of: RecipientID("d@b.c")) == "d@b.c")
    #expect(none.address(of: RecipientID("d")) == nil)
  }

  private static let rooms = ProfileName("rooms")
  private static let gitlab = ProfileName("gitlab")

  @Test func `A person is found under every identity, and nobody else is`() throws {
    let people = try RecipientSupport.people(
      #"[{"id":7,"also":{"gitlab":42}},{"id":42},{"profile":"gitlab","id":7}]"#)
    #expect(people.rejects == [])
    #expect(people.person(Self.rooms, RecipientID("7")) == 0)
    #expect(people.person(Self.gitlab, RecipientID("42")) == 0)
    #expect(people.person(Self.rooms, RecipientID("42")) == 1)
    #expect(people.person(Self.gitlab, RecipientID("7")) == 2)
    #expect(people.person(ProfileName("github"), RecipientID("7")) == nil)
  }

  @Test func `Ids are compared as bytes`() throws {
    let people = try RecipientSupport.people("[{\"id\":\"\u{E9}\"},{\"id\":\"e\u{301}\"}]")
    #expect(people.recipients.count == 2)
    #expect(people.rejects == [])
  }

  @Test(arguments: [
    ("{\"id\":1}\n{\"id\":1}", "!id repeated-recipient"),
    (
      "{\"id\":1,\"email\":\"Ana@Example.org\"}\n{\"id\":2,\"email\":\" ana@example.ORG\"}",
      "!email repeated-address"
    ),
    (
      "{\"id\":1,\"also\":{\"gitlab\":9}}\n{\"id\":2,\"also\":{\"gitlab\":9}}",
      "!also claimed-identity"
    ),
    (
      "{\"id\":1,\"also\":{\"gitlab\":9}}\n{\"id\":9,\"profile\":\"gitlab\"}",
      "!id repeated-recipient"
    ),
    ("{\"id\":1}\n{\"id\":2,\"also\":{\"rooms\":1}}", "!also claimed-identity"),
  ])
  func `The second that wants an id or address is rejected`(text: String, verdict: String) throws {
    let people = try RecipientSupport.people(text)
    #expect(people.recipients.map(\.id) == [RecipientID("1")])
    #expect(people.rejects.map { $0.verdict } == [verdict])
    #expect(people.rejects.first?.place == Fault.Place(line: 2))
  }

  @Test func `A second entry for somebody stands in for no first that was rejected`() throws {
    let text = """
      {"id":1,"email":"a@b.c","unsubscribed":"maybe"}
      {"id":1,"email":"x@b.c"}
      {"id":2,"email":"A@b.c"}
      """
    let people = try RecipientSupport.people(text)
    #expect(people.recipients == [])
    #expect(people.rejects.count == 3)
    #expect(people.person(Self.rooms, RecipientID("1")) == nil)
    #expect(people.reject(Self.rooms, RecipientID("1")) == 0)
  }

  @Test func `Addresses beyond ASCII are compared by whoever knows their other spellings`() throws {
    let keys = AddressKeys { address in
      address.hasSuffix("@bücher.example") ? Array("a@xn--bcher-kva.example".utf8) : nil
    }
    let text = #"[{"id":1,"email":"a@xn--bcher-kva.example"},{"id":2,"email":"a@bücher.example"}]"#
    #expect(try RecipientSupport.people(text, keys: keys).rejects.count == 1)
    #expect(try RecipientSupport.people(text).rejects.count == 0)
  }

  @Test func `A recipient becomes what its draft says, and nothing else is switched on`() throws {
    let people = try RecipientSupport.people(
      #"{"id":1,"quiet_hours":"22:30-07:15","types_off":"offer","latitude":1,"longitude":2}"#)
    let preferences = try #require(people.recipients.first?.preferences)
    #expect(preferences.rhythm == Rhythm())
    #expect(preferences.quietHours == QuietHours(start: 1350, end: 435))
    #expect(preferences.area == nil)
    #expect(preferences.mutes(TypeKey(normalizing: "offer"), of: Self.gitlab))
    #expect(!preferences.mutes(TypeKey(normalizing: "event"), of: Self.gitlab))
    #expect(!preferences.isUnsubscribed)
  }
}

struct AreaTests {
  /// Kilometers as the haversine formula gives them on a sphere of 6,371.0088 km, worked out with
  /// Python's `math`.
  @Test(arguments: [
    (52.5200, 13.4050, 48.8566, 2.3522, 877.46),
    (0, 0, 0, 180, 20_015.11), (90, 0, -90, 0, 20_015.11), (0, 179.5, 0, -179.5, 111.19),
    (52.52, 13.405, 52.5245, 13.405, 0.5004), (10, 20, 10, 20, 0),
  ])
  func `Distances are those of a great circle`(
    latitude: Double, longitude: Double, otherLatitude: Double, otherLongitude: Double,
    kilometers: Double
  ) throws {
    let here = try #require(Coordinates(latitude: latitude, longitude: longitude))
    let there = try #require(Coordinates(latitude: otherLatitude, longitude: otherLongitude))
    #expect(abs(here.distance(to: there) - kilometers) < 0.01)
    #expect(abs(there.distance(to: here) - kilometers) < 0.01)
  }

  @Test func `What is exactly as far away as the radius is still inside`() throws {
    let center = try #require(Coordinates(latitude: 52.52, longitude: 13.405))
    let place = try #require(Coordinates(latitude: 52.5, longitude: 13.4))
    let distance = center.distance(to: place)
    #expect(Area(center: center, radius: distance).contains(place))
    #expect(!Area(center: center, radius: distance.nextDown).contains(place))
    #expect(Area(center: center, radius: 0).contains(center))
  }
}
