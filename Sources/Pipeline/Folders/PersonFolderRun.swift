package import ByteText
internal import Delivery
internal import Digests
import Exports
package import Notifications
import Profiles

/// Makes a person's documents, unless they are there.
package typealias FileMaker = @Sendable (Person, KnownFiles) throws(Fault) -> MadeFiles

/// A run that keeps a folder of documents for each person: pages or feeds.
package protocol PersonFolderRun: AnyObject, Sendable {
  var kind: FolderKind { get }
  var reading: Reading { get }
  var persons: PersonList { get }
  /// Names files after their owners; otherwise their names cannot be guessed.
  var hasPlainNames: Bool { get }
  /// What became of the links of the documents made so far.
  var droppedLinks: DroppedLinks { get }

  /// Makes documents, with a key that hides what they are made of.
  func maker(key: SipHash.Key) -> FileMaker
  /// Writes the files that are nobody's.
  func writeOwnFiles(_ folder: PersonFolder) throws
  /// A file with a name of those that are nobody's which no run wrote; nil if there is none.
  func foreignOwnFile(in path: String) throws -> String?
}

extension FolderKind {
  /// Whose documents an earlier run has left in a folder; nobody's where there is none.
  package func recipients(in path: String) throws -> [RecipientID] {
    try PersonFolder.list(of: self, in: path)?.owners().map(\.recipient) ?? []
  }
}

extension PersonFolderRun {
  /// Writes the documents that changed into a folder, each file whole or not at all, in the order of
  /// the persons; those of a recipient who has nothing any more become empty, and a file that has
  /// another name now is taken away.
  ///
  /// - Parameters:
  ///   - newKey: a random key for the names, used where the folder has none yet.
  ///   - isDryRun: makes the documents, and writes none.
  ///   - jobs: how many documents are made at a time; the result is the same.
  ///   - progress: called with the number of recipients done and their total.
  /// - Throws: a `Fault`.
  package func write(
    to path: String, newKey: SipHash.Key, isDryRun: Bool, jobs: Int, progress: (Int, Int) -> Void
  ) async throws -> PersonFolderReport {
    let folder = try PersonFolder(kind, path: path, isDryRun: isDryRun)
    let key = hasPlainNames ? nil : try folder.key(new: newKey)
    if let (holder, heir) = try inheritance(of: folder.list) { try folder.give(holder, to: heir) }
    let everybody = try everybody(with: folder.list)
    let renamed = try folder.name(everybody, PersonFileNames(everybody, key: key))
    try folder.keepList()
    var writer = PersonFolderWriter(
      folder: folder, make: maker(key: key ?? .fixed), jobs: max(1, jobs))
    try await writer.writeDocuments(everybody, progress: progress)
    try writeOwnFiles(folder)
    writer.report.folder = path
    writer.report.removed = try folder.removeEarlierFiles(of: renamed, among: everybody)
    try folder.keepList()
    let isForAll = reading.selection.recipients == nil
    try folder.keepRun(at: reading.place.now, records: isForAll ? reading.index.records : nil)
    return writer.report
  }

  /// What files the run may write to a folder, whatever it does with each; those that nobody can
  /// guess are new to everybody.
  package func fileNames(in path: String) throws -> [String] {
    let names = PersonFolder.ownNames(of: kind)
    guard hasPlainNames else { return names }
    let everybody = try list(in: path).map { try self.everybody(with: $0) } ?? persons
    let files = PersonFileNames(everybody, key: nil)
    return names + everybody.flatMap { person in kind.suffixes.map { files[person] + $0 } }
  }

  /// The list of a folder as the run is going to take it over; nil where there is none.
  private func list(in path: String) throws -> PersonFileList? {
    guard let list = try PersonFolder.list(of: kind, in: path) else { return nil }
    if let (holder, heir) = try inheritance(of: list) { try list.give(holder, to: heir) }
    return list
  }

  /// Whose the document of the owner of records that name no recipient is, and whose it is now; nil if
  /// nothing changed. The owner belongs to no system unless a recipients file says to which, and that
  /// may have come or gone since the last run.
  private func inheritance(of list: PersonFileList) throws -> (holder: PersonID, heir: PersonID)? {
    let id = reading.owner
    guard let holder = try list.holder(of: id, home: reading.index.home) else { return nil }
    var heir: PersonID?
    for person in persons where person.recipient.id == id {
      if person.key == holder { return nil }
      if heir == nil, try list[person.key] == nil { heir = person.key }
    }
    guard let heir, heir.profile.text.isEmpty != holder.profile.text.isEmpty else { return nil }
    return (holder, heir)
  }

  /// Who has nothing in the exports any more: in a run for a few recipients only they, and nobody if the
  /// exports are incomplete.
  func gone(from list: PersonFileList) throws -> [PersonID] {
    if reading.index.isIncomplete { return [] }
    let asked = reading.selection.recipients
    return try list.owners(besides: persons).filter { asked?.contains($0.recipient) ?? true }
  }

  /// The persons of the run, then those whose documents become empty.
  private func everybody(with list: PersonFileList) throws -> PersonList {
    let gone = try gone(from: list).map { owner in
      var person = Person(Recipient(id: owner.recipient), of: owner.profile, in: reading)
      person.isGone = true
      return person
    }
    return persons.followed(by: gone)
  }

  /// This many documents may always become empty: a few people may all have cleared theirs.
  private static var few: Int { 10 }

  /// Why the run may not write any document: the clock is behind the last run's or far ahead, the exports have no records or
  /// fewer than half of the last time's, or most documents with contents would become empty.
  ///
  /// - Parameters:
  ///   - maxAhead: how far the current time may be after both the newest notification and the
  ///     folder's last run, in seconds; nil if another limit checks the clock.
  ///   - clock: the machine's time. A folder without documents accepts old exports if the current time
  ///     is not after that: the first ones of an old export are made on purpose.
  /// - Throws: a `Fault`.
  package func refusal(in path: String, maxAhead: Int64?, clock: Instant) throws -> Fault? {
    try Owner.check([path] + PersonFolder.ownNames(of: kind).map { path + "/" + $0 })
    let (now, list) = (reading.place.now, try list(in: path))
    let lastRun = try PersonFolder.lastRun(in: path)
    if let lastRun, now < lastRun.now {
      return .clockBehind(path, now.microseconds, last: lastRun.now.microseconds)
    }
    let isFirst = list == nil && now <= clock.adding(seconds: maxAhead ?? 0)
    // A few recipients may get nothing for a long time.
    if let maxAhead, !isFirst, reading.selection.recipients == nil {
      let limits = SendLimits(maxAhead: maxAhead)
      if let refusal = limits.refusal(of: reading.index, at: now, after: lastRun?.now) {
        return refusal
      }
    }
    if let foreign = try foreignOwnFile(in: path) ?? foreignFile(in: path, list) {
      return Fault(
        .unusable, code: "foreign-file", of: path + "/" + foreign, "no run wrote this file",
        advice: "move it, or choose another folder; --force replaces it")
    }
    guard let list else { return nil }
    let contents = ShownContents(reading)
    let owners = try gone(from: list)
    let gone = try owners.count { try list[$0]?.showsSomething ?? false }
    var (shown, emptied, files) = (gone, gone, owners.count)
    for person in persons {
      guard let entry = try list[person.key] else { continue }
      files += 1
      guard entry.showsSomething else { continue }
      shown += 1
      if !contents.areShown(to: person) { emptied += 1 }
    }
    if emptied > 0, reading.index.goodRecords.values.allSatisfy({ $0 == 0 }) {
      let sources = reading.index.sources
      return .noRecords(in: sources.count == 1 ? sources[0].file : nil)
    }
    if emptied >= Self.few, emptied * 2 > shown {
      return Fault(
        .unusable, code: "emptied", "\(emptied) of \(shown) \(kind.plural) would become empty",
        advice: "check that the export is complete; --force goes on anyway")
    }
    return files < SendLimits.fewPeople ? nil : fewerRecords(than: lastRun?.records)
  }

  /// A file that no run wrote and that this one would replace; names that nobody can guess meet none.
  private func foreignFile(in path: String, _ list: PersonFileList?) throws -> String? {
    guard hasPlainNames, let output = try OutputFolder(dryRun: path) else { return nil }
    let names = PersonFileNames(persons, key: nil)
    for person in persons {
      let stem = names[person]
      if try list?[person.key]?.stem == stem { continue }
      for (suffix, mark) in zip(kind.suffixes, kind.marks) {
        let file = stem + suffix
        guard try output.holdsFile(file),
          let beginning = try output.contents(of: file, most: FingerprintMark.longest),
          !mark.isIn(beginning), try list?.knows(stem: stem) != true
        else { continue }
        return file
      }
    }
    return nil
  }

  /// Refuses exports with fewer than half of the records of the last run for everybody.
  private func fewerRecords(than last: Int?) -> Fault? {
    let records = reading.index.records
    guard reading.selection.recipients == nil, !reading.index.isIncomplete, let last,
      SendLimits.areFew(records, after: last)
    else { return nil }
    return .fewerRecords(records, last: last)
  }
}

extension PersonFileList.Entry {
  /// Whether a document has contents, as far as is known.
  var showsSomething: Bool { written?.tally.total != 0 }
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
