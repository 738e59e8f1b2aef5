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

/// An address, with the name of its owner where one is known (RFC 5322 section 3.4).
package struct Mailbox: Hashable, Sendable {
  /// One line, never empty.
  package let displayName: String?
  package let address: EmailAddress

  /// The name is flattened to one line; a name of nothing but blanks is none.
  package init(_ displayName: String? = nil, _ address: EmailAddress) {
    let flat = displayName.map(HeaderText.flatten) ?? ""
    self.displayName = flat.isEmpty ? nil : flat
    self.address = address
  }
}

/// Why a text is not a deliverable Internet address.
package enum AddressError: Error, Equatable, Sendable {
  case empty
  case missingAt
  /// More than one mailbox, a route, or a quoted `@`.
  case severalAts
  /// A blank, a control, an invisible character or an unassigned one, so many bytes into the text.
  case invisibleCharacter(offset: Int)
  /// A character that would need quoting, or begins a comment, a group or a display name.
  case forbiddenCharacter(offset: Int)
  /// A quoted local part of more than atoms and dots: no mail provider makes such mailboxes.
  case undeliverableQuoting
  case emptyLocalPart
  /// A dot at the beginning or end, or two in a row, outside quotes.
  case misplacedDot
  /// Over 64 octets (RFC 5321 section 4.5.3.1.1).
  case localPartTooLong(octets: Int)
  case emptyDomain
  /// `[192.0.2.1]`: a host without name is no address of a person.
  case addressLiteral
  /// A domain of one label, which names a host of the local network or a registry (RFC 7085).
  case dotlessDomain
  /// The domain's last label is a number: an address of a host, not a name (RFC 3696 section 2).
  case numericTopLevelDomain
  case emptyLabel
  /// Over 63 octets, as an A-label.
  case labelTooLong(String)
  /// A label beginning or ending in `-`.
  case hyphenAtEdge(String)
  /// A character that no domain name may hold, even as an internationalised one (RFC 5892).
  case forbiddenInDomain(label: String)
  /// An `xn--` label that decodes to nothing (RFC 3492).
  case malformedALabel(String)
  /// Over 253 octets.
  case domainTooLong(octets: Int)
  /// Over 254 octets, what an SMTP path leaves to an address (RFC 5321 section 4.5.3.1.3).
  case addressTooLong(octets: Int)
}
