import ArgumentParser
import ByteText
import Delivery
import Notifications
import Pipeline
import Rendering

/// `tidings ledger forget`
struct LedgerForgetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Forgets a recipient in all streams and overwrites their data in the file.",
    discussion: """
      What remains names nobody: the number of mails of each run, and a hash of the id with the \
      time up to which they were mailed, so that nothing is mailed twice if they return. mail \
      drops the hash after the retention time. Mails that no sender has taken, and those that a \
      server refused, are removed from the outbox; stop the sender first. The status is 3 if a \
      recipient is unknown.

      EXAMPLES
        tidings ledger forget outbox --recipient user-17
        tidings ledger forget outbox --recipient 42 --profile gitlab
      """)

  @OptionGroup var place: LedgerLocation

  @Option(
    name: .customLong("recipient"), help: ArgumentHelp("The recipient to forget.", valueName: "id"))
  var recipients: [String] = []

  @Option(
    help: ArgumentHelp(
      "The recipient's profile, if recipients of several profiles have the same id.",
      valueName: "name"))
  var profile: String?

  @OptionGroup var output: FormatOption

  func validate() throws {
    if recipients.isEmpty {
      throw ValidationError("Name the recipient to forget with --recipient.")
    }
  }

  func run() async throws {
    try await Command.run { _ in
      let held = try HeldLedger(path: try place.path(), access: .writing(syncs: true))
      // Finds every recipient before it forgets one.
      let asked = recipients.enumerated().filter { !recipients[..<$0].contains($1) }.map(\.element)
      let found = try asked.map { try known(RecipientID($0), in: held.ledger) }
      let unknown = zip(asked, found).filter { $1 == nil }.map(\.0)
      var done: [ForgottenRecipient] = []
      // The next one may fail: lines say each one at once, and JSON all that were forgotten.
      do {
        for key in found.compactMap(\.self) {
          let (forgotten, removed) = try held.forget(recipient: key.bytes)
          let one = ForgottenRecipient(key: key, forgotten: forgotten, removed: removed)
          done.append(one)
          try output.format.print(Array((one.sentence + "\n").utf8), json: [])
        }
      } catch {
        try output.format.print([], json: Self.document(done, unknown: unknown))
        throw error
      }
      try output.format.print([], json: Self.document(done, unknown: unknown))
      return unknown.isEmpty ? .done : .doneWithRejects
    }
  }

  private static func document(_ done: [ForgottenRecipient], unknown: [String]) -> [UInt8] {
    JSONWriter.document("tidings.forget/1") { json in
      json.array("forgotten", done) { $0.write($1) }
      json.member("unknown", unknown)
    }
  }

  private func known(_ recipient: RecipientID, in ledger: Ledger) throws -> PersonID? {
    if let key = try LedgerPerson.known(recipient, profile: profile, in: ledger) { return key }
    let guess = try LedgerPerson.guess(recipient, profile: profile, in: ledger)
    Command.say("tidings: there is nothing about \(recipient)" + (guess.map { "; \($0)" } ?? ""))
    return nil
  }
}

/// What `tidings ledger forget` did about a recipient.
private struct ForgottenRecipient {
  let key: PersonID
  let forgotten: Forgotten
  /// How many mails were removed from the outbox; nil if it is unknown.
  let removed: Int?

  var sentence: String {
    let unsent =
      switch removed {
      case nil:
        "; its outbox is unknown: run mail with the ledger's outbox first, or remove what waits "
          + "for them by hand"
      case 0: ""
      case let removed?: "; \(removed) unsent removed from the outbox"
      }
    return VisibleText.line(
      "forgot \(key.recipient) of \(key.profile): \(forgotten.deliveries.counted("mail")), streams: "
        + Failure.listed(forgotten.streams) + unsent)
  }
}

extension JSONWriter {
  fileprivate mutating func write(_ recipient: ForgottenRecipient) {
    object { json in
      json.member("recipient", recipient.key.recipient.text)
      json.member("profile", recipient.key.profile.text)
      json.member("mails", recipient.forgotten.deliveries)
      json.member("streams", recipient.forgotten.streams)
      json.member("removed", ifPresent: recipient.removed)
    }
  }
}

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

  @OptionGroup var output: FormatOption

  func run() async throws {
    try await Command.run { _ in
      guard let time = PlaceOptions.instant(to) else {
        throw Failure.usage("--to \(to) is not a time", "write it as 2026-02-08T15:05:00Z")
      }
      let path = try LedgerLocation.path(of: ledger ?? outbox)
      if ledger == nil, path == outbox {
        throw Failure.usage(
          "\(outbox) is a ledger: the mails to withdraw are in its outbox",
          "name the outbox, and the ledger with --ledger")
      }
      let rewound = try Outbox.rewind(
        path: outbox, ledgerPath: ledger, to: time.microseconds,
        at: PlaceOptions.machineTime.microseconds)
      try output.format.print(Self.words(rewound, to: time, path), as: "tidings.rewind/1") { json in
        json.member("ledger", path)
        json.member("to") { $0.write(time) }
        json.member("runs", rewound.runs)
        json.member("removed", rewound.withdrawn)
        json.member("taken", rewound.taken)
        json.member("begun", rewound.waiting)
      }
      return .done
    }
  }

  private static func words(_ rewound: Rewound, to time: Instant, _ path: String) -> String {
    var lines = ["\(path): \(rewound.runs.counted("run")) after \(time.timestamp) undone"]
    if rewound.withdrawn > 0 {
      lines.append(
        "  \(rewound.withdrawn.counted("mail")) removed from the outbox; the next runs mail "
          + "their contents again")
    }
    if rewound.taken > 0 {
      lines.append(
        "  \(rewound.taken.counted("mail")) taken, refused or expired before; their contents are not "
          + "mailed again")
    }
    if rewound.waiting > 0 {
      lines.append(
        "  \(rewound.waiting.counted("mail")) left in the outbox, in files that a sender has begun; the "
          + "sender sends them, and their contents are not mailed again")
    }
    return lines.map { VisibleText.line($0) }.joined(separator: "\n")
  }
}

extension Shard: ExpressibleByArgument {
  /// `2/3`
  package init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]) else { return nil }
    self.init(index: index, count: count)
  }
}

/// `tidings ledger merge`
struct LedgerMergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merges the ledgers of several shards into a new one, to change their number.",
    discussion: """
      No outbox may have an interrupted run. The new ledger is written as a whole or not at all; \
      pass it to mail with --ledger and an empty outbox. With --shard it includes only that \
      shard's recipients, to turn two shards into three, for example, and mail takes it with the \
      same --shard only.

      EXAMPLES
        tidings ledger merge shard-1 shard-2 -o whole.ledger
        tidings ledger merge shard-1 shard-2 --shard 1/3 -o first-of-three.ledger
      """)

  @Argument(help: ArgumentHelp("The outboxes, or their ledgers.", valueName: "outbox"))
  var places: [String]

  @Option(name: .shortAndLong, help: ArgumentHelp("The new ledger.", valueName: "file"))
  var output: String

  @Option(help: ArgumentHelp("Include only this shard's recipients.", valueName: "i/n"))
  var shard: Shard = .all

  @OptionGroup var form: FormatOption

  /// Checks that no ledger is named twice and that the new one overwrites none of them.
  private func check(_ ledgers: [String]) throws {
    var seen: Set<FileIdentity> = []
    var outputs = OutputPaths()
    for path in ledgers {
      if let identity = FileIdentity(path), !seen.insert(identity).inserted {
        throw Failure.usage("\(path) is named twice", "name each ledger once")
      }
      outputs.read("a ledger", path)
    }
    outputs.write(newLedger: output)
    try outputs.check()
  }

  func run() async throws {
    try await Command.run { _ in
      let paths = try places.map { try LedgerLocation.path(of: $0) }
      try check(paths)
      try Ledger.join(paths, shard: shard, into: output) { key in
        PersonID(bytes: key).map { Array($0.recipient.text.utf8) } ?? key
      }
      let ledger = try Ledger(path: output, access: .reading)
      let report = LedgerReport(path: output, status: try ledger.status())
      try form.format.print(report.text, json: report.json)
      return .done
    }
  }
}
