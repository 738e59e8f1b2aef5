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
