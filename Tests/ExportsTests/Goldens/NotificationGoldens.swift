import Foundation
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

typealias Notification = Notifications.Notification

/// What goldens at the seam between exports and notifications hold: every outcome of a file's
/// records, as JSON with sorted keys.
enum NotificationJSON {
  static func text(_ outcomes: [RecordBench.Outcome]) throws -> String {
    let data = try JSONSerialization.data(
      withJSONObject: outcomes.map(object),
      options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  private static func object(_ outcome: RecordBench.Outcome) -> [String: Any] {
    switch outcome {
    case .damaged: ["damaged": true]
    case .rejected(let profile, let rejection):
      [
        "rejected": [
          "profile": profile, "field": rejection.field,
          "reason": String(describing: rejection.reason),
        ]
      ]
    case .notification(let notification): object(notification)
    }
  }

  private static func object(_ item: Notification) -> [String: Any] {
    var object: [String: Any] = [
      "profile": item.profile.text, "recipient": item.recipient.text, "id": item.id.text,
      "type": item.type.text, "priority": item.priority.name, "time": time(item.time),
      "state": String(describing: item.readState),
    ]
    object["title"] = item.title
    object["body"] = item.body
    if item.isDeleted { object["deleted"] = true }
    if item.wasMailed { object["mailed"] = true }
    object["expiry"] = item.expiry.map(time)
    object["updatedAt"] = item.updatedAt.map(time)
    object["link"] = item.link
    object["droppedLink"] = item.droppedLink.map { String(describing: $0) }
    object["batchCount"] = item.batchCount
    parts(of: item, into: &object)
    return object
  }

  private static func parts(of item: Notification, into object: inout [String: Any]) {
    if let actor = item.actor {
      var parts: [String: Any] = ["name": actor.name]
      parts["id"] = actor.id
      parts["avatar"] = actor.avatarURL
      parts["followedBack"] = actor.isFollowedBack
      if !actor.otherNames.isEmpty { parts["otherNames"] = actor.otherNames }
      object["actor"] = parts
    }
    if let subject = item.subject {
      object["subject"] = ["id": subject.id, "name": subject.name].compactMapValues(\.self)
    }
    if let place = item.coordinates { object["place"] = [place.latitude, place.longitude] }
    if !item.actions.isEmpty {
      object["actions"] = item.actions.map { ["key": $0.key, "label": $0.label, "url": $0.url] }
    }
    if !item.thumbnails.isEmpty {
      object["thumbnails"] = item.thumbnails.map { "\($0.kind.rawValue) \($0.url)" }
    }
    if !item.extra.isEmpty { object["extra"] = item.extra.map { "\($0.name) = \($0.value)" } }
  }

  /// RFC 3339 with six digits, in UTC.
  private static func time(_ instant: Instant) -> String {
    let date = Date(timeIntervalSince1970: Double(instant.seconds))
    let fraction = instant.microseconds - instant.seconds * 1_000_000
    return date.ISO8601Format().dropLast() + "." + String(String(1_000_000 + fraction).dropFirst())
      + "Z"
  }
}
