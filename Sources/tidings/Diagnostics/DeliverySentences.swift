import Delivery
import Glibc
import Notifications
import Rendering

/// What opening an outbox has done.
enum DeliverySentence {
  /// Of a run that was interrupted behind its last message.
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
    case .held: .busy
    case .unusable: .noUsableData
    }
  }

  private static func words(_ error: DeliveryError) -> (String, String) {
    switch error {
    case .system(let operation, let path, let code):
      (
        "\(path): \(words(operation)): \(String(cString: strerror(code)))",
        "check the path, its permissions and the free space, then run the command again"
      )
    case .symbolicLink(let path):
      (
        "\(path) is a symbolic link, which tidings does not follow",
        "remove it or choose another path"
      )
    case .notA(let kind, let path):
      ("\(path) is not a \(words(kind))", "remove it or choose another path")
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
