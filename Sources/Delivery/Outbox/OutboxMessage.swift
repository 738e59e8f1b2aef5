import ByteText

/// A message that an outbox publishes.
package struct OutboxMessage: Sendable {
  package var recipient: [UInt8]
  /// The slot, or the key of a message that closes none.
  package var slot: Int64
  /// The first slot after the run; nil if none is known.
  package var next: Int64?
  /// The horizon of the recipient's first run; kept only if there is none yet.
  package var horizon: Int64
  package var messageID: String
  /// Hashes of its notifications, which are not delivered again while they are kept.
  package var notifications: [UInt64]
  /// What the caller wants to know at the next message, such as counts as JSON.
  package var counts: [UInt8]
  package private(set) var bytes: [UInt8]
  /// The name of its file, or of the run's.
  private(set) var name = ""
  /// The hash of its bytes, made with the message, so that several cores share the work.
  let content: UInt64

  package init(
    recipient: [UInt8], slot: Int64, next: Int64? = nil, horizon: Int64, messageID: String,
    notifications: [UInt64], counts: [UInt8], bytes: [UInt8]
  ) {
    self.recipient = recipient
    self.slot = slot
    self.next = next
    self.horizon = horizon
    self.messageID = messageID
    self.notifications = notifications
    self.counts = counts
    self.bytes = bytes
    content = FastHash.fixed(bytes.span.bytes)
  }

  /// The message as the ledger keeps it: everything but its bytes.
  func prepared(as name: String) -> OutboxMessage {
    var prepared = self
    (prepared.bytes, prepared.name) = ([], name)
    return prepared
  }
}
