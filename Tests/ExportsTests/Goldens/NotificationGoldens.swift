import Languages
import Notifications
import TestData
import Testing

@testable import Exports

/// The seam export -> notifications: what every record of every fixture becomes.
struct NotificationGoldens {
  @Test(arguments: [
    "fitness-groups/export.json", "fitness-groups/rest.json", "foodshare/apns.json",
    "foodshare/history.json", "foodshare/payloads.jsonl", "foodshare/user_notifications.json",
    "lendair/page-1.json", "lendair/page-2.json", "mixed/systems.jsonl",
    "recruiting-compass/model.json", "recruiting-compass/notifications.json",
    "rooms/page-1.json", "rooms/page-2.json", "rooms/untitled.jsonl", "sample/notifications.json",
  ])
  func `A fixture's records become the notifications that were recorded`(path: String) throws {
    let fixture = try Fixture(path)
    let outcomes = try RecordBench.bundled().outcomes(fixture.records, keys: fixture.keys)
    try Golden.expect(
      Array(NotificationJSON.text(outcomes).utf8), "notifications/" + path.withoutSuffix + ".json")
  }

  @Test(arguments: ["de", "ar", "fr", "he", "ru"])
  func `Patterns speak the recipient's language`(tag: String) throws {
    var bench = try RecordBench.bundled("rooms")
    bench.language = Language(LanguageTag(tag))
    let outcomes = try bench.outcomes(try Fixture("rooms/untitled.jsonl").records)
    try Golden.expect(
      Array(NotificationJSON.text(outcomes).utf8), "notifications/rooms/untitled.\(tag).json")
  }
}

extension String {
  /// The path without `.json` or `.jsonl`.
  fileprivate var withoutSuffix: String { String(split(separator: ".", maxSplits: 1).first ?? "") }
}
