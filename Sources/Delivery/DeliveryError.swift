import Glibc

/// Why something could not be written or kept, as facts; the sentence for a person is the command
/// line's.
package enum DeliveryError: Error, Equatable, Sendable {
  /// A system call failed with this `errno`.
  case system(Operation, path: String, code: CInt)
  /// A symbolic link stands where a file or folder of ours belongs; it is never followed.
  case symbolicLink(path: String)
  /// Something that is not of this kind stands where a file or folder of ours belongs.
  case notA(FileKind, path: String)
  /// Another run holds this lock.
  case locked(path: String)
  /// A sender is at work on the outbox at this path.
  case senderAtWork(path: String)
  /// A write failed before, so that nothing more is written here; a later run completes it.
  case stopped(path: String)
  /// A JSON Lines record holds a line break.
  case lineBreakInRecord(recipient: [UInt8])
  /// The ledger cannot be used, or refuses.
  case ledger(LedgerProblem, path: String)

  /// What was being done to a file or folder.
  package enum Operation: String, Sendable {
    case createFolder, openFolder, createFile, openFile, inspect, read, write, truncate, sync, close
    case rename, remove, lock
  }

  /// The kinds of error that a caller tells apart, each with an exit status of its own.
  package enum Category: Sendable {
    /// Nothing could be created there (73).
    case cannotCreate
    /// Reading or writing failed midway (74).
    case inputOutput
    /// Another run holds the outbox (75).
    case held
    /// What is there is not what it should be, or what was asked for contradicts it (65).
    case unusable
  }

  package var category: Category {
    switch self {
    case .system(let operation, _, let code):
      switch operation {
      case .createFolder, .openFolder, .createFile, .openFile, .lock:
        code == EIO ? .inputOutput : .cannotCreate
      case .inspect, .read, .write, .truncate, .sync, .close, .rename, .remove: .inputOutput
      }
    case .symbolicLink, .notA: .cannotCreate
    case .locked, .senderAtWork: .held
    case .stopped: .inputOutput
    case .lineBreakInRecord: .unusable
    case .ledger(let problem, _): problem.category
    }
  }
}

/// Why a ledger cannot be used, or what it refuses.
package enum LedgerProblem: Equatable, Sendable {
  /// The outbox holds something, but there is no ledger that could say what it is.
  case missing
  /// The file is a database of another application, with this application id.
  case otherApplication(found: Int)
  /// The file was written by a later version of the tool.
  case newerVersion(found: Int, known: Int)
  case damaged(String)
  /// The ledger belongs to another outbox, or this outbox has another ledger.
  case otherOutbox
  /// The ledger keeps the books of an outbox in this other format.
  case otherFormat(found: String)
  /// The ledger keeps the books of this other shard.
  case otherShard(found: Shard)
  /// The run's time, in microseconds since 1970, is before that of the last one.
  case nowBeforeLastRun(now: Int64, last: Int64)
  /// Runs were being undone, and that was interrupted.
  case rewindIsOpen(to: Int64)
  /// A run was left open and must be finished first.
  case runIsOpen(Run)
  /// The ledger has a message to this recipient for this slot already.
  case deliveredBefore(recipient: [UInt8], slot: Int64)
  /// A file that the ledger names is gone, or shorter than it was, from the folder of temporaries.
  case temporaryLost(name: String)
  /// Another process keeps the database locked.
  case busy
  /// SQLite failed with this extended result code.
  case storage(code: Int, message: String)

  var category: DeliveryError.Category {
    switch self {
    case .busy: .held
    case .storage(let code, _): code & 0xff == 14 ? .cannotCreate : .inputOutput
    case .missing, .otherApplication, .newerVersion, .damaged, .otherOutbox, .otherFormat,
      .otherShard, .nowBeforeLastRun, .rewindIsOpen, .runIsOpen, .deliveredBefore, .temporaryLost:
      .unusable
    }
  }
}
