import ByteText
import Delivery
import Glibc
import Notifications
import Pipeline
import Rendering

/// Says what opening an outbox did.
enum DeliverySentence {
  /// The warning about a run that was interrupted after its last message.
  static func recovered(_ run: Run) -> String {
    let mails = run.messages == 1 ? "its 1 mail is" : "its \(run.messages) mails are"
    return "\(run.stream): the run of \(Instant(microseconds: run.now).timestamp) was interrupted "
      + "after its last message; it is now complete, and \(mails) handed over"
  }
}

extension Failure {
  /// The message about a failed write or a ledger that refuses.
  init(_ error: DeliveryError) {
    let (message, advice) = Self.words(error)
    self.init(status: Self.status(error.category), message: message, advice: advice)
  }

  private static func status(_ category: DeliveryError.Category) -> ExitStatus {
    switch category {
    case .cannotCreate: .cannotCreate
    case .inputOutput: .cannotWrite
    case .unreadable: .noInput
    case .held: .busy
    case .unusable: .noUsableData
    }
  }

  private static func words(_ error: DeliveryError) -> (String, String) {
    switch error {
    case .system(let operation, let path, let code):
      (
        "\(path): \(words(operation)): \(SystemError(code: code).words)",
        advice(code)
      )
    case .symbolicLink(let path):
      (
        "\(path) is a symbolic link, which tidings does not follow",
        "remove it or choose another path"
      )
    case .notA(let kind, let path):
      ("\(path) is not a \(words(kind))", "remove it or choose another path")
    case .foreign(let path, let owner, let user):
      foreign(path, owner: Owner.name(of: owner), user: Owner.name(of: user))
    case .locked(let path):
      ("another run is writing to \(path)", "wait until it ends, then run the command again")
    case .senderAtWork(let path):
      (
        "a sender is using \(path)",
        "wait until it ends, or stop it, then run the command again"
      )
    case .stopped(let path):
      (
        "nothing more was written to \(path) after a failure",
        "run the command again to complete it"
      )
    case .lineBreakInRecord(let recipient):
      (
        "the message to \(String(decoding: recipient, as: UTF8.self)) contains a line break",
        "this is a bug in tidings; please report it"
      )
    case .ledger(let problem, let path): LedgerSentence.words(problem, path: path)
    }
  }

  private static func foreign(_ path: String, owner: String, user: String) -> (String, String) {
    (
      "\(path) belongs to \(owner), and this is \(user): one could not change what the other writes",
      "run it as \(owner), or give everything in it to \(user) with chown -R \(user); --force goes on "
        + "anyway"
    )
  }

  private static func advice(_ code: Int32) -> String {
    switch code {
    case EACCES: "check its permissions and those of its folder, then run the command again"
    case EEXIST: "choose another path"
    case ENOSPC, EDQUOT: "free some space, then run the command again"
    default: "check the path, its permissions and the free space, then run the command again"
    }
  }

  private static func words(_ operation: DeliveryError.Operation) -> String {
    switch operation {
    case .createFolder: "the folder cannot be created"
    case .openFolder: "the folder cannot be opened"
    case .createFile: "the file cannot be created"
    case .openFile: "the file cannot be opened"
    case .inspect, .read: "it cannot be read"
    case .write, .truncate, .sync, .close: "it cannot be written"
    case .rename: "it cannot be renamed"
    case .remove: "it cannot be removed"
    case .lock: "it cannot be locked"
    }
  }

  private static func words(_ kind: FileKind) -> String {
    switch kind {
    case .regularFile: "regular file"
    case .folder: "folder"
    case .symbolicLink: "symbolic link"
    case .other: "file of a known kind"
    }
  }
}

/// Says what is wrong with a ledger and what to do.
enum LedgerSentence {
  static func words(_ problem: LedgerProblem, path: String) -> (String, String) {
    switch problem {
    case .missing:
      (
        "\(path): the outbox was used before, but its ledger is missing or empty",
        "name the ledger with --ledger or restore it from a backup; with a new outbox everything is "
          + "mailed again"
      )
    case .otherApplication(let found):
      ("\(path) is not a ledger but a database of another program (\(found))", "name the ledger")
    case .newerVersion(let found, let known):
      (
        "\(path) was written by a newer tidings (version \(found); this one reads \(known))",
        "update tidings"
      )
    case .earlierVersion(let found):
      (
        "\(path) was written by an earlier tidings (version \(found)), and its hashes of what was "
          + "mailed cannot be converted",
        "send what waits in the outbox, then start with an empty one; its first mails may repeat "
          + "what the last ones said"
      )
    case .damaged:
      (
        "\(path) is damaged: it does not hold what was written to it",
        "restore it from a backup; without it, mails would be sent twice"
      )
    case .otherOutbox: ("\(path) belongs to another outbox", "name the ledger of this outbox")
    case .otherFormat(let found):
      ("\(path) is the ledger of an outbox in \(found) format", "use --as \(found)")
    case .otherShard(let found):
      found == .all
        ? (
          "\(path) is the ledger of all recipients",
          "leave --shard out, or divide the ledger with tidings ledger merge --shard"
        ) : ("\(path) is the ledger of shard \(found)", "use --shard \(found)")
    case .shardIsMissing(let shard):
      (
        "\(path) would lack recipients of shard \(shard), who would be mailed everything again",
        "name the ledgers of all shards"
      )
    case .sameOutbox(let other):
      (
        "\(path) is of the same outbox as \(other): one is a copy of the other",
        "leave the older one out"
      )
    case .nowBeforeLastRun(let now, let last):
      (
        "\(path): the last run was at \(words(last)), which is after \(words(now))",
        "correct the clock; if it was ahead at that time, undo that run with tidings ledger rewind OUTBOX "
          + "--to TIME"
      )
    case .rewindIsOpen(let time):
      (
        "\(path): tidings ledger rewind --to \(words(time)) was interrupted",
        "run it again"
      )
    case .runIsOpen:
      ("\(path): an interrupted run has to be completed first", "run the same command again")
    case .deliveredBefore(let recipient, _):
      (
        "\(path): \(String(decoding: recipient, as: UTF8.self)) already got this mail",
        "there is nothing to do"
      )
    case .temporaryLost(let name):
      (
        "\(path): the unfinished message \(name) is missing from the outbox's tmp folder",
        "restore it, or forget its recipient with tidings ledger forget"
      )
    case .busy: ("another process is using \(path)", "wait until it ends")
    case .storage(let code, _):
      (
        "\(path): \(storage(code))",
        "check the disk, its free space, limits on file sizes and the file's permissions"
      )
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

  private static func words(_ microseconds: Int64) -> String {
    Instant(microseconds: microseconds).timestamp
  }
}

extension Failure {
  /// The message about a folder of pages or feeds that cannot be used.
  init(_ error: PersonFolderError) {
    switch error {
    case .damagedKey(let path):
      self.init(
        status: .noUsableData, message: "\(path) is not a key for file names",
        advice: "restore it from a backup; without it every file gets a new name")
    case .damagedList(let path):
      self.init(
        status: .noUsableData, message: "\(path) is not a list of pages or feeds",
        advice: "restore it from a backup, or choose another folder")
    }
  }
}
