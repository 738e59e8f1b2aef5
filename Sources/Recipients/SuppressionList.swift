package import ByteText
import Exports
import Notifications

/// Addresses that are never mailed.
///
/// One address per line, in any common form: `maya@example.org`, `<maya@example.org>`, `Maya
/// <maya@example.org>`, `mailto:maya@example.org`. Empty lines and comments are ignored; a comment
/// begins with `#` at the start of a line or after a blank. In a CSV file, separated by commas,
/// semicolons or tabs, the first column counts. A first line without `@` is the heading if its first
/// word names addresses, or if it has several columns and all are words.
///
/// Any other line is an error, and so is a file without an address: the people meant would be
/// mailed. An intentionally empty list has a comment, such as `# none`.
package struct SuppressionList: Sendable {
  private var addresses = ByteTable()
  private let keys: AddressKeys
  /// The hash of the file, which may be a pipe that can be read only once; empty without one.
  package private(set) var fingerprint: [UInt8] = []

  /// Reads the list in the file at `path`; it is empty for nil.
  package init(path: String?, keys: AddressKeys) throws(Fault) {
    self.keys = keys
    guard let path else { return }
    let text = try ObjectFile.text(of: path, refuses: \.isNoText)
    let bytes = text.withBytes { Array($0) }
    if bytes.contains(0) {
      throw Fault(
        .unusable, code: "not-text", of: path, "it is a binary file, not a list of addresses",
        advice: "name a text file")
    }
    fingerprint = SHA256.hash(bytes)
    try readLines(bytes, file: path)
  }

  package func contains(_ address: String) -> Bool {
    guard addresses.count > 0 else { return false }
    return addresses.number(of: keys.key(address).span.bytes) != nil
  }

  private mutating func readLines(_ bytes: [UInt8], file: String) throws(Fault) {
    var start = 0
    var line = 0
    var hasComment = false
    var hasHeading = false
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      line += 1
      let text = ASCII.trimmed(bytes[start..<end])
      start = end + 1
      if text.first == UInt8(ascii: "#") { hasComment = true }
      let columns = SuppressionLine.columns(of: text)
      guard let column = columns.first, !column.isEmpty else { continue }
      if let key = SuppressionLine.address(in: column).flatMap(keys.understood) {
        addKey(key)
        if !hasHeading { addAll(columns.dropFirst().filter { !$0.isEmpty }) }
      } else if line > 1 || !SuppressionLine.isHeading(columns) {
        guard String(validating: column, as: UTF8.self) != nil else {
          throw .notUTF8(file, line: line)
        }
        let shown = String(decoding: column.prefix(64), as: UTF8.self)
        throw Fault(
          .unusable, code: "no-address", of: file, at: Fault.Place(line: line),
          "\(shown) is not an address, so its owner would still be mailed",
          advice: "correct the line: the address comes first, and a comment begins with #")
      } else {
        hasHeading = true
      }
    }
    if addresses.count == 0, !hasComment {
      throw Fault(
        .unusable, code: "no-addresses", of: file, "it contains no addresses",
        advice: "to suppress nobody, write the comment line # none")
    }
  }

  private mutating func addKey(_ key: [UInt8]) { _ = addresses.addKey(key.span.bytes) }

  /// Adds the further columns of a line where they are addresses as well.
  private mutating func addAll(_ columns: [ArraySlice<UInt8>]) {
    let found = columns.compactMap { SuppressionLine.address(in: $0).flatMap(keys.understood) }
    guard found.count == columns.count else { return }
    for key in found { addKey(key) }
  }
}

enum SuppressionLine {
  /// The columns, as they are written but for the quotes of a CSV file (RFC 4180 section 2); none for
  /// a comment.
  static func columns(of line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    let text = ASCII.trimmed(withoutComment(line))
    var isQuoted = false
    return text.split(omittingEmptySubsequences: false) { byte in
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      return !isQuoted && isSeparator(byte)
    }.map { unquoted(ASCII.trimmed($0)) }
  }

  /// Words for addresses, without what is no letter.
  private static let headings: Set<String> = [
    "email", "emails", "mail", "emailaddress", "emailaddresses", "mailaddress", "address",
    "addresses",
    "recipient", "recipients", "useremail", "subscriber", "contact", "suppressed", "bounced",
    "unsubscribed", "adresse", "adressen", "adresses", "emailadresse", "mailadresse", "courriel",
    "correo", "correoelectronico",
  ]

  /// Whether a line without an address is a heading: anybody else in it would be mailed.
  static func isHeading(_ columns: [ArraySlice<UInt8>]) -> Bool {
    guard let first = columns.first else { return false }
    let letters = first.filter(\.isASCIILetter).map(\.asciiLowercased)
    if isName(first), headings.contains(String(decoding: letters, as: UTF8.self)) { return true }
    return columns.count > 1 && columns.allSatisfy(isName)
  }

  /// Whether a text may name a column: letters, digits, blanks and the hyphens between words.
  private static func isName(_ column: ArraySlice<UInt8>) -> Bool {
    column.first.map { $0.isASCIILetter || $0 >= 0x80 } ?? false
      && column.allSatisfy { $0.isASCIILetterOrDigit || $0 >= 0x80 || " _-".utf8.contains($0) }
  }

  private static func unquoted(_ column: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard column.count > 1, column.first == UInt8(ascii: "\""), column.last == UInt8(ascii: "\"")
    else { return column }
    return ASCII.trimmed(column.dropFirst().dropLast())
  }

  /// The address in a column, without a name, angle brackets, `mailto:` (RFC 6068) or a trailing
  /// dot; nil if it is not an address.
  static func address(in column: ArraySlice<UInt8>) -> [UInt8]? {
    var address = column
    if address.last == UInt8(ascii: ">"), let open = address.lastIndex(of: UInt8(ascii: "<")) {
      address = address[(open + 1)...].dropLast()
    }
    var bytes = Array(ASCII.trimmed(address))
    let scheme = Array("mailto:".utf8)
    if bytes.count > scheme.count, bytes.prefix(scheme.count).map(\.asciiLowercased) == scheme {
      bytes = PercentEncoding.decoded(bytes.dropFirst(scheme.count).prefix { $0 != 0x3F })
    }
    if bytes.last == UInt8(ascii: "."), bytes.contains(UInt8(ascii: "@")) { bytes.removeLast() }
    return isAddress(bytes) ? bytes : nil
  }

  /// Whether there is text before and after an `@`, and nothing that no address has.
  private static func isAddress(_ text: [UInt8]) -> Bool {
    guard let at = text.lastIndex(of: UInt8(ascii: "@")), at > 0, at < text.count - 1 else {
      return false
    }
    // `*@example.org` means everybody there, which no list can say.
    if at == 1, text[0] == UInt8(ascii: "*") { return false }
    let quote = UInt8(ascii: "\"")
    let isQuoted = at > 1 && text[0] == quote && text[at - 1] == quote
    if text[0] == quote, !isQuoted { return false }
    return !text.contains { $0 <= 0x20 || $0 == 0x7F || "<>".utf8.contains($0) }
      && (isQuoted || !text[..<at].contains { "()[]\\,;:@\"".utf8.contains($0) })
      && isDomain(text[(at + 1)...])
  }

  /// Whether these are labels with dots between them: `*` would be everybody's host, and brackets hold
  /// a comment or a number.
  private static func isDomain(_ text: ArraySlice<UInt8>) -> Bool {
    text.allSatisfy { byte in
      byte >= 0x80 || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte)
        || (0x61...0x7A).contains(byte | 0x20)
    }
  }

  private static func withoutComment(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    // A `#` inside an address belongs to it.
    let hash = line.indices.first {
      line[$0] == UInt8(ascii: "#") && ($0 == line.startIndex || ASCII.isBlank(line[$0 - 1]))
    }
    return line[..<(hash ?? line.endIndex)]
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte == 0x09
  }
}

/// How addresses are compared: as mail compares them, which this module cannot import.
///
/// ASCII letters compare in lower case, and surrounding blanks are ignored. An address with quotes
/// or characters beyond ASCII may have another spelling (`bücher.example` is
/// `xn--bcher-kva.example`); `canonical` decides about those.
package struct AddressKeys: Sendable {
  private let canonical: @Sendable (String) -> [UInt8]?

  /// - Parameter canonical: the comparison key of an address that is not plain ASCII, such as
  ///   `EmailAddress.comparisonKey`; nil for what is no address.
  package init(canonical: @escaping @Sendable (String) -> [UInt8]?) { self.canonical = canonical }

  /// The key that all addresses of one mailbox share.
  package func key(_ address: String) -> [UInt8] {
    let trimmed = ASCII.trimmed(ArraySlice(address.utf8))
    if trimmed.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: "\"") }),
      let key = canonical(String(decoding: trimmed, as: UTF8.self))
    {
      return key
    }
    return trimmed.map(\.asciiLowercased)
  }

  /// The address that an id is; nil if it is none.
  func address(in id: RecipientID) -> String? {
    let at = id.text.utf8.firstIndex(of: UInt8(ascii: "@"))
    return at != nil && canonical(id.text) != nil ? id.text : nil
  }

  /// The key of an address that must be understood; nil for one with other spellings that
  /// `canonical` does not know.
  package func understood(_ address: [UInt8]) -> [UInt8]? {
    guard address.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: "\"") }) else {
      return address.map(\.asciiLowercased)
    }
    return String(validating: address, as: UTF8.self).flatMap(canonical)
  }
}
