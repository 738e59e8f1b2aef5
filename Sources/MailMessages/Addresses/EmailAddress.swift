/// One deliverable Internet address: `local@domain`, nothing around it.
///
/// The policy is stricter than RFC 5321 where its freedoms deliver nothing but tricks:
/// - one mailbox, no comments, groups, routes, display names or blanks, not even at the ends;
/// - the local part is a dot-atom of at most 64 octets; a quoted one may hold only atoms and dots, as
///   some Japanese providers gave out (`"taro..y"@example.jp`), and loses quotes that it does not need;
/// - the domain has two labels or more, the last not a number; an internationalised one becomes its
///   A-labels; address literals are refused;
/// - a local part beyond ASCII is accepted as RFC 6531 allows, without controls, blanks, invisible and
///   unassigned characters, and says so in `needsSMTPUTF8`.
///
/// Addresses are equal when their bytes are: the local part as given, the domain in lower case.
package struct EmailAddress: Hashable, Sendable {
  /// As it stands in a header and in `RCPT TO`.
  package let bytes: [UInt8]
  package let domain: DomainName
  /// The local part is not ASCII: both servers must speak SMTPUTF8 (RFC 6531).
  package let needsSMTPUTF8: Bool

  /// Throws the first reason why the text is not a deliverable address.
  package init(_ text: String) throws(AddressError) {
    if let plain = PlainAddress(Array(text.utf8)) {
      self.init(plain)
    } else {
      try self.init(byRules: text)
    }
  }

  private init(_ plain: PlainAddress) {
    bytes = plain.bytes
    domain = plain.domain
    needsSMTPUTF8 = false
  }

  /// Asks every rule, where the text may need one of them.
  init(byRules text: String) throws(AddressError) {
    let given = Array(text.utf8)
    if given.isEmpty { throw .empty }
    try Self.refuseInvisible(text)
    guard let at = given.firstIndex(of: ASCII.at) else { throw .missingAt }
    guard given.lastIndex(of: ASCII.at) == at else { throw .severalAts }
    let local = try LocalPart.canonical(given[..<at])
    domain = try DomainName(String(decoding: given[(at + 1)...], as: UTF8.self))
    bytes = local + [ASCII.at] + Array(domain.description.utf8)
    guard bytes.count <= 254 else { throw .addressTooLong(octets: bytes.count) }
    needsSMTPUTF8 = !local.isASCII
  }

  /// The same mailbox for all practical purposes: the address with its ASCII letters in lower case,
  /// for telling duplicates and suppressed addresses. Never for sending.
  package var comparisonKey: [UInt8] { bytes.asciiLowercased }

  private static func refuseInvisible(_ text: String) throws(AddressError) {
    // Almost all are ASCII, for which no property is looked up.
    if text.utf8.allSatisfy({ $0 > ASCII.space && $0 < ASCII.delete }) { return }
    var offset = 0
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .unassigned,
        .surrogate, .privateUse:
        // The joiners spell words in Persian and the scripts of India.
        if scalar != "\u{200C}", scalar != "\u{200D}" {
          throw .invisibleCharacter(offset: offset)
        }
      default: break
      }
      offset += UTF8.width(scalar)
    }
  }
}

extension EmailAddress: CustomStringConvertible {
  package var description: String { String(decoding: bytes, as: UTF8.self) }
}
