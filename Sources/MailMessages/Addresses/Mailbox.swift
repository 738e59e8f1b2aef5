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
