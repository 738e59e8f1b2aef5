/// A domain name of two labels or more in its ASCII form, lower case.
///
///     try DomainName("Bücher.example").description  // xn--bcher-kva.example
///
/// Letters, digits and hyphens (RFC 1123 section 2.1); labels beyond ASCII are mapped and become
/// A-labels (`InternationalLabel`).
package struct DomainName: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  /// Takes a name that is known to be one, in lower case.
  init(known name: String) { description = name }

  /// Throws why the text is not such a name.
  package init(_ text: String) throws(AddressError) {
    if text.isEmpty { throw .emptyDomain }
    if text.utf8.first == 0x5B { throw .addressLiteral }
    let mapped = text.utf8.allSatisfy { $0 < 0x80 } ? text : InternationalLabel.mapped(text)
    let parts = mapped.utf8.split(separator: ASCII.dot, omittingEmptySubsequences: false)
    var labels: [String] = []
    for part in parts { labels.append(try Self.label(Array(part))) }
    guard labels.count >= 2, let top = labels.last else { throw .dotlessDomain }
    if top.utf8.allSatisfy(\.isASCIIDigit) { throw .numericTopLevelDomain }
    description = labels.joined(separator: ".")
    let octets = description.utf8.count
    guard octets <= 253 else { throw .domainTooLong(octets: octets) }
  }

  private static func label(_ given: [UInt8]) throws(AddressError) -> String {
    if given.isEmpty { throw .emptyLabel }
    let shown = String(decoding: given, as: UTF8.self)
    if given.first == ASCII.hyphen || given.last == ASCII.hyphen { throw .hyphenAtEdge(shown) }
    guard given.isASCII else { return try InternationalLabel.aLabel(shown) }
    let label = given.asciiLowercased
    let isHostName = label.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == ASCII.hyphen }
    guard isHostName else { throw .forbiddenInDomain(label: shown) }
    guard label.count <= 63 else { throw .labelTooLong(shown) }
    if label.starts(with: "xn--".utf8), Punycode.decode(label.dropFirst(4)) == nil {
      throw .malformedALabel(shown)
    }
    return String(decoding: label, as: UTF8.self)
  }
}
