/// The value of a header field as it travels, on one line: no CR, LF, NUL or other control, ever.
///
/// Folding is done when the field is written; `bytes` is the unfolded form that readers compare.
package struct HeaderValue: Hashable, Sendable {
  package let bytes: [UInt8]

  /// Takes a value that is already in its wire form, such as `auto-generated`.
  ///
  /// Throws on controls, on bytes above 127, and on a word that no folding brings below 998 octets.
  /// Blanks around the value are left off. Words of people go through `HeaderField(_:text:)`.
  package init(wire value: String) throws(HeaderError) {
    let bytes = Array(value.utf8)
    var wordStart = 0
    for (offset, byte) in bytes.enumerated() {
      if byte.isASCIIControl { throw .forbiddenInValue(byte: byte, offset: offset) }
      if byte >= 0x80 { throw .nonASCII(offset: offset) }
      if byte == ASCII.space { wordStart = offset + 1 }
      // 998 octets a line (RFC 5322 section 2.1.1), less the longest name, its colon and a blank.
      if offset - wordStart >= 930 { throw .unbreakable(octets: bytes.count) }
    }
    self.bytes = HeaderValue.trimmed(bytes)
  }

  /// Takes bytes that this module has built from checked parts.
  init(checked bytes: [UInt8]) { self.bytes = bytes }

  private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
    guard let first = bytes.firstIndex(where: { $0 != ASCII.space }),
      let last = bytes.lastIndex(where: { $0 != ASCII.space })
    else { return [] }
    return Array(bytes[first...last])
  }
}

extension HeaderValue: CustomStringConvertible {
  package var description: String { String(decoding: bytes, as: UTF8.self) }
}
