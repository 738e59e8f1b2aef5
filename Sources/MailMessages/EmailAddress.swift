package import ByteText
import Foundation

/// A deliverable Internet address: `local@domain` and nothing around it.
///
/// The rules are stricter than RFC 5321:
/// - one mailbox without comments, groups, routes, display names or blanks;
/// - a local part is a dot-atom of at most 64 octets. A quoted one may contain only atoms and dots
///   (`"taro..y"@example.jp`, as some Japanese providers issued), and loses unneeded quotes;
/// - a domain has at least two labels, and the last is not a number. An internationalized domain
///   becomes A-labels; address literals are refused;
/// - a local part beyond ASCII (RFC 6531) may not contain controls, blanks, invisible or unassigned
///   characters.
///
/// Addresses are compared by their bytes: the local part as given, the domain in lowercase.
package struct EmailAddress: Hashable, Sendable, CustomStringConvertible {
  /// The form for headers and `RCPT TO`.
  package let bytes: [UInt8]
  package let domain: DomainName
  /// Whether the local part is not ASCII, so that both servers must support SMTPUTF8 (RFC 6531).
  package let needsSMTPUTF8: Bool

  /// Throws the first reason why the text is not a deliverable address.
  package init(_ text: String) throws(Fault) {
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

  /// Checks every rule.
  init(byRules text: String) throws(Fault) {
    let given = Array(text.utf8)
    if given.isEmpty { throw .address("empty", "it is empty") }
    try Self.refuseInvisible(text)
    guard let at = given.firstIndex(of: UInt8(ascii: "@")) else {
      throw .address("missing-at", "it has no @")
    }
    guard given.lastIndex(of: UInt8(ascii: "@")) == at else {
      throw .address("several-ats", "it has more than one @")
    }
    let local = try LocalPart.canonical(given[..<at])
    domain = try DomainName(String(decoding: given[(at + 1)...], as: UTF8.self))
    bytes = local + [UInt8(ascii: "@")] + Array(domain.description.utf8)
    guard bytes.count <= 254 else {
      throw .address("address-too-long", "it has \(bytes.count) octets, and at most 254 travel")
    }
    needsSMTPUTF8 = !local.isASCII
  }

  /// The address for comparing with duplicates and suppressed addresses, never for sending: in lower
  /// case, and beyond ASCII in one normal form (Unicode's default caseless matching).
  package var comparisonKey: [UInt8] {
    if bytes.allSatisfy({ $0 < 0x80 }) { return bytes.asciiLowercased }
    let text = String(decoding: bytes, as: UTF8.self)
    return Array(
      text.lowercased().uppercased().lowercased().decomposedStringWithCanonicalMapping.utf8)
  }

  private static func refuseInvisible(_ text: String) throws(Fault) {
    // ASCII needs no property lookup.
    if text.utf8.allSatisfy({ $0 > UInt8(ascii: " ") && $0 < 0x7F }) { return }
    var offset = 0
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .unassigned,
        .surrogate, .privateUse:
        // The joiners are part of words in Persian and Indic scripts.
        if scalar != "\u{200C}", scalar != "\u{200D}" {
          throw .address(
            "invisible-character", "it has a blank or an invisible character at byte \(offset)")
        }
      default: break
      }
      offset += UTF8.width(scalar)
    }
  }

  package var description: String { String(decoding: bytes, as: UTF8.self) }
}

/// The part before the `@`.
enum LocalPart {
  /// A dot-atom or a quoted string of atoms and dots, in its simplest form (RFC 5321 section
  /// 4.1.2).
  static func canonical(_ given: ArraySlice<UInt8>) throws(Fault) -> [UInt8] {
    if given.isEmpty { throw .address("empty-local-part", "it has nothing before the @") }
    guard given.count <= 64 else {
      throw .address(
        "local-part-too-long", "it has \(given.count) octets before the @, and at most 64 travel")
    }
    if given.first == UInt8(ascii: "\"") { return try unquoted(given) }
    for (offset, byte) in given.enumerated() where !isPermitted(byte) {
      throw .address("forbidden-character", "it would need quotes for its byte \(offset)")
    }
    guard isDotAtom(given) else {
      throw .address("misplaced-dot", "it has a dot at an edge or two in a row before the @")
    }
    return Array(given)
  }

  private static func unquoted(_ given: ArraySlice<UInt8>) throws(Fault) -> [UInt8] {
    guard given.count >= 2, given.last == UInt8(ascii: "\"") else {
      throw .address("undeliverable-quoting", "it has quotes that no mail provider issues")
    }
    let content = given.dropFirst().dropLast()
    if content.isEmpty { throw .address("empty-local-part", "it has nothing before the @") }
    guard content.allSatisfy(isPermitted) else {
      throw .address("undeliverable-quoting", "it has quotes that no mail provider issues")
    }
    return Array(isDotAtom(content) ? content : given)
  }

  private static func isPermitted(_ byte: UInt8) -> Bool {
    byte.isAtomText || byte == UInt8(ascii: ".") || byte >= 0x80
  }

  static func isDotAtom(_ bytes: ArraySlice<UInt8>) -> Bool {
    var previous = UInt8(ascii: ".")
    for byte in bytes {
      if byte == UInt8(ascii: "."), previous == UInt8(ascii: ".") { return false }
      previous = byte
    }
    return previous != UInt8(ascii: ".")
  }
}

/// Almost every address: an ASCII dot-atom at a host name, accepted in one pass. `EmailAddress`
/// gives the same result for it.
struct PlainAddress {
  let bytes: [UInt8]
  let domain: DomainName

  /// Nil if the text needs the rules of `EmailAddress`.
  init?(_ given: [UInt8]) {
    guard let at = given.firstIndex(of: UInt8(ascii: "@")), at <= 64, given.count <= 254,
      given[..<at].allSatisfy({ $0.isAtomText || $0 == UInt8(ascii: ".") }),
      LocalPart.isDotAtom(given[..<at]), Self.isHostName(given[(at + 1)...])
    else { return nil }
    var bytes = given
    for index in (at + 1)..<bytes.count { bytes[index] = bytes[index].asciiLowercased }
    self.bytes = bytes
    domain = DomainName(known: String(decoding: bytes[(at + 1)...], as: UTF8.self))
  }

  /// Whether there are at least two labels of letters and digits, with single hyphens inside, the
  /// last of letters only.
  private static func isHostName(_ bytes: ArraySlice<UInt8>) -> Bool {
    var previous = UInt8(ascii: ".")
    var length = 0
    var dots = 0
    var isLastOfLetters = true
    for byte in bytes {
      if byte.isASCIILetter || byte.isASCIIDigit {
        length += 1
        if byte.isASCIIDigit { isLastOfLetters = false }
      } else if byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") {
        if previous == UInt8(ascii: ".") || previous == UInt8(ascii: "-") || length > 62 {
          return false
        }
        if byte == UInt8(ascii: ".") {
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
    return dots > 0 && isLastOfLetters && length <= 63 && previous != UInt8(ascii: ".")
      && previous != UInt8(ascii: "-")
  }
}

/// An address with the name of its owner, if known (RFC 5322 section 3.4).
package struct Mailbox: Hashable, Sendable {
  /// One line, never empty.
  package let displayName: String?
  package let address: EmailAddress

  /// Flattens the name to one line; a blank name becomes nil.
  package init(_ displayName: String? = nil, _ address: EmailAddress) {
    let flat = displayName.map(HeaderText.flatten) ?? ""
    self.displayName = flat.isEmpty ? nil : flat
    self.address = address
  }
}

extension Fault {
  /// A text is not a deliverable Internet address: longer than mail carries (RFC 5321 section 4.5.3.1),
  /// of a host that the network does not know, or with what no provider issues.
  static func address(_ code: String, _ what: String) -> Fault {
    Fault(.unusable, code: code, what)
  }
}

extension UInt8 {
  /// `atext` of RFC 5322 section 3.2.3: what an atom is made of.
  var isAtomText: Bool {
    if isASCIILetter || isASCIIDigit { return true }
    switch self {
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2F, 0x3D, 0x3F, 0x5E...0x60, 0x7B...0x7E:
      return true
    default: return false
    }
  }
}

extension [UInt8] {
  var isASCII: Bool { allSatisfy { $0 < 0x80 } }

  var asciiLowercased: [UInt8] { map(\.asciiLowercased) }
}
