import Digests
import Notifications
import Pipeline
import Rendering

/// What a run of digests came to, and what may look wrong in it.
enum DigestSentence {
  /// `3 digests written`
  static func written(_ count: Int) -> String {
    "\(count) \(count == 1 ? "digest" : "digests") written"
  }

  /// Of digests that an earlier run has left in a folder.
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

  /// Where all that the exports hold is older than what is asked for.
  ///
  /// - Parameter days: how many days before the present are looked at; nil for all.
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
}
