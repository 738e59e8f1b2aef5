/// The name of a stream of messages that mail programs file by (RFC 2919).
package struct ListID: Hashable, Sendable {
  /// `digest.example.com`, without the angle brackets.
  package let identifier: String
  package let displayName: String?

  /// Throws unless the identifier is two or more atoms joined by dots, of at most 255 bytes.
  package init(_ identifier: String, displayName: String? = nil) throws(HeaderError) {
    let atoms = identifier.utf8.split(separator: ASCII.dot, omittingEmptySubsequences: false)
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
      buffer.append(ASCII.space)
    }
    buffer.append(ASCII.less)
    buffer.append(contentsOf: identifier.utf8)
    buffer.append(ASCII.greater)
  }
}
