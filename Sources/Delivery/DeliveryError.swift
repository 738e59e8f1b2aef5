import Glibc

/// Why something could not be written or kept, as facts; the command line makes the sentence.
package enum DeliveryError: Error, Equatable, Sendable {
  /// A system call failed with this `errno`.
  case system(Operation, path: String, code: CInt)
  /// A symbolic link is at the path of a file or folder of the tool; it is never followed.
  case symbolicLink(path: String)
  /// Something that is not of this kind is at the path of a file or folder of the tool.
  case notA(FileKind, path: String)
  /// It belongs to a user other than the one whom the process is.
  case foreign(path: String, owner: UInt32, user: UInt32)
  /// Another run holds this lock.
  case locked(path: String)
  /// A sender is at work on the outbox at this path.
  case senderAtWork(path: String)
  /// An earlier write failed, so nothing more is written; a later run completes it.
  case stopped(path: String)
  /// A JSON Lines record has a line break.
  case lineBreakInRecord(recipient: [UInt8])
  /// The ledger cannot be used, or refuses.
  case ledger(LedgerProblem, path: String)

  /// The operation on a file or folder.
  package enum Operation: String, Sendable {
    case createFolder, openFolder, createFile, openFile, inspect, read, write, truncate, sync, close
    case rename, remove, lock
  }

  /// The kinds of errors, each with its own exit status.
  package enum Category: Sendable {
    /// A file or folder cannot be created (73).
    case cannotCreate
    /// Reading or writing failed (74).
    case inputOutput
    /// Another run holds the outbox (75).
    case held
    /// A file cannot be read, for lack of permission (66).
    case unreadable
    /// The files are not as expected, or contradict the request (65).
    case unusable
  }

  package var category: Category {
    switch self {
    case .system(let operation, _, let code):
      switch operation {
      case .createFolder, .openFolder, .createFile, .openFile, .lock:
        code == EIO ? .inputOutput : .cannotCreate
      case .inspect, .read: code == EACCES ? .unreadable : .inputOutput
      case .write, .truncate, .sync, .close, .rename, .remove: .inputOutput
      }
    case .symbolicLink, .notA: .cannotCreate
    case .locked, .senderAtWork: .held
    case .stopped: .inputOutput
    case .foreign, .lineBreakInRecord: .unusable
    case .ledger(let problem, _): problem.category
    }
  }
}

/// Why a ledger cannot be used, or what it refuses.
package enum LedgerProblem: Equatable, Sendable {
  /// The outbox has messages but no ledger that tells what they are.
  case missing
  /// The file is a database of another application, with this application id.
  case otherApplication(found: Int)
  /// The file was written by a later version of the tool.
  case newerVersion(found: Int, known: Int)
  /// An earlier version of the tool wrote it, and its hashes cannot be compared with those of today.
  case earlierVersion(found: Int)
  case damaged(String)
  /// The ledger belongs to another outbox, or this outbox has another ledger.
  case otherOutbox
  /// The ledger belongs to an outbox in this other format.
  case otherFormat(found: String)
  /// The ledger belongs to this other shard.
  case otherShard(found: Shard)
  /// The ledgers to be joined do not have all recipients of this shard.
  case shardIsMissing(Shard)
  /// Of two ledgers to be joined, both are of one outbox: the other has this path.
  case sameOutbox(as: String)
  /// The run's time, in microseconds since 1970, is before that of the last one.
  case nowBeforeLastRun(now: Int64, last: Int64)
  /// A rewind was interrupted.
  case rewindIsOpen(to: Int64)
  /// An open run must be finished first.
  case runIsOpen(Run)
  /// The ledger already has a message to this recipient for this slot.
  case deliveredBefore(recipient: [UInt8], slot: Int64)
  /// A temporary file that the ledger names is missing or shorter than before.
  case temporaryLost(name: String)
  /// Another process keeps the database locked.
  case busy
  /// SQLite failed with this extended result code.
  case storage(code: Int, message: String)

  var category: DeliveryError.Category {
    switch self {
    case .busy: .held
    case .storage(let code, _): code & 0xff == 14 ? .cannotCreate : .inputOutput
    case .missing, .otherApplication, .newerVersion, .earlierVersion, .damaged, .otherOutbox,
      .otherFormat, .otherShard, .shardIsMissing, .sameOutbox, .nowBeforeLastRun, .rewindIsOpen,
      .runIsOpen, .deliveredBefore, .temporaryLost:
      .unusable
    }
  }
}
