import ByteText

/// The name of a stream of messages, by which mail programs filter (RFC 2919).
package struct ListID: Hashable, Sendable {
  /// For example `digest.example.com`, without angle brackets.
  package let identifier: String
  package let displayName: String?

  /// Throws unless the identifier is at least two atoms joined by dots, of at most 255 bytes.
  package init(_ identifier: String, displayName: String? = nil) throws(HeaderError) {
    let atoms = identifier.utf8.split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard atoms.count >= 2, identifier.utf8.count <= 255,
      atoms.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isAtomText) })
    else { throw .malformedListID(identifier) }
    self.identifier = identifier
    let flat = displayName.map(HeaderText.flatten) ?? ""
    self.displayName = flat.isEmpty ? nil : flat
  }

  /// Appends the value of the `List-Id` field.
  func append(to buffer: inout [UInt8]) {
    if let displayName {
      Phrase.append(displayName, after: .listID, to: &buffer)
      buffer.append(UInt8(ascii: " "))
    }
    buffer.append(inAngleBrackets: identifier.utf8)
  }
}

/// How a mail program unsubscribes its user (RFC 2369 section 3.2, RFC 8058).
package struct Unsubscription: Hashable, Sendable {
  package let uri: String

  /// Throws unless the URI is `https:`, `http:` or `mailto:`, in printable ASCII without angle
  /// brackets, commas, quotes and backslashes, and of at most 900 bytes.
  package init(_ uri: String) throws(HeaderError) {
    guard Self.isWellFormed(uri) else { throw .malformedUnsubscribeURI(uri) }
    self.uri = uri
  }

  /// Whether a POST over TLS can unsubscribe (RFC 8058 section 3.1).
  var isOneClick: Bool { Self.scheme(uri) == "https" }

  /// Appends the value of the `List-Unsubscribe` field.
  func append(to buffer: inout [UInt8]) { buffer.append(inAngleBrackets: uri.utf8) }

  private static func isWellFormed(_ uri: String) -> Bool {
    guard uri.utf8.count <= 900, let scheme = scheme(uri) else { return false }
    let isKnown = ["https", "http", "mailto"].contains(scheme)
    let beginning = scheme.utf8.count + (scheme == "mailto" ? 1 : 3)
    let isPlain = uri.utf8.allSatisfy {
      $0 > UInt8(ascii: " ") && $0 < 0x7F && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">")
        && $0 != 0x2C
        && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    let hasSlashes =
      scheme == "mailto" || uri.utf8.dropFirst(scheme.utf8.count).starts(with: "://".utf8)
    return isKnown && isPlain && hasSlashes && uri.utf8.count > beginning
  }

  private static func scheme(_ uri: String) -> String? {
    guard let colon = uri.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    return String(decoding: uri.utf8[..<colon].map(\.asciiLowercased), as: UTF8.self)
  }
}
