import Glibc

/// What a run that is only tried writes to: a copy of the ledger, and nothing.
struct Rehearsal: ~Copyable {
  let ledger: Ledger
  let sink = NullSink()
  /// Where a run was before; its lock is held as long as the rehearsal.
  private let place: OutboxFolder?

  init(path: String, options: Outbox.Options) throws(DeliveryError) {
    guard try OutboxFolder.isKnown(path) else {
      if let path = options.ledgerPath, try !Ledger.isMissing(at: path) {
        throw .ledger(.otherOutbox, path: path)
      }
      if try !Self.isFree(path, ledgerPath: options.ledgerPath) {
        throw .ledger(.missing, path: path)
      }
      ledger = try Ledger(copying: nil)
      place = nil
      return
    }
    let place = try OutboxFolder(path: path, options: options)
    ledger = try place.copyLedger(options)
    self.place = consume place
  }

  /// Whether an outbox can be made at `path`: nothing is there, or an empty folder or Maildir.
  private static func isFree(
    _ path: String, ledgerPath: String?
  ) throws(DeliveryError) -> Bool {
    if try Folder.kind(at: path) == nil { return true }
    let folder = try Folder(path: path, creating: nil)
    return try OutboxFolder.isEmpty(
      folder, ledgerPath: ledgerPath ?? folder.path(of: OutboxFolder.ledgerName))
  }
}

/// Where the messages of a rehearsal go.
final class NullSink: Sink {
  func write(_ message: Message, name: String) {}
  func settle() -> Int64 { 0 }
  func publish(_ names: [String]) {}
  func complete() {}
}

extension Ledger {
  /// The run that is still to be made; one whose messages are all prepared is finished first.
  func unfinishedRun() throws(DeliveryError) -> Run? {
    guard let run = try openRun() else { return nil }
    guard run.state == .complete else { return run }
    try finish(run.id)
    return nil
  }
}
