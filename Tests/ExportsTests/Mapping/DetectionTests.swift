import ByteText
import Notifications
import Profiles
import Testing

@testable import Exports

struct DetectionTests {
  @Test(arguments: [
    ("fitness-groups/export.json", "fitness-groups"),
    ("fitness-groups/rest.json", "fitness-groups"),
    ("foodshare/apns.json", "foodshare"), ("foodshare/history.json", "foodshare"),
    ("foodshare/payloads.jsonl", "foodshare"), ("foodshare/user_notifications.json", "foodshare"),
    ("lendair/page-1.json", "lendair"), ("recruiting-compass/model.json", "recruiting-compass"),
    ("recruiting-compass/notifications.json", "recruiting-compass"),
    ("rooms/page-1.json", "rooms"), ("rooms/untitled.jsonl", "rooms"),
  ])
  func `Every fixture is known for what it is`(path: String, name: String) throws {
    let detection = try RecordBench.bundled().detect(try Fixture(path).records)
    #expect(detection.profile.text == name)
    #expect(detection.scores.first?.profile.text == name)
  }

  @Test func `Every record of a fixture alone is known too, but those that nothing tells`() throws {
    let bench = try RecordBench.bundled()
    for (path, name) in [
      ("fitness-groups/export.json", "fitness-groups"), ("foodshare/history.json", "foodshare"),
      ("foodshare/user_notifications.json", "foodshare"), ("rooms/page-2.json", "rooms"),
      ("recruiting-compass/notifications.json", "recruiting-compass"),
      ("lendair/page-1.json", "lendair"),
    ] {
      for record in try Fixture(path).records {
        #expect(try bench.detect([record]).profile.text == name, "\(record)")
      }
    }
  }

  @Test func `A mixed file's records are told apart whatever their order`() throws {
    let bench = try RecordBench.bundled()
    let records = try Fixture("mixed/systems.jsonl").records
    let forwards = try bench.notifications(records)
    let backwards = try bench.notifications(records.reversed())
    #expect(forwards.count == records.count)
    #expect(Set(forwards.map(\.profile)).count == 5)
    #expect(forwards.map(\.profile) == backwards.map(\.profile).reversed())
  }

  @Test func `Records that no profile fits say so, with the best scores`() throws {
    let bench = try RecordBench.bundled()
    let fault = try #require(throws: Fault.self) {
      try bench.detect([#"{"id":1,"type":"ping","title":"x","created_at":"2026-01-01T00:00:00Z"}"#])
    }
    #expect(fault.what.hasPrefix("no profile fits its records (best scores: "))
    #expect(fault.what.contains("lendair"))
    let none = try #require(throws: Fault.self) { try bench.detect([]) }
    #expect(none.what == "no profile fits its records")
  }

  @Test func `Profiles that fit equally well are a tie`() throws {
    let profiles = try ["a", "b"].map {
      try Profile(
        yaml: "name: \($0)\nfields: {id: id, time: at}\nmatch: {must: [id, at]}", file: $0)
    }
    let fault = try #require(throws: Fault.self) {
      try RecordBench(profiles: profiles).detect([#"{"id":1,"at":1}"#])
    }
    #expect(fault.what == "several profiles fit its records equally well: a, b")
  }

  @Test func `A profile of one's own takes the place of the bundled one of its name`() throws {
    let own = try Profile(yaml: "name: rooms\nfields: {id: id, time: at}", file: "rooms.yaml")
    let set = try ProfileSet.bundled().overridden(by: ProfileSet([own]))
    #expect(set.profiles.count == (try ProfileSet.bundled().profiles.count))
    #expect(set[ProfileName("rooms")]?.types.isEmpty == true)
  }
}
