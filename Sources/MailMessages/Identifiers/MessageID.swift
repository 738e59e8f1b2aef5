/// A message identifier (RFC 5322 section 3.6.4): the same parts give the same identifier, so that
/// a message that is made again is known again.
public struct MessageID: Hashable, Sendable {
  /// Without the angle brackets.
  public let description: String

  /// Hashes the parts, each with its length, with SHA-256 and keeps 130 bits of it: nothing of the
  /// recipient can be read from the identifier.
  public init(hashing parts: [[UInt8]], domain: DomainName) {
    var hash = SHA256()
    for part in parts {
      withUnsafeBytes(of: UInt64(part.count).littleEndian) { hash.update(Array($0)) }
      hash.update(part)
    }
    description = Base32.text(hash.finish(), letters: 26) + "@" + domain.description
  }

  /// The identifier of a stream's message to a recipient for a slot or window.
  ///
  /// - Parameters:
  ///   - recipient: the bytes that identify the recipient, its profile among them.
  ///   - slot: the beginning of the slot, in seconds since 1970.
  public init(stream: String, recipient: [UInt8], slot: Int64, domain: DomainName) {
    self.init(
      hashing: [Array(stream.utf8), recipient, Array(String(slot).utf8)], domain: domain)
  }
}

extension MessageID: CustomStringConvertible {
  var field: HeaderField { HeaderField(.messageID, HeaderValue(checked: "<\(description)>")) }
}
