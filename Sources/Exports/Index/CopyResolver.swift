import ByteText
import Notifications
import Profiles

/// Finds copies of a notification: records with the same profile, recipient and id that say the same,
/// or of which one was updated later. It keeps the one updated last, or else the one that is read, or
/// else the last in the order of input. Where usual names or a profile of the user's own say what the
/// id is, records with the same id that say something else are notifications of their own: the oldest
/// keeps the id, the others get one from their contents. A bundled system's ids are known to be unique,
/// so there another text is a later state of the same notification, and it must not be mailed again.
///
/// The table has only a hash of the id. Everything else is read again, for equal hashes only.
struct CopyResolver {
  let plan: ReadingPlan
  let buffer: RecordBuffer
  let types: [TypeRegister.Entry]
  /// Their numbers, in the order of their ranks.
  let recipients: [UInt32]
  let origins: Origins

  struct Resolution {
    var copies = 0
    /// The notifications that share an id, by the profile's index in the plan.
    var shared: [Int: Assumptions] = [:]
    /// Records with a new id that a mark is for.
    var marked = 0
  }

  func resolve(_ table: EntryTable) throws(Fault) -> Resolution {
    let entries = table.entries
    var resolution = Resolution()
    var (kept, start) = (0, 0)
    var reader: CopyReader?
    while start < entries.count {
      var end = start + 1
      while end < entries.count, entries[end].id == entries[start].id,
        entries[end].recipient == entries[start].recipient
      {
        end += 1
      }
      if end - start == 1 {
        entries[kept] = entries[start]
        entries[kept].distinction = 0
        kept += 1
      } else {
        let known = reader ?? CopyReader(plan, types, origins: origins)
        reader = known
        let copies = Array(entries[start..<end])
        for winner in try winners(of: copies, known, &resolution) {
          entries[kept] = winner
          kept += 1
        }
      }
      start = end
    }
    resolution.copies = entries.count - kept
    table.truncate(to: kept)
    return resolution
  }

  /// The entries to keep of those of one recipient with the same hash.
  private func winners(
    of entries: [IndexEntry], _ reader: CopyReader, _ resolution: inout Resolution
  ) throws(Fault) -> [IndexEntry] {
    let recipient = plan.recipients.recipient(recipients[Int(entries[0].recipient)])
    var known: [RecordVersion.Key: Int] = [:]
    var versions: [(entry: IndexEntry, version: RecordVersion)] = []
    var latest: [RecordVersion.Line: Int64] = [:]
    for entry in entries {
      let record = try buffer.record(of: entry)
      let version = reader.version(of: entry, record: record.bytes, key: record.key, recipient)
      latest[version.line] = max(latest[version.line] ?? .min, version.updatedAt)
      if let place = known[version.key] {
        if prefers((entry, version), to: versions[place]) { versions[place] = (entry, version) }
      } else {
        known[version.key] = versions.count
        versions.append((entry, version))
      }
    }
    versions.removeAll { $0.version.updatedAt < latest[$0.version.line] ?? .min }
    if versions.count > 1 { tell(&versions, apart: recipient, &resolution) }
    return versions.map { entry, _ in
      var entry = entry
      if versions.count == 1 { entry.distinction = 0 }
      return entry
    }
  }

  /// Whether a copy that comes later in the input replaces an earlier one.
  private func prefers(
    _ later: (entry: IndexEntry, version: RecordVersion),
    to earlier: (entry: IndexEntry, version: RecordVersion)
  ) -> Bool {
    let (new, old) = (later.version.updatedAt, earlier.version.updatedAt)
    if new != old { return new > old }
    let (isRead, wasRead) = (later.entry.readState == .read, earlier.entry.readState == .read)
    return isRead != wasRead ? isRead : later.entry.location > earlier.entry.location
  }

  /// Gives ids of their own to all but the oldest notification of each identity.
  private func tell(
    _ versions: inout [(entry: IndexEntry, version: RecordVersion)], apart recipient: RecipientID,
    _ resolution: inout Resolution
  ) {
    versions.sort { ($0.entry.time, $0.entry.location) < ($1.entry.time, $1.entry.location) }
    var taken: [RecordVersion.Identity: Set<UInt32>] = [:]
    for index in versions.indices {
      let version = versions[index].version
      guard taken[version.identity] != nil else {
        taken[version.identity] = []
        versions[index].entry.distinction = 0
        continue
      }
      var number = max(UInt32(truncatingIfNeeded: version.contents.low), 1)
      while taken[version.identity]?.insert(number).inserted == false {
        number = max(number &+ 1, 1)
      }
      versions[index].entry.distinction = number
      resolution.shared[version.identity.profile, default: Assumptions()]
        .addShared(version.identity.id, of: recipient)
      mark(&versions[index].entry, as: version, of: recipient, &resolution)
    }
  }

  /// Replaces what was marked under the shared id by what is marked under its own.
  private func mark(
    _ entry: inout IndexEntry, as version: RecordVersion, of recipient: RecipientID,
    _ resolution: inout Resolution
  ) {
    guard !plan.options.marks.isEmpty else { return }
    let shared = NotificationID(String(decoding: version.identity.id, as: UTF8.self))
    let id = NotificationID(shared, toldBy: entry.distinction)
    let marks = plan.options.marks.marks(
      of: plan.records.profiles[version.identity.profile].name, recipient)
    let state = id.text.withRawBytes { marks?.state(of: $0.bytes) } ?? MarkState()
    if !state.isEmpty { resolution.marked += 1 }
    entry.readState = state.isRead ? .read : version.readState
    entry.isDeleted = state.isDeleted || version.isDeleted
    let time = Instant(microseconds: entry.time)
    entry.time = state.due(time, isUnread: entry.readState.countsAsUnread).microseconds
  }
}

/// What tells a record from others of its recipient.
struct RecordVersion {
  struct Identity: Hashable {
    var profile: Int
    var id: [UInt8]
  }

  /// Records of which the one updated last replaces the others.
  struct Line: Hashable {
    var identity: Identity
    /// What records of different systems do not share where one profile reads any system: when they
    /// were made, else their columns. Zero for a profile of one system.
    var origin: Hash128
  }

  struct Key: Hashable {
    var line: Line
    var contents: Hash128
  }

  var line: Line
  var contents: Hash128
  /// Microseconds since 1970; the least number if nothing tells.
  var updatedAt = Int64.min
  /// Without marks.
  var readState = ReadState.unknown
  var isDeleted = false

  var identity: Identity { line.identity }
  var key: Key { Key(line: line, contents: contents) }
}

final class CopyReader {
  private let plan: ReadingPlan
  private let types: [TypeRegister.Entry]
  private let walker: RecordWalker
  private let mapper: RecordMapper
  private let origins: Origins
  private let contents: [RecordContents]

  init(_ plan: ReadingPlan, _ types: [TypeRegister.Entry], origins: Origins) {
    self.plan = plan
    self.types = types
    self.origins = origins
    walker = RecordWalker(plan.records.paths)
    mapper = RecordMapper(plan.records)
    contents = plan.records.profiles.map(RecordContents.init)
  }

  func version(
    of entry: IndexEntry, record: UnsafeRawBufferPointer, key: String?, _ recipient: RecipientID
  ) -> RecordVersion {
    let profile = types[Int(entry.type)].profile
    if plan.isSurrounded[profile] { mapper.derived.origin = origins.origin(at: entry.offset) }
    let context = RecordContext(recipient: recipient, key: key)
    let read = plan.records.read(record, with: walker) { fields, plain in
      version(fields, plain, profile: profile, in: context, time: entry.time)
    }
    let identity = RecordVersion.Identity(profile: profile, id: Array((key ?? "").utf8))
    return read ?? RecordVersion(line: .init(identity: identity, origin: .zero), contents: .zero)
  }

  private func version(
    _ fields: RecordFields, _ record: UnsafeRawBufferPointer, profile: Int,
    in context: RecordContext, time: Int64
  ) -> RecordVersion? {
    guard let facts = try? mapper.facts(fields, profile: profile, context: context) else {
      return nil
    }
    let id = facts.id.isEmpty ? Array((context.key ?? "").utf8) : Array(facts.id)
    let contents = contents[profile]
    var origin = Hash128.zero
    if plan.records.isFallback[profile] {
      origin =
        plan.records.facts[profile].isTimedByUpdate(fields)
        ? contents.names(of: record) : Hash128(low: UInt64(bitPattern: time), high: 1)
    }
    return RecordVersion(
      line: .init(identity: .init(profile: profile, id: id), origin: origin),
      contents: plan.records.isFallback[profile] || plan.records.profiles[profile].isOwn
        ? contents.hash(of: record) : .zero,
      updatedAt: plan.records.facts[profile].updatedAt(facts)?.microseconds ?? .min,
      readState: facts.readState, isDeleted: facts.isDeleted)
  }
}

extension Hash128 { fileprivate static let zero = Hash128(low: 0, high: 0) }
