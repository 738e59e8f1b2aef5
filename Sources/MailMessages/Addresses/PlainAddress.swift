/// An address as almost all are: a dot-atom at a host name, in ASCII. One pass tells it, and whatever
/// else is left to the rules of `EmailAddress`, which would say the same of this.
struct PlainAddress {
  let bytes: [UInt8]
  let domain: DomainName

  /// Nil for what is no such address, or may be none.
  init?(_ given: [UInt8]) {
    guard let at = given.firstIndex(of: ASCII.at), at <= 64, given.count <= 254,
      Self.isDotAtom(given[..<at]), Self.isHostName(given[(at + 1)...])
    else { return nil }
    var bytes = given
    for index in (at + 1)..<bytes.count { bytes[index] = bytes[index].asciiLowercased }
    self.bytes = bytes
    domain = DomainName(known: String(decoding: bytes[(at + 1)...], as: UTF8.self))
  }

  private static func isDotAtom(_ bytes: ArraySlice<UInt8>) -> Bool {
    var previous = ASCII.dot
    for byte in bytes {
      if byte == ASCII.dot ? previous == ASCII.dot : !byte.isAtomText { return false }
      previous = byte
    }
    return previous != ASCII.dot
  }

  /// Two labels or more of letters and digits, with single hyphens between them, the last of letters
  /// alone: no A-label, and no number.
  private static func isHostName(_ bytes: ArraySlice<UInt8>) -> Bool {
    var previous = ASCII.dot
    var length = 0
    var dots = 0
    var isLastOfLetters = true
    for byte in bytes {
      if byte.isASCIILetter || byte.isASCIIDigit {
        length += 1
        if byte.isASCIIDigit { isLastOfLetters = false }
      } else if byte == ASCII.dot || byte == ASCII.hyphen {
        if previous == ASCII.dot || previous == ASCII.hyphen || length > 62 { return false }
        if byte == ASCII.dot {
          dots += 1
          length = 0
          isLastOfLetters = true
        } else {
          length += 1
        }
      } else {
        return false
      }
      previous = byte
    }
    return dots > 0 && isLastOfLetters && length <= 63 && previous != ASCII.dot
      && previous != ASCII.hyphen
  }
}
