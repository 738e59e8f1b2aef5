internal import Delivery
internal import Notifications

/// Makes the hashes that stand for notifications in the ledger, so that none is mailed twice, in a
/// memory that serves for all of a mail.
struct LedgerHasher {
  /// What is hashed: the profile, a zero byte, the recipient, a zero byte, the id.
  private var bytes: [UInt8] = []

  mutating func hash(of notification: Notification) -> UInt64 {
    bytes.removeAll(keepingCapacity: true)
    append(notification.profile.text)
    bytes.append(0)
    append(notification.recipient.text)
    bytes.append(0)
    append(notification.id.text)
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
    return hasher.hash(of: self)
  }
}
