internal import Delivery
internal import Exports
package import Languages
package import Notifications

/// A person of a run, with everything that is theirs.
package struct Addressee: Sendable {
  package var recipient: Recipient
  /// Whose system the recipient's own id belongs to.
  package var profile: ProfileName
  package var zone: Zone
  package var words: Words
  /// Why what is known of them could not be understood, in words: nobody is mailed by defaults who
  /// may have asked for something else.
  package var rejection: String?

  /// All ids of the person: their own, and those that the recipients file joins to it.
  package var identities: [(profile: ProfileName, recipient: RecipientID)] {
    [(profile, recipient.id)]
      + recipient.also.filter { $0.key != profile }.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
  }

  /// The person in the ledger.
  package var key: [UInt8] { AddresseeKey(profile, recipient.id).bytes }
}

extension Notification {
  /// Stands for the notification in the ledger, so that it is never mailed twice.
  var ledgerHash: UInt64 {
    SipHash(key: .fixed).hash64(
      Array(profile.text.utf8) + [0] + Array(recipient.text.utf8) + [0] + Array(id.text.utf8))
  }
}
