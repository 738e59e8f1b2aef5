import ByteText

/// How addresses are compared: as mail compares them, which this module cannot import.
///
/// ASCII letters compare in lower case, and surrounding blanks are ignored. An address with quotes
/// or characters beyond ASCII may have another spelling (`bücher.example` is
/// `xn--bcher-kva.example`); `canonical` decides about those.
package struct AddressKeys: Sendable {
  private let canonical: @Sendable (String) -> [UInt8]?

  /// - Parameter canonical: the comparison key of an address that is not plain ASCII, such as
  ///   `EmailAddress.comparisonKey`; nil for what is no address.
  package init(canonical: @escaping @Sendable (String) -> [UInt8]?) {
    self.canonical = canonical
  }

  /// Compares letters as they are written.
  package static let asWritten = AddressKeys { $0.utf8.map(\.asciiLowercased) }

  /// The key that all addresses of one mailbox share.
  package func key(_ address: UnsafeRawBufferPointer) -> [UInt8] {
    let trimmed = ASCII.trimmed(address)
    if trimmed.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: "\"") }),
      let key = canonical(String(decoding: trimmed, as: UTF8.self))
    {
      return key
    }
    return trimmed.map(\.asciiLowercased)
  }

  /// The key of an address that must be understood; nil for one with other spellings that
  /// `canonical` does not know.
  package func understood(_ address: [UInt8]) -> [UInt8]? {
    guard address.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: "\"") }) else {
      return address.map(\.asciiLowercased)
    }
    return canonical(String(decoding: address, as: UTF8.self))
  }

  package func key(_ address: String) -> [UInt8] { address.withRawBytes(key) }
}
