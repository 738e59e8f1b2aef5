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

  /// All ids of the person: their own, and those that the recipients file joins to it.
  package var identities: [(profile: ProfileName, recipient: RecipientID)] {
    [(profile, recipient.id)]
      + recipient.also.filter { $0.key != profile }.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
  }

  /// The person in the ledger: profile and id, with a byte between them that neither holds.
  package var key: [UInt8] {
    Array(profile.text.utf8) + [0] + Array(recipient.id.text.utf8)
  }
}

extension Notification {
  /// Stands for the notification in the ledger, so that it is never mailed twice.
  var ledgerHash: UInt64 {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(
      profile.text.utf8.count + recipient.text.utf8.count + id.text.utf8.count + 2)
    bytes += profile.text.utf8
    bytes.append(0)
    bytes += recipient.text.utf8
    bytes.append(0)
    bytes += id.text.utf8
    return SipHash(key: .fixed).hash64(bytes)
  }
}
