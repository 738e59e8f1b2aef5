import ByteText
import Delivery
import Notifications
import Pipeline
import Rendering

extension Command {
  /// `tidings ledger why`
  static let ledgerWhy = Command(
    name: "why",
    abstract:
      "Shows each decision about a recipient with its reason, and when their next mail is due.",
    about: """
      Shows the mails that were handed over and where they are now, the runs that made none and why, \
      and the next slot as the last run saw it. A line stands for several runs in a row that decided \
      the same. Nothing is changed, so it is safe to use during a run. The output is personal data.
      """,
    examples: """
      tidings ledger why outbox user-17
      tidings ledger why outbox user-17 --format json | jq '.streams[].decisions[-1]'
      """,
    options: {
      [
        OptionGroup(
          "Input",
          [Options.outbox, Options.operand("id", "The recipient."), Options.profileOfRecipient]),
        OptionGroup("Look", Options.terminal), OptionGroup("Output", Options.show),
      ]
    },
    run: { request in
      let path = try request.ledgerPath()
      guard request.operands.count == 2 else {
        throw Fault.usage("there is no recipient", "name one behind the outbox")
      }
      let ledger = try Ledger(path: path, access: .reading)
      let person = try LedgerPerson.find(
        RecipientID(request.operands[1]), profile: request.profileName, in: ledger)
      let answer = LedgerAnswer(
        person: person, records: try LedgerMails(of: ledger).records(of: person.bytes))
      let pages = answer.pages.map { $0.bytes(request.style) }
      try request.show(Array(pages.joined(separator: [UInt8(ascii: "\n")])), json: answer.json)
      return .done
    })

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

enum LedgerPerson {
  /// Throws if nobody has the id, or recipients of several profiles do.
  static func find(
    _ recipient: RecipientID, profile: String?, in ledger: Ledger
  ) throws -> PersonID {
    if let known = try known(recipient, profile: profile, in: ledger) { return known }
    // Of somebody who was forgotten only a hash is left, which the id and its profile tell.
    let home = try ledger.home().map { String(decoding: $0, as: UTF8.self) }
    if let name = profile ?? home {
      let person = PersonID(ProfileName(name), recipient)
      if try !ledger.records(of: person.bytes).isEmpty { return person }
    }
    throw Fault.usage(
      "no run has decided about \(recipient)",
      try guess(recipient, profile: profile, in: ledger) ?? "check the id")
  }

  /// Nil if nobody has the id; throws if recipients of several profiles do.
  static func known(
    _ recipient: RecipientID, profile: String?, in ledger: Ledger
  ) throws -> PersonID? {
    let profile = profile.map { ProfileName($0) }
    let keys = try all(recipient, in: ledger).filter { (profile ?? $0.profile) == $0.profile }
    guard keys.count > 1 else { return keys.first }
    throw Fault.usage(
      "\(recipient) is a recipient of \(keys.map(\.profile.text).listed())",
      "name one with --profile")
  }

  /// The recipients of all profiles with the id.
  private static func all(_ recipient: RecipientID, in ledger: Ledger) throws -> [PersonID] {
    try ledger.recipients(endingWith: PersonID.suffix(of: recipient))
      .compactMap { PersonID(bytes: $0) }.filter { $0.recipient == recipient }
  }

  /// Suggests the profile of a recipient whom the ledger knows, or else another recipient.
  static func guess(
    _ recipient: RecipientID, profile: String?, in ledger: Ledger
  ) throws -> String? {
    let profiles = try all(recipient, in: ledger).map(\.profile.text)
    if let profile, let first = profiles.first {
      return Fault.didYouMean("--profile \(NearestName.of(profile, among: profiles) ?? first)")
    }
    var search = NearestName(recipient.text)
    try ledger.forEachRecipient { key in
      guard let person = PersonID(bytes: key), profile ?? person.profile.text == person.profile.text
      else { return }
      search.consider(person.recipient.text.utf8)
    }
    return Fault.didYouMean(search.nearest)
  }
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
