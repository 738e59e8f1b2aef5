package import ByteText
import GRDB

extension Ledger {
  /// Proves that everything which keeps mails from coming twice is as it was written: every page, the
  /// facts, each mailbox, and its deliveries. Nothing is changed, and a run may be at work.
  ///
  /// - Throws: a `Fault` if something is not, or if the ledger cannot be read.
  package func prove() throws(Fault) {
    try checkPages()
    try checkFacts()
    let isWhole = try read { database in
      var mails = try MailboxSums.sumsOfDeliveries(database)
      let rows = try RowStatement(
        database, sql: "SELECT \(MailboxState.columns), stream, recipient FROM mailboxes")
      while try rows.step() {
        let stream = RowSum(stream: rows.text(9) ?? "")
        let recipient = rows.withBlob(10) { $0.withUnsafeBytes { [UInt8]($0) } }
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
    try outsideTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [copy.temporaryPath]) }
    try copy.publish()
  }
}
