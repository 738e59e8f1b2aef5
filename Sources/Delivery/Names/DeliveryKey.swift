import ByteText

/// What a message is known by: the stream, the recipient, and the slot (the time it was due, in
/// microseconds since 1970) that it fills. File names and Message-IDs derive from it, so that a
/// repeated run makes the same.
package struct DeliveryKey: Hashable, Sendable {
  package var stream: String
  package var recipient: [UInt8]
  package var slot: Int64

  package init(stream: String, recipient: [UInt8], slot: Int64) {
    self.stream = stream
    self.recipient = recipient
    self.slot = slot
  }

  /// A token of 32 hexadecimal digits, for the left part of a Message-ID for example.
  package var token: String {
    var bytes: [UInt8] = []
    // Lengths first: no two keys may run together into the same bytes.
    bytes += UInt64(stream.utf8.count).littleEndianBytes
    bytes += stream.utf8
    bytes += UInt64(bitPattern: slot).littleEndianBytes
    bytes += recipient
    return SipHash(key: .fixed).hash128(bytes).hexadecimal
  }

  /// The name of the message's file in an outbox of this format.
  func fileName(in format: OutboxFormat) -> String {
    switch format {
    case .maildir: "\(max(slot / 1_000_000, 0)).\(token).tidings"
    case .eml: FileName.slug(recipient) + "~" + token + ".eml"
    case .mbox, .jsonl: ""
    }
  }
}

/// One of the parts into which the recipients are divided by a stable hash, so that several machines
/// can share them.
package struct Shard: Equatable, Sendable, CustomStringConvertible {
  /// 1 to `count`.
  package let index: Int
  package let count: Int

  /// Nil where the index is not one of 1 to `count`.
  package init?(index: Int, count: Int) {
    guard count >= 1, (1...count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }

  /// The undivided whole.
  package static var all: Shard { Shard(all: ()) }

  private init(all: Void) {
    index = 1
    count = 1
  }

  package func contains(_ recipient: [UInt8]) -> Bool {
    SipHash(key: .fixed).hash64(recipient) % UInt64(count) == UInt64(index - 1)
  }

  package var description: String { "\(index)/\(count)" }
}
