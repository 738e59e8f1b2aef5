package import ByteText

/// A file name for any key: ASCII, at most 100 bytes, no separator, no leading dot or hyphen, and
/// distinct for distinct keys, even if a file system ignores case.
package enum FileName {
  /// A readable name: the key itself if it is plain (lower-case letters, digits, `_`, `-`, `.`), or
  /// else its readable part, a tilde, and a hash: `alice`, `j-rgen~3f0c…`.
  ///
  /// A plain key has no tilde, so no key can take another's name.
  package static func plain(_ key: [UInt8], suffix: String) -> String {
    if isPlain(key) { return String(decoding: key, as: UTF8.self) + suffix }
    let hash = SipHash(key: .fixed).hash128(key)
    return slug(key) + "~" + hash.hexadecimal + suffix
  }

  /// A name that cannot be guessed without the secret and reveals nothing of its key.
  package static func secret(_ key: [UInt8], secret: SipHash.Key, suffix: String) -> String {
    SipHash(key: secret).hash128(key).hexadecimal + suffix
  }

  private static func isPlain(_ key: [UInt8]) -> Bool {
    guard (1...48).contains(key.count), let first = key.first else { return false }
    guard first != UInt8(ascii: "."), first != UInt8(ascii: "-") else { return false }
    return key.allSatisfy {
      $0.isASCIILetterOrDigit && !$0.isASCIIUppercase || "_-.".utf8.contains($0)
    }
  }

  /// The letters and digits of a key in lower case, at most 40 bytes, with one hyphen for
  /// everything between.
  static func slug(_ key: [UInt8]) -> String {
    var slug: [UInt8] = []
    var isBetween = false
    for byte in key where slug.count < 40 {
      guard byte.isASCIILetterOrDigit else {
        isBetween = true
        continue
      }
      if isBetween, !slug.isEmpty { slug.append(UInt8(ascii: "-")) }
      isBetween = false
      slug.append(byte.asciiLowercased)
    }
    return slug.isEmpty ? "x" : String(decoding: slug, as: UTF8.self)
  }
}

/// The identity of a message: the stream, the recipient, and the slot (its due time, in
/// microseconds since 1970). File names and Message-IDs derive from it, so a repeated run makes the
/// same.
struct DeliveryKey: Hashable {
  var stream: String
  var recipient: [UInt8]
  var slot: Int64

  /// A token of 32 hexadecimal digits, such as for the left part of a Message-ID.
  var token: String {
    var bytes: [UInt8] = []
    // The length comes first, so that no two keys have the same bytes.
    bytes += UInt64(stream.utf8.count).littleEndianBytes
    bytes += stream.utf8
    bytes += UInt64(bitPattern: slot).littleEndianBytes
    bytes += recipient
    return SipHash(key: .fixed).hash128(bytes).hexadecimal
  }

  func fileName(in format: OutboxFormat) -> String {
    switch format {
    case .maildir: "\(max(slot / 1_000_000, 0)).\(token).tidings"
    case .eml: FileName.slug(recipient) + "~" + token + ".eml"
    case .mbox, .jsonl: ""
    }
  }
}
