import ArgumentParser
import ByteText
import Delivery
import Notifications
import Pipeline

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

  @OptionGroup var place: LedgerPlace

  @Option(
    name: .customLong("recipient"), help: ArgumentHelp("The recipient to forget.", valueName: "id"))
  var recipients: [String] = []

  @Option(
    help: ArgumentHelp(
      "The recipient's profile, if recipients of several profiles have the same id.",
      valueName: "name"))
  var profile: String?

  func validate() throws {
    if recipients.isEmpty {
      throw ValidationError("Name the recipient to forget with --recipient.")
    }
  }

  func run() async throws {
    try await Command.run { _ in
      let held = try HeldLedger(path: try place.path(), access: .writing(syncs: true))
      // Finds every recipient before it forgets one.
      let found = try recipients.map { try keys(RecipientID($0), in: held.ledger) }
      for key in found.flatMap(\.self) {
        let (forgotten, removed) = try held.forget(recipient: key.bytes)
        try StandardStream.output.write(Self.words(forgotten, of: key, removed: removed))
      }
      return found.contains { $0.isEmpty } ? .doneWithRejects : .done
    }
  }

  private func keys(_ recipient: RecipientID, in ledger: Ledger) throws -> [PersonID] {
    let profile = profile.map { ProfileName($0) }
    let keys = try ledger.recipients(endingWith: PersonID.suffix(of: recipient))
      .compactMap { PersonID(bytes: $0) }
      .filter { $0.recipient == recipient && (profile ?? $0.profile) == $0.profile }
    if keys.isEmpty {
      let known = try ledger.recipients(endingWith: [])
        .compactMap { PersonID(bytes: $0)?.recipient.text }
      let guess = Failure.didYouMean(NearestName.of(recipient.text, among: known))
      Command.say("tidings: there is nothing about \(recipient)" + (guess.map { "; \($0)" } ?? ""))
    }
    if keys.count > 1 {
      throw Failure.usage(
        "\(recipient) is a recipient of \(Failure.listed(keys.map(\.profile.text)))",
        "name one with --profile")
    }
    return keys
  }

  private static func words(
    _ forgotten: Forgotten, of key: PersonID, removed: Int?
  ) -> [UInt8] {
    let mails = forgotten.deliveries == 1 ? "1 mail" : "\(forgotten.deliveries) mails"
    let unsent =
      switch removed {
      case nil:
        "; its outbox is unknown: run mail with the ledger's outbox first, or remove what waits "
          + "for them by hand"
      case 0: ""
      case let removed?: "; \(removed) unsent removed from the outbox"
      }
    let line =
      "forgot \(key.recipient) of \(key.profile): \(mails), streams: "
      + Failure.listed(forgotten.streams)
      + unsent
    return Array((VisibleText.line(line) + "\n").utf8)
  }
}
