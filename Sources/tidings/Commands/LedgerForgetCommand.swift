import ByteText
import Delivery
import Notifications
import Pipeline
import Rendering

extension Command {
  /// `tidings ledger forget`
  static let ledgerForget = Command(
    name: "forget",
    abstract: "Forgets a recipient in all streams and overwrites their data in the file.",
    about: """
      What remains names nobody: the number of mails of each run, and a hash of the id with the time \
      up to which they were mailed, so that nothing is mailed twice if they return. mail drops the \
      hash after the retention time. Mails that no sender has taken, and those that a server \
      refused, are removed from the outbox; stop the sender first. The status is 3 if a recipient is \
      unknown.
      """,
    examples: """
      tidings ledger forget outbox --recipient user-17
      tidings ledger forget outbox --recipient 42 --profile gitlab
      """,
    options: {
      [
        OptionGroup("Input", [Options.outbox]),
        OptionGroup("Selection", [Options.recipient, Options.profileOfRecipient]),
        OptionGroup("Output", [Options.format]),
      ]
    },
    run: { request in
      let path = try request.ledgerPath()
      let recipients = request.chosen.recipients
      if recipients.isEmpty {
        throw Fault.usage("there is no recipient to forget", "name one with --recipient")
      }
      let held = try HeldLedger(path: path, access: .writing(syncs: true))
      // Finds every recipient before it forgets one.
      let asked = recipients.enumerated().filter { !recipients[..<$0].contains($1) }.map(\.element)
      let found = try asked.map { try request.known(RecipientID($0), in: held.ledger) }
      let unknown = zip(asked, found).filter { $1 == nil }.map(\.0)
      var done: [ForgottenRecipient] = []
      // The next one may fail: lines say each one at once, and JSON all that were forgotten.
      do {
        for key in found.compactMap(\.self) {
          let (forgotten, removed) = try held.forget(recipient: key.bytes)
          let one = ForgottenRecipient(key: key, forgotten: forgotten, removed: removed)
          done.append(one)
          try request.format.print(Array((one.sentence + "\n").utf8), json: [])
        }
      } catch {
        try request.format.print([], json: ForgottenRecipient.document(done, unknown: unknown))
        throw error
      }
      try request.format.print([], json: ForgottenRecipient.document(done, unknown: unknown))
      return unknown.isEmpty ? .done : .doneWithRejects
    })
}

extension Request {
  fileprivate func known(_ recipient: RecipientID, in ledger: Ledger) throws -> PersonID? {
    if let key = try LedgerPerson.known(recipient, profile: profileName, in: ledger) { return key }
    let guess = try LedgerPerson.guess(recipient, profile: profileName, in: ledger)
    Command.warn(["there is nothing about \(recipient)" + (guess.map { "; \($0)" } ?? "")])
    return nil
  }
}

/// What `tidings ledger forget` did about a recipient.
private struct ForgottenRecipient {
  let key: PersonID
  let forgotten: Forgotten
  /// How many mails were removed from the outbox; nil if it is unknown.
  let removed: Int?

  static func document(_ done: [ForgottenRecipient], unknown: [String]) -> [UInt8] {
    JSONWriter.document("tidings.forget/1") { json in
      json.objects("forgotten", done) { json, one in
        json.member("recipient", one.key.recipient.text)
        json.member("profile", one.key.profile.text)
        json.member("mails", one.forgotten.deliveries)
        json.member("streams", one.forgotten.streams)
        json.member("removed", ifPresent: one.removed)
      }
      json.member("unknown", unknown)
    }
  }

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
        + forgotten.streams.listed() + unsent)
  }
}
