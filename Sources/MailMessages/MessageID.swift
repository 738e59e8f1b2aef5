import ByteText

/// A message identifier (RFC 5322 section 3.6.4); equal parts give equal identifiers, so that a
/// repeated message is recognized.
package struct MessageID: Hashable, Sendable {
  /// Without angle brackets.
  package let description: String

  /// The identifier of a stream's message to a recipient for a slot: 130 bits of a SHA-256, from
  /// which nothing about the recipient can be read.
  ///
  /// - Parameters:
  ///   - recipient: bytes that identify the recipient, including its profile.
  ///   - slot: the start of the slot, in seconds since 1970.
  package init(stream: String, recipient: [UInt8], slot: Int64, domain: DomainName) {
    var hash = SHA256()
    hash.update(part: stream.utf8)
    hash.update(part: recipient)
    hash.update(part: String(slot).utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(27 + domain.description.utf8.count)
    Base32.append(hash.finish(), letters: 26, to: &bytes)
    bytes.append(UInt8(ascii: "@"))
    bytes.append(contentsOf: domain.description.utf8)
    description = String(decoding: bytes, as: UTF8.self)
  }
}

extension MessageID: CustomStringConvertible {
  /// Appends the identifier in angle brackets.
  func append(to buffer: inout [UInt8]) { buffer.append(inAngleBrackets: description.utf8) }
}

/// Bits as lowercase letters and digits, five per character (the alphabet of RFC 4648 section 6).
enum Base32 {
  private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

  /// Appends the first `letters` characters, or fewer if the bytes end before.
  static func append(_ bytes: [UInt8], letters: Int, to buffer: inout [UInt8]) {
    var left = letters
    var bits: UInt32 = 0
    var bitCount: UInt32 = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      bitCount += 8
      while bitCount >= 5, left > 0 {
        bitCount -= 5
        left -= 1
        buffer.append(alphabet[Int(bits >> bitCount & 31)])
      }
      bits &= 1 << bitCount - 1
      if left == 0 { break }
    }
  }
}
