import ByteText

/// How addresses are compared: as the mail's own comparison does it, which this module cannot see.
///
/// ASCII letters count in lower case; blanks around an address do not count. That is all there is to
/// say about nearly every address. One with quotes or characters beyond ASCII may have another
/// spelling (`bücher.example` is `xn--bcher-kva.example`): for those `canonical` is asked.
package struct AddressKeys: Sendable {
  private let canonical: @Sendable (String) -> [UInt8]?

  /// - Parameter canonical: the comparison key of an address that is not plain ASCII, such as
  ///   `EmailAddress.comparisonKey`; nil for what is no address.
  package init(canonical: @escaping @Sendable (String) -> [UInt8]?) {
    self.canonical = canonical
  }

  /// Compares the letters as they are written.
  package static let asWritten = AddressKeys { $0.utf8.map(\.asciiLowercased) }

  /// What addresses of one mailbox have in common.
  func key(_ address: UnsafeRawBufferPointer) -> [UInt8] {
    let trimmed = ASCII.trimmed(address)
    if trimmed.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: "\"") }),
      let key = canonical(String(decoding: trimmed, as: UTF8.self))
    {
      return key
    }
    return trimmed.map(\.asciiLowercased)
  }

  /// The key of an address that has to be understood: nil for one with other spellings that `canonical`
  /// does not know.
  func understood(_ address: [UInt8]) -> [UInt8]? {
    guard address.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: "\"") }) else {
      return address.map(\.asciiLowercased)
    }
    return canonical(String(decoding: address, as: UTF8.self))
  }

  func key(_ address: String) -> [UInt8] { address.withRawBytes(key) }
}
