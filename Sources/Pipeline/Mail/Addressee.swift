internal import Exports
package import Languages
package import Notifications

/// A person to mail, with everything that belongs to them.
package struct Addressee: Sendable {
  package var recipient: Recipient
  /// The system of the recipient's own id.
  package var profile: ProfileName
  package var zone: Zone
  package var words: Words
  /// Why their entry was rejected. Nobody is mailed by defaults who may have asked for something
  /// else.
  package var rejection: String?

  /// All ids of the person: their own and those that the recipients file adds.
  package var identities: [PersonID] {
    let own = PersonID(profile, recipient.id)
    if recipient.also.isEmpty { return [own] }
    let others = recipient.also.sorted { $0.key < $1.key }.map { PersonID($0.key, $0.value) }
    return [own] + others.filter { $0 != own }
  }

  /// The person's key in the ledger.
  package var key: [UInt8] { PersonID(profile, recipient.id).bytes }
}
