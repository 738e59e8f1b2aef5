import Glibc

/// A ledger that no run can change meanwhile: it holds the lock that a run would take.
package struct HeldLedger: ~Copyable {
  package let ledger: Ledger
  private let lock: Lock

  /// Opens the ledger at `path`; throws `locked` where a run holds it.
  package init(path: String, access: Ledger.Access) throws(DeliveryError) {
    let place = try Place(path)
    // An outbox is locked as a whole, a ledger elsewhere by a file beside it.
    let hasLock = try place.folder.kind(of: OutboxFolder.lockName) != nil
    let isInOutbox = hasLock && place.name == OutboxFolder.ledgerName
    let lock =
      isInOutbox
      ? try Lock(OutboxFolder.lockName, in: place.folder) : try Lock(besideLedger: path)
    let ledger = try Ledger(path: path, access: access)
    self.lock = lock
    self.ledger = ledger
  }

  // Before the lock is released.
  deinit { try? ledger.close() }
}

extension Ledger {
  /// What a ledger in its outbox is called.
  package static let name = OutboxFolder.ledgerName
  /// What follows the name of a joined ledger until it is whole.
  package static let temporarySuffix = ".merging"

  /// The path of the ledger that `path` stands for: the file itself, or that of an outbox; nil where
  /// there is none.
  package static func path(of path: String) throws(DeliveryError) -> String? {
    var status = stat()
    let slash = path.hasSuffix("/") ? "" : "/"
    for candidate in [path, path + slash + OutboxFolder.ledgerName] {
      if stat(candidate, &status) != 0 {
        if errno == ENOENT || errno == ENOTDIR { return nil }
        throw .system(.inspect, path: candidate, code: errno)
      }
      if status.kind != .folder { return candidate }
    }
    return nil
  }

  /// Joins the books of several outboxes in a new ledger at `path`, which appears whole or not at
  /// all. No run may change any of them meanwhile.
  package static func join(
    _ ledgers: [String], shard: Shard, into path: String
  ) throws(DeliveryError) {
    let place = try Place(path)
    guard try place.folder.kind(of: place.name) == nil else {
      throw .system(.createFile, path: path, code: EEXIST)
    }
    let temporary = place.name + temporarySuffix
    func sweep() throws(DeliveryError) {
      for end in ["", "-wal", "-shm", "-journal"] { try place.folder.remove(temporary + end) }
    }
    try sweep()
    do {
      let whole = try create(at: path + temporarySuffix)
      for other in ledgers {
        let held = try HeldLedger(path: other, access: .reading)
        try whole.merge(held.ledger, shard: shard)
        withExtendedLifetime(held) {}
      }
      try whole.close()
      try place.folder.rename(temporary, to: place.folder, as: place.name)
      try place.folder.sync()
    } catch {
      try? sweep()
      throw error
    }
  }
}
