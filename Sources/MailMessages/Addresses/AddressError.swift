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
