import ByteText
import Digests
import Exports
import Languages
import Notifications
import Pipeline
import Profiles
import Rendering

extension Fault {
  /// What a run that goes on says of it.
  var warning: String {
    ([sentence] + [advice?.replacing("; --force goes on anyway", with: "")].compactMap(\.self))
      .joined(separator: "; ")
  }
}

/// Says what a run of digests did, and what may look wrong in it.
enum DigestSentence {
  /// `3 digests written`, or `3 digests would be written`
  static func written(_ count: Int, isDryRun: Bool = false) -> String {
    "\(count.counted("digest")) \(isDryRun ? "would be written" : "written")"
  }

  /// A warning about digests that an earlier run left in a folder.
  static func leftBehind(_ names: [String], in folder: String) -> [String] {
    guard let first = names.first else { return [] }
    let what =
      names.count == 1
      ? "1 digest of an earlier run is" : "\(names.count) digests of earlier runs are"
    return [
      "\(folder): \(what) still there (\(first)\(names.count > 1 ? ", …" : "")): their recipients "
        + "have no notifications in these exports"
    ]
  }

  /// A warning if all notifications are older than the days asked for.
  ///
  /// - Parameter days: the number of days before now to look at; nil for all.
  static func farAhead(_ reading: Reading, days: Int?) -> [String] {
    let now = reading.place.now
    guard let days, reading.selection.recipients == nil, let newest = reading.newest,
      newest < now.adding(seconds: -Int64(clamping: max(days, 2)) * 86_400)
    else { return [] }
    let age = (now.microseconds - newest.microseconds) / 86_400_000_000
    return [
      "there is nothing from the last \(days == 1 ? "day" : "\(days) days"): the newest notification, of "
        + "\(newest.timestamp), is \(age) days older than the current time, \(now.timestamp)"
    ]
  }

  /// A hint that times are in UTC, where nothing but the export's profile names a zone.
  static func zone(_ inputs: Inputs, _ profile: Profile?) -> [String] {
    guard inputs.zone == nil, inputs.recipients.isEmpty, let profile, let zone = profile.timeZone,
      zone != .utc
    else { return [] }
    return [
      "times are shown in UTC; --time-zone \(zone.identifier) shows them in the zone of "
        + "\(profile.name.text)"
    ]
  }
}

/// Says that others can read the key of a folder's names.
enum KeySentence {
  /// Nil for a folder whose key is its owner's alone, or that has none.
  static func of(_ folder: String) -> String? {
    PersonFolder.sharedKey(in: folder).map {
      "\($0): others can read this key, and find everybody's files with it; chmod 600 \($0)"
    }
  }
}
