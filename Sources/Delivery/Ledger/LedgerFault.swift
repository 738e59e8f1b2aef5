package import ByteText
import CSQLite
import Glibc
import SQLite

extension Fault {
  /// The outbox has messages but no ledger that tells what they are.
  static func missingLedger(_ path: String) -> Fault {
    Fault(
      .unusable, code: "missing-ledger", of: path,
      "the outbox was used before, but its ledger is missing or empty",
      advice:
        "name the ledger with --ledger or restore it from a backup; with a new outbox everything is "
        + "mailed again")
  }

  static func damagedLedger(_ path: String) -> Fault {
    Fault(
      .unusable, code: "damaged-ledger", of: path,
      "it is damaged: it does not hold what was written to it",
      advice: "restore it from a backup; without it, mails would be sent twice")
  }

  static func otherOutbox(_ path: String) -> Fault {
    Fault(
      .unusable, code: "other-outbox", of: path, "it belongs to another outbox",
      advice:
        "name the ledger of this outbox; if the other outbox is lost, move its ledger into this one as "
        + OutboxFolder.ledgerName)
  }

  static func busyLedger(_ path: String) -> Fault {
    Fault(
      .busy, code: "busy-ledger", of: path, "another process is using it",
      advice: "wait until it ends")
  }

  /// An interrupted run must be finished first.
  ///
  /// - Parameters:
  ///   - path: the ledger's.
  ///   - stream: whose run it is, if the run that was asked for is another's.
  ///   - isForOthers: whether the run that was asked for leaves out some of its recipients.
  package static func openRun(
    _ path: String, of stream: String? = nil, isForOthers: Bool = false
  ) -> Fault {
    let (whose, advice) =
      if let stream {
        (" of \(stream)", "run it once with the stream called \(stream), as before")
      } else if isForOthers {
        (" for other recipients", "run the command without --recipient, which completes it")
      } else {
        ("", "run the same command again")
      }
    return Fault(
      .unusable, code: "open-run", of: path,
      "an interrupted run\(whose) has to be completed first", advice: advice)
  }

  /// A stream that a ledger does not know, though it knows others: it may have had the name of one.
  package static func renamedStream(
    _ path: String, _ stream: String, from others: [String]
  ) -> Fault {
    Fault(
      .unusable, code: "renamed-stream", of: path,
      "\(stream) is new to it, and it knows \(others.listed()): a stream of another name mails "
        + "everything again",
      advice: "give the stream its earlier name, or go on with --force")
  }
}

extension Ledger {
  /// What an error of SQLite is; a fault stays what it is.
  static func fault(_ error: any Error, path: String) -> Fault {
    if let fault = error as? Fault { return fault }
    // Else a value is of another type than what was written.
    guard let failure = error as? DatabaseError else { return .damagedLedger(path) }
    switch failure.primaryCode {
    // Closed by another task.
    case SQLITE_MISUSE: return .stopped(path)
    case SQLITE_CANTOPEN where access(path, R_OK) != 0 && errno == EACCES:
      return .failed(.read, path, code: EACCES)
    // Also where the schema has other words than those that were written.
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_MISMATCH:
      return .damagedLedger(path)
    case SQLITE_BUSY, SQLITE_LOCKED: return .busyLedger(path)
    default:
      let code = Int(failure.code)
      return Fault(
        code & 0xFF == 14 ? .cannotCreate : .cannotWrite, code: "storage", of: path, storage(code),
        advice: "check the disk, its free space, limits on file sizes and the file's permissions")
    }
  }

  /// The meaning of SQLite's result code (sqlite.org/rescode.html), by its primary part.
  private static func storage(_ code: Int) -> String {
    // SQLITE_IOERR_SHMSIZE: there is no room for the file beside it.
    if code == 4874 { return "the ledger cannot be used: the disk is full" }
    return switch code & 0xFF {
    case 7: "there is not enough memory for the ledger"
    case 8: "the ledger cannot be written: it is read-only"
    case 10: "the system reported an I/O error on the ledger (SQLite code \(code))"
    case 13: "the ledger cannot grow: the disk is full"
    case 14: "the ledger cannot be opened"
    default: "the ledger cannot be read or written (SQLite code \(code))"
    }
  }
}
