internal import Delivery
internal import Digests
internal import Exports
package import Notifications

extension InboxRun {
  /// So many pages may always become empty: of a few people, all may have read and cleared theirs.
  private static let fewPages = 10

  /// What stops the run before its first page: a clock that is far ahead, exports without records, or
  /// most of the pages that show something would become empty.
  ///
  /// - Parameters:
  ///   - maxAhead: how many seconds the present may be after both the newest notification and the
  ///     folder's last run; nil if another limit checks the clock.
  ///   - clock: the machine's time. A folder without pages takes old exports if the present is not
  ///     after that: whoever makes pages of them for the first time means it.
  /// - Throws: an `InboxFolderError`, a `DeliveryError`.
  package func refusal(
    in path: String, maxAhead: Int64?, clock: Instant
  ) throws -> MailRefusal? {
    let (now, list) = (reading.place.now, try InboxFolder.list(in: path))
    let isFirst = list == nil && now <= clock.adding(seconds: maxAhead ?? 0)
    // A few recipients may be silent for long.
    if let maxAhead, !isFirst, reading.selection.recipients == nil {
      // A run whose clock was ahead says nothing of the present.
      let lastRun = try InboxFolder.lastRun(in: path).flatMap { $0 <= now ? $0 : nil }
      let limits = SendLimits(maxAhead: maxAhead)
      if let refusal = limits.refusal(of: reading.index, at: now, after: lastRun) { return refusal }
    }
    guard let list else { return nil }
    let contents = PageContents(reading)
    let shown = persons.filter { list.showsSomething($0.key) }
    let gone = goneOwners(among: list.pages.keys).count { list.showsSomething($0) }
    let emptied = gone + shown.count { !contents.areShown(to: $0) }
    if emptied > 0, reading.index.goodRecords.values.allSatisfy({ $0 == 0 }) {
      let sources = reading.index.sources
      return .noRecords(file: sources.count == 1 ? sources[0].file : nil)
    }
    guard emptied >= Self.fewPages, emptied * 2 > shown.count + gone else {
      return nil
    }
    return .emptiedPages(emptied, of: shown.count + gone)
  }
}

extension PageList {
  /// Whether an owner has a page with something on it, as far as is known.
  fileprivate func showsSomething(_ owner: PersonID) -> Bool {
    guard let page = pages[owner] else { return false }
    return page.written?.tally.total != 0
  }
}

/// Whose pages show anything at all, whatever the selection.
private struct PageContents {
  private let reading: Reading
  /// Of the index's types, by number.
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
