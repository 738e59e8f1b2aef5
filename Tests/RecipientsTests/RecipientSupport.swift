import ByteText
import Exports
import Foundation
import InputSupport
import Languages
import Notifications
import Profiles

@testable import Recipients

/// What the tests of recipients share.
enum RecipientSupport {
  static let zones = Zones()

  static func options(profiles: [Profile] = []) -> RecipientOptions {
    RecipientOptions(
      profiles: profiles, zones: zones, keys: .asWritten, temporaryFolder: NSTemporaryDirectory())
  }

  static func read(_ text: String, profiles: [Profile] = []) throws(Fault) -> RecipientReading {
    try RecipientsFile.read(
      ObjectFile(SideFileText(text), path: "r.json"), options(profiles: profiles))
  }

  /// People of a text alone, whose ids are those of `rooms`.
  static func people(
    _ text: String, own: EmbeddedRecipients = EmbeddedRecipients(), keys: AddressKeys = .asWritten
  ) throws -> People {
    People(
      file: try read(text), own: own, profile: ProfileName("rooms"), keys: keys, defaultZone: .utc)
  }
}

extension AddressKeys {
  /// Compares letters as they are written.
  static let asWritten = AddressKeys { $0.utf8.map(\.asciiLowercased) }
}

extension RecipientDraft {
  /// What is given, each as text, for comparison.
  var given: [String: String] {
    var given: [String: String] = [:]
    given["name"] = name
    given["email"] = email
    given["locale"] = locale?.text
    given["timeZone"] = zone?.identifier
    given["frequency"] = rhythm.frequency.map { "\($0)" }
    given["hour"] = rhythm.times.map { $0.minutes.map(String.init).joined(separator: ",") }
    given["urgent"] = rhythm.urgency?.rawValue
    given["paused"] = rhythm.pause.map { "\($0)" }
    given["typesOff"] = typesOff.map { off in
      (off.everywhere.map(\.text)
        + off.byProfile.flatMap { name, types in types.map { "\(name):\($0)" } })
        .sorted().joined(separator: ",")
    }
    given["minimumPriority"] = minimumPriority?.name
    given["quiet"] = quietTimes.map { times in
      times.hours(in: .utc).map { "\($0.start)-\($0.end)" } ?? "off"
    }
    given["centre"] = center.map { "\($0.latitude),\($0.longitude)" }
    given["radius"] = radius.map { "\($0)" }
    given["unsubscribed"] = isUnsubscribed.map { "\($0)" }
    given["unsubscribeURL"] = unsubscribeURL
    if !also.isEmpty {
      given["also"] = also.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: ",")
    }
    given["profile"] = profile?.text
    return given
  }
}

extension RecipientEntry {
  /// The rejected field and the kind of reason, `id` where the entry is taken.
  var verdict: String {
    switch self {
    case .draft(let draft): draft.id.text
    case .rejected(let reject): reject.verdict
    }
  }
}
