package import ByteText
import SQLite

extension Ledger {
  /// Proves that everything which keeps mails from coming twice is as it was written: every page and
  /// index, the facts, each mailbox, and its deliveries. Nothing is changed, and a run may be at work.
  ///
  /// - Throws: a `Fault` if something is not, or if the ledger cannot be read.
  package func prove() throws(Fault) {
    try checkPages(with: ["integrity_check(1)"])
    try checkFacts()
    let isWhole = try read { database in
      var mails = try MailboxSums.sumsOfDeliveries(database)
      let rows = try database.statement(
        "SELECT \(MailboxState.columns), stream, recipient FROM mailboxes")
      defer { rows.reset() }
      while try rows.step() {
        let stream = RowSum(stream: rows.text(9) ?? "")
        let recipient = rows.bytes(10)
        let state = try MailboxState(rows, of: recipient, in: stream, path: path)
        if state.mails != mails.removeValue(forKey: rows.integer(0) ?? 0) ?? 0 { return false }
      }
      return mails.isEmpty
    }
    if !isWhole { throw .damagedLedger(path) }
  }

  /// Puts a whole copy of the ledger at a path, in the place of an earlier one.
  ///
  /// - Throws: a `Fault` if the copy cannot be written; the earlier one is then as it was.
  package func backUp(to path: String) throws(Fault) {
    let copy = try AtomicFile(path: path)
    try outsideTransaction(writing: path) {
      try $0.execute("VACUUM INTO ?", [.text(copy.temporaryPath)])
    }
    try copy.publish()
  }

  /// Whether there is a copy at a path, of this ledger, with all that was ever handed over.
  package func isBackedUp(at path: String) -> Bool {
    guard let copy = try? Ledger(path: path, access: .reading), let theirs = try? copy.extent()
    else { return false }
    try? copy.close()
    return theirs == (try? extent())
  }

  private func extent() throws(Fault) -> [Int64] {
    try read { database in
      let outbox = try Self.fact("outbox", database) ?? []
      return outbox.map { Int64($0) } + [try Self.firstFree(database)]
    }
  }
}
