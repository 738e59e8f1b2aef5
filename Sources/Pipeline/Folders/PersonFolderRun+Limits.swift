internal import Delivery
internal import Digests
import Exports
internal import Notifications
import Profiles

extension PersonFolderRun {
  /// This many may always become empty: a few people may all have cleared theirs.
  private static let few = 10

  /// Why the run may not write any document: the clock is far ahead, the exports have no records, or
  /// most documents with contents would become empty.
  ///
  /// - Parameters:
  ///   - maxAhead: how far the current time may be after both the newest notification and the
  ///     folder's last run, in seconds; nil if another limit checks the clock.
  ///   - clock: the machine's time. A folder without documents accepts old exports if the current time
  ///     is not after that: the first ones of an old export are made on purpose.
  /// - Throws: an `PersonFolderError`, a `DeliveryError`.
  func refusal(
    in path: String, maxAhead: Int64?, clock: Instant
  ) throws -> MailRefusal? {
    let (now, list) = (reading.place.now, try PersonFolder.list(of: kind, in: path))
    let isFirst = list == nil && now <= clock.adding(seconds: maxAhead ?? 0)
    // A few recipients may get nothing for a long time.
    if let maxAhead, !isFirst, reading.selection.recipients == nil {
      // A run whose clock was ahead does not show the current time.
      let lastRun = try PersonFolder.lastRun(in: path).flatMap { $0 <= now ? $0 : nil }
      let limits = SendLimits(maxAhead: maxAhead)
      if let refusal = limits.refusal(of: reading.index, at: now, after: lastRun) { return refusal }
    }
    guard let list else { return nil }
    let contents = ShownContents(reading)
    let gone = goneNumbers(of: list).count { list.showsSomething($0) }
    var (shown, emptied) = (gone, gone)
    for person in persons {
      guard let number = list.number(of: person.key), list.showsSomething(number) else { continue }
      shown += 1
      if !contents.areShown(to: person) { emptied += 1 }
    }
    if emptied > 0, reading.index.goodRecords.values.allSatisfy({ $0 == 0 }) {
      let sources = reading.index.sources
      return .noRecords(file: sources.count == 1 ? sources[0].file : nil)
    }
    guard emptied >= Self.few, emptied * 2 > shown else {
      return nil
    }
    return .emptied(kind, emptied, of: shown)
  }
}

extension PersonFileList {
  /// Whether a document has contents, as far as is known.
  fileprivate func showsSomething(_ number: Int) -> Bool { written(number)?.tally.total != 0 }
}

/// Tells which documents have contents, whatever the selection.
private struct ShownContents {
  private let reading: Reading
  /// The index's types, by number.
  private let types: [(profile: ProfileName, retention: Int64?)]

  init(_ reading: Reading) {
    self.reading = reading
    let profiles = reading.vocabulary.profiles
    types = reading.index.types.map { ($0.profile, profiles[$0.profile]?.retention) }
  }

  func areShown(to person: Person) -> Bool {
    let now = reading.place.now
    let latest = now.adding(seconds: Selection.defaultSkew)
    return person.parts.contains { part in
      reading.index.fold(recipient: part.place, into: false) { isShown, record in
        if isShown || record.isDeleted || record.time > latest { return }
        if let expiry = record.expiry, expiry <= now { return }
        let (profile, retention) = types[record.type]
        if let profiles = part.profiles, !profiles.contains(profile) { return }
        isShown = retention.map { record.time >= now.adding(seconds: -$0) } ?? true
      }
    }
  }
}
