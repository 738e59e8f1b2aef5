import ByteText
import Digests
import Exports
import Languages
import Notifications
import Pipeline
import Profiles
import Rendering

extension Fault {
  init(anyError error: any Error) {
    switch error {
    case let fault as Fault where fault.isInterruption: self = .interrupted()
    case let fault as Fault: self = fault
    case is CancellationError: self = .interrupted()
    default:
      self.init(
        .system, code: "unknown", "\(error)",
        advice: "this is a bug in tidings; please report it")
    }
  }

  static func usage(_ what: String, _ advice: String) -> Fault {
    Fault(.usage, code: "usage", what, advice: advice)
  }

  /// One error that names all of them and has the kind of the first; nil if there are none. An
  /// interruption hides the others.
  static func joined(_ errors: [any Error]) -> (any Error)? {
    let faults = errors.map { Fault(anyError: $0) }
    guard faults.count > 1 else { return errors.first }
    if let interruption = faults.first(where: \.isInterruption) { return interruption }
    var told: Set<String> = []
    return joined(faults.filter { told.insert($0.sentence).inserted })
  }

  /// - Parameter isJob: whether the next run goes on where this one stopped.
  static func interrupted(isJob: Bool = false) -> Fault {
    var fault = Fault(
      .system, code: "interrupted", "interrupted",
      advice: isJob
        ? "run the same command again to go on; no one is mailed twice"
        : "run the command again; every file that was written is complete")
    fault.isInterruption = true
    return fault
  }

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

/// Says how many records were rejected.
enum RejectSentence {
  /// The warning about a file of rejected rows under several headers, or of some under none.
  static func ofSeveralTables(_ path: String) -> String {
    "\(path) holds records of exports with different columns; divide it before you read it again"
  }

  /// `export.jsonl: 2 of 57 records were rejected and left out`, then the first few with their
  /// reasons.
  static func overview(of index: ExportIndex, listed: Bool) -> [String] {
    let sources = index.sources.filter { $0.rejected > 0 }
    guard !sources.isEmpty else { return [] }
    var lines = sources.prefix(mostNamed).map { source in
      "\(Fault.Place.words(of: source.file, nil)): \(source.rejected) of "
        + "\(source.records.counted("record")) \(source.rejected == 1 ? "was" : "were") rejected and left out"
    }
    if sources.count > mostNamed {
      lines.append("and records of \(sources.count - mostNamed) more files")
    }
    guard listed else { return lines }
    lines += index.rejects.prefix(mostNamed).map { "  " + $0.sentence }
    let rest = sources.reduce(0) { $0 + $1.rejected } - min(mostNamed, index.rejects.count)
    if rest > 0 { lines.append("  and \(rest) more; tidings check lists them all") }
    return lines
  }

  private static let mostNamed = 3
}
