/// What stands before the `@`.
enum LocalPart {
  /// A dot-atom, or a quoted string of atoms and dots, in its simplest form (RFC 5321 section 4.1.2).
  static func canonical(_ given: ArraySlice<UInt8>) throws(AddressError) -> [UInt8] {
    if given.isEmpty { throw .emptyLocalPart }
    guard given.count <= 64 else { throw .localPartTooLong(octets: given.count) }
    if given.first == ASCII.quote { return try unquoted(given) }
    for (offset, byte) in given.enumerated() where !isPermitted(byte) {
      throw .forbiddenCharacter(offset: offset)
    }
    guard isDotAtom(given) else { throw .misplacedDot }
    return Array(given)
  }

  private static func unquoted(_ given: ArraySlice<UInt8>) throws(AddressError) -> [UInt8] {
    guard given.count >= 2, given.last == ASCII.quote else { throw .undeliverableQuoting }
    let content = given.dropFirst().dropLast()
    if content.isEmpty { throw .emptyLocalPart }
    guard content.allSatisfy(isPermitted) else { throw .undeliverableQuoting }
    return Array(isDotAtom(content) ? content : given)
  }

  private static func isPermitted(_ byte: UInt8) -> Bool {
    byte.isAtomText || byte == ASCII.dot || byte >= 0x80
  }

  private static func isDotAtom(_ bytes: ArraySlice<UInt8>) -> Bool {
    var previous = ASCII.dot
    for byte in bytes {
      if byte == ASCII.dot, previous == ASCII.dot { return false }
      previous = byte
    }
    return previous != ASCII.dot
  }
}
