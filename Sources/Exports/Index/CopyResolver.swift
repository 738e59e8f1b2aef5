import Notifications

/// Finds copies of a notification, with the same profile, recipient and id. It keeps the one
/// updated last, or else the one that is read, or else the last in the order of input.
///
/// The table has only a hash of the id. Everything else is read again, for copies only.
struct CopyResolver {
  private let types: [TypeRegister.Entry]
  private let buffer: RecordBuffer
  private let plan: ReadingPlan
  private let origins: Origins

  init(
    _ plan: ReadingPlan, _ stores: RecordStores, types: [TypeRegister.Entry],
    origins: Origins
  ) {
    self.plan = plan
    self.types = types
    self.origins = origins
    buffer = RecordBuffer(stores, plan.usage)
  }

  /// Drops all but one copy of each notification from the sorted table; returns how many were
  /// dropped.
  func resolve(_ table: EntryTable) throws(ExportError) -> Int {
    let entries = table.entries
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
        kept += 1
      } else {
        let copies = Array(entries[start..<end])
        let known = reader ?? CopyReader(plan, types, origins: origins)
        reader = known
        for winner in try winners(of: copies, known) {
          entries[kept] = winner
          kept += 1
        }
      }
      start = end
    }
    let dropped = entries.count - kept
    table.truncate(to: kept)
    return dropped
  }

  /// One entry of each identity among entries with the same hash.
  private func winners(
    of entries: [IndexEntry], _ reader: CopyReader
  ) throws(ExportError) -> [IndexEntry] {
    var winners: [(entry: IndexEntry, identity: CopyReader.Identity)] = []
    for entry in entries {
      let record = try buffer.record(of: entry)
      let identity = reader.identity(of: entry, record: record.bytes, key: record.key)
      let known = winners.firstIndex {
        $0.identity.id == identity.id && $0.identity.profile == identity.profile
      }
      guard let known else {
        winners.append((entry, identity))
        continue
      }
      if prefers((entry, identity), to: winners[known]) { winners[known] = (entry, identity) }
    }
    return winners.map(\.entry)
  }

  /// Whether a copy that comes later in the input replaces an earlier one.
  private func prefers(
    _ later: (entry: IndexEntry, identity: CopyReader.Identity),
    to earlier: (entry: IndexEntry, identity: CopyReader.Identity)
  ) -> Bool {
    let (new, old) = (later.identity.updatedAt ?? .min, earlier.identity.updatedAt ?? .min)
    if new != old { return new > old }
    let (isRead, wasRead) = (later.entry.readState == .read, earlier.entry.readState == .read)
    return isRead != wasRead ? isRead : later.entry.location > earlier.entry.location
  }
}

/// Reads the identities of copies.
final class CopyReader {
  struct Identity {
    var profile: Int
    var id: [UInt8]
    /// Microseconds since 1970.
    var updatedAt: Int64?
  }

  private let plan: ReadingPlan
  private let types: [TypeRegister.Entry]
  private let walker: RecordWalker
  private var mapper: RecordMapper
  private let origins: Origins

  init(_ plan: ReadingPlan, _ types: [TypeRegister.Entry], origins: Origins) {
    self.plan = plan
    self.types = types
    self.origins = origins
    walker = RecordWalker(plan.records.paths)
    mapper = plan.records.makeMapper()
  }

  func identity(of entry: IndexEntry, record: UnsafeRawBufferPointer, key: String?) -> Identity {
    let profile = types[Int(entry.type)].profile
    let nobody = Identity(profile: profile, id: Array((key ?? "").utf8))
    if plan.isSurrounded[profile], let origin = origins.origin(at: entry.offset) {
      mapper.derived.surroundings = origin.surroundings
      mapper.derived.outerKey = origin.outerKey
    }
    return plan.records.read(record, with: walker) { identity($0, profile, key: key) } ?? nobody
  }

  private func identity(_ fields: RecordFields, _ profile: Int, key: String?) -> Identity? {
    let context = RecordContext(recipient: RecipientID(""), key: key)
    guard let facts = try? mapper.facts(fields, profile: profile, context: context) else {
      return nil
    }
    return Identity(
      profile: profile, id: facts.id.isEmpty ? Array((key ?? "").utf8) : Array(facts.id),
      updatedAt: mapper.updatedAt(facts, profile: profile)?.microseconds)
  }
}
