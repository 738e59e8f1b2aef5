import Delivery
import Notifications
import Rendering

/// Says what is wrong with a ledger and what to do.
enum LedgerSentence {
  static func words(_ problem: LedgerProblem, path: String) -> (String, String) {
    switch problem {
    case .missing:
      (
        "\(path): the outbox contains messages, but its ledger is missing",
        "name the ledger with --ledger, or start with an empty outbox"
      )
    case .otherApplication(let found):
      ("\(path) is not a ledger but a database of another program (\(found))", "name the ledger")
    case .newerVersion(let found, let known):
      (
        "\(path) was written by a newer tidings (version \(found); this one reads \(known))",
        "update tidings"
      )
    case .damaged:
      (
        "\(path) is damaged: it is not a whole SQLite database",
        "restore it from a backup; without it, mails would be sent twice"
      )
    case .otherOutbox: ("\(path) belongs to another outbox", "name the ledger of this outbox")
    case .otherFormat(let found):
      ("\(path) is the ledger of an outbox in \(found) format", "use --as \(found)")
    case .otherShard(let found):
      ("\(path) is the ledger of shard \(found)", "use --shard \(found)")
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
    switch code & 0xFF {
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
