internal import ByteText
internal import Delivery
internal import Notifications

/// Hashes notifications for the ledger, so that none is mailed twice; reuses its memory within a
/// mail.
struct LedgerHasher {
  /// The hash's input: profile, zero byte, recipient, zero byte, id.
  private var bytes: [UInt8] = []

  /// Takes three parts and not the notification: copying one costs more than hashing it.
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
