import Foundation
import Notifications
import Profiles
import Testing

@testable import Exports

/// Whose records are they? Every fixture of the systems that people have, alone, among all others,
/// and damaged.
struct BundledProfilesTests {
  /// The profile of each fixture.
  static let fixtures = [
    ("github/page-1.json", "github"), ("github/page-2.json", "github"),
    ("gitlab/todos.json", "gitlab"), ("mastodon/notifications.json", "mastodon"),
    ("mastodon/grouped.json", "mastodon-grouped"), ("bluesky/notifications.json", "bluesky"),
    ("discourse/notifications.json", "discourse"), ("discourse/old.json", "discourse"),
    ("nextcloud/notifications.json", "nextcloud"), ("laravel/notifications.json", "laravel"),
    ("noticed/notifications.json", "noticed"), ("noticed/v2.json", "noticed"),
    ("django-notifications/all_list.json", "django-notifications"),
    ("miniflux/entries.json", "miniflux"), ("json-feed/feed.json", "json-feed"),
  ]

  /// The fixtures of apps, which `DetectionTests` describes.
  static let apps = [
    ("fitness-groups/export.json", "fitness-groups"), ("foodshare/history.json", "foodshare"),
    ("foodshare/user_notifications.json", "foodshare"), ("rooms/page-2.json", "rooms"),
    ("recruiting-compass/notifications.json", "recruiting-compass"),
    ("lendair/page-1.json", "lendair"),
  ]

  @Test(arguments: fixtures)
  func `Every fixture, and each of its records alone, is known for what it is`(
    path: String, name: String
  ) throws {
    let bench = try RecordBench.bundled()
    let records = try Fixture(path).records
    #expect(records.count > 1)
    #expect(try bench.detect(records).profile.text == name)
    for record in records {
      #expect(try bench.detect([record]).profile.text == name, "\(record)")
    }
    for outcome in try bench.outcomes(records) {
      guard case .notification(let notification) = outcome else {
        Issue.record("\(outcome)")
        continue
      }
      #expect(notification.profile.text == name)
    }
  }

  @Test func `In one stream, each record is its own system's, whichever comes first`() throws {
    let bench = try RecordBench.bundled()
    let mixed = try Self.mixed()
    for stream in [mixed, mixed.reversed()] {
      let outcomes = try bench.outcomes(stream.map(\.record), keys: stream.map(\.key))
      for (entry, outcome) in zip(stream, outcomes) {
        #expect(Self.profile(of: outcome) == entry.name, "\(entry.record)")
      }
    }
  }

  @Test(arguments: fixtures + apps)
  func `With any one field renamed, its records are its own or nobody's`(path: String, name: String)
    throws
  {
    let bench = try RecordBench.bundled()
    let records = try Fixture(path).records.map { try Self.object($0) ?? [:] }
    for field in Self.fields(of: records) {
      let damaged = try records.map { try Self.text(Self.renaming(field, in: $0)) }
      guard let detection = try? bench.detect(damaged) else { continue }
      #expect([name, "generic"].contains(detection.profile.text), "\(field)")
      for outcome in try bench.outcomes(damaged) {
        #expect([name, "generic"].contains(Self.profile(of: outcome)), "\(field): \(outcome)")
      }
    }
  }

  /// One record of each fixture after the other, until all have had their turns.
  private static func mixed() throws -> [(name: String, record: String, key: String?)] {
    let lists = try (fixtures + apps).map { path, name in (name, try Fixture(path)) }
    let longest = lists.map(\.1.records.count).max() ?? 0
    return (0..<longest).flatMap { turn in
      lists.filter { turn < $0.1.records.count }.map { name, fixture in
        (name, fixture.records[turn], turn < fixture.keys.count ? fixture.keys[turn] : nil)
      }
    }
  }

  private static func profile(of outcome: RecordBench.Outcome) -> String {
    switch outcome {
    case .notification(let notification): notification.profile.text
    case .rejected(let profile, _): profile
    case .damaged: "damaged"
    }
  }

  private static func object(_ text: String) throws -> [String: Any]? {
    try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
  }

  private static func text(_ object: [String: Any]) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
  }

  /// The names of fields at the first two levels.
  private static func fields(of records: [[String: Any]]) -> [[String]] {
    var fields: Set<[String]> = []
    for record in records {
      for (name, value) in record {
        fields.insert([name])
        for inner in (value as? [String: Any] ?? [:]).keys { fields.insert([name, inner]) }
      }
    }
    return fields.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private static func renaming(_ field: [String], in object: [String: Any]) -> [String: Any] {
    var object = object
    guard let name = field.first else { return object }
    if field.count == 1 {
      if let value = object.removeValue(forKey: name) { object["x_\(name)_x"] = value }
    } else if let inner = object[name] as? [String: Any] {
      object[name] = renaming(Array(field.dropFirst()), in: inner)
    }
    return object
  }
}
