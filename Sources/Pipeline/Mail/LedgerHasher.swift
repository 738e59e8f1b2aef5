internal import Delivery
internal import Notifications

/// Makes the hashes that stand for notifications in the ledger, so that none is mailed twice, in a
/// memory that serves for all of a mail.
struct LedgerHasher {
  /// What is hashed: the profile, a zero byte, the recipient, a zero byte, the id.
  private var bytes: [UInt8] = []

  /// Takes what is hashed, not the notification: a copy of one costs more than its hash.
  mutating func hash(
    _ profile: ProfileName, _ recipient: RecipientID, _ id: NotificationID
  ) -> UInt64 {
    bytes.removeAll(keepingCapacity: true)
    append(profile.text)
    bytes.append(0)
    append(recipient.text)
    bytes.append(0)
    append(id.text)
    return SipHash(key: .fixed).hash64(bytes)
  }

  private mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }
}

extension Notification {
  var ledgerHash: UInt64 {
    var hasher = LedgerHasher()
    return hasher.hash(self.profile, self.recipient, self.id)
  }
}
