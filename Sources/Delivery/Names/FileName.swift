package import ByteText

/// A file name for any key: ASCII, at most 100 bytes, no separator, no leading dot or hyphen, and
/// as different as the keys are, also where a file system ignores case.
package enum FileName {
  /// A name that shows its key: the key itself where it is plain (lower-case letters, digits, `_`,
  /// `-`, `.`), else what can be shown of it, a tilde, and a hash: `alice`, `j-rgen~3f0c…`.
  ///
  /// A plain key holds no tilde, so that no key can take another's name.
  package static func plain(_ key: [UInt8], suffix: String) -> String {
    if isPlain(key) { return String(decoding: key, as: UTF8.self) + suffix }
    let hash = SipHash(key: .fixed).hash128(key)
    return slug(key) + "~" + hash.hexadecimal + suffix
  }

  /// A name that nobody can guess who does not have the secret, and that shows nothing of its key.
  package static func secret(_ key: [UInt8], secret: SipHash.Key, suffix: String) -> String {
    SipHash(key: secret).hash128(key).hexadecimal + suffix
  }

  private static func isPlain(_ key: [UInt8]) -> Bool {
    guard (1...48).contains(key.count), let first = key.first else { return false }
    guard first != UInt8(ascii: "."), first != UInt8(ascii: "-") else { return false }
    return key.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
        true
      default: false
      }
    }
  }

  /// The letters and digits of a key in lower case, at most 40 bytes, one hyphen for all between.
  static func slug(_ key: [UInt8]) -> String {
    var slug: [UInt8] = []
    var isBetween = false
    for byte in key where slug.count < 40 {
      let letter: UInt8
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        letter = byte
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): letter = byte | 0x20
      default:
        isBetween = true
        continue
      }
      if isBetween, !slug.isEmpty { slug.append(UInt8(ascii: "-")) }
      isBetween = false
      slug.append(letter)
    }
    return slug.isEmpty ? "x" : String(decoding: slug, as: UTF8.self)
  }
}
