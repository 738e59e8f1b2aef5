import ArgumentParser
import Delivery
import Notifications
import Pipeline
import Rendering

/// `tidings ledger rewind`
struct LedgerRewindCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rewind",
    abstract: "Undoes runs made while the clock was ahead, which block all runs until that time.",
    discussion: """
      Undoes every run after --to. Mails still in the outbox are removed, and their contents are \
      mailed again. Mails that a sender has taken are remembered, and their contents are never \
      mailed again. A jsonl file that a sender has partly taken stays in the outbox and counts as \
      taken. Stop the sender first; the command waits for a send-maildir that is running.

      EXAMPLES
        tidings ledger status outbox
        tidings ledger rewind outbox --to 2026-02-08T15:05:00Z
      """)

  @Argument(help: ArgumentHelp("The outbox.", valueName: "outbox"))
  var outbox: String

  @Option(help: ArgumentHelp("The time of the last correct run.", valueName: "time"))
  var to: String

  @Option(help: ArgumentHelp("The ledger, if it is not in the outbox.", valueName: "file"))
  var ledger: String?

  func run() async throws {
    try await Command.run { _ in
      guard let time = PlaceOptions.instant(to) else {
        throw Failure.usage("--to \(to) is not a time", "write it as 2026-02-08T15:05:00Z")
      }
      let path = try LedgerPlace.path(of: ledger ?? outbox)
      if ledger == nil, path == outbox {
        throw Failure.usage(
          "\(outbox) is a ledger: the mails to withdraw are in its outbox",
          "name the outbox, and the ledger with --ledger")
      }
      let rewound = try Outbox.rewind(
        path: outbox, ledgerPath: ledger, to: time.microseconds)
      try StandardStream.output.write(Self.words(rewound, time, path))
      return .done
    }
  }

  private static func words(_ rewound: Rewound, _ time: Instant, _ path: String) -> [UInt8] {
    func counted(_ count: Int, _ noun: String) -> String {
      "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
    var lines = ["\(path): \(counted(rewound.runs, "run")) after \(time.timestamp) undone"]
    if rewound.withdrawn > 0 {
      lines.append(
        "  \(counted(rewound.withdrawn, "mail")) removed from the outbox; the next runs mail "
          + "their contents again")
    }
    if rewound.taken > 0 {
      lines.append(
        "  \(counted(rewound.taken, "mail")) taken, refused or expired before; their contents are not "
          + "mailed again")
    }
    if rewound.waiting > 0 {
      lines.append(
        "  \(counted(rewound.waiting, "mail")) left in the outbox, in files that a sender has begun; the "
          + "sender sends them, and their contents are not mailed again")
    }
    return Array((lines.map { VisibleText.line($0) }.joined(separator: "\n") + "\n").utf8)
  }
}
