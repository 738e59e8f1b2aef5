/// Percent-encoding of addresses (RFC 3986 section 2), on UTF-8 bytes.
package enum PercentEncoding {
  /// A value inside an address: all but the unreserved characters (section 2.3) is encoded.
  package static func component(_ text: String) -> String { encoded(text, keeping: unreserved) }

  /// A whole address after its scheme, or a relative one: encoded is what can stand nowhere in one, a
  /// `%` that is no escape, square brackets outside of a host (section 3.2.2), and a `#` inside of a
  /// fragment (section 3.5).
  package static func address(_ text: String) -> String {
    guard text.utf8.contains(where: { kinds[Int($0)] & (bracket | numberSign) != 0 }) else {
      return encoded(text, keeping: unreserved | reserved)
    }
    let bytes = text.utf8
    let host = bytes.starts(with: "//".utf8) ? bytes.dropFirst(2) : bytes.prefix(0)
    let hostEnd = host.firstIndex { "/?#".utf8.contains($0) } ?? host.endIndex
    let fragment = bytes[hostEnd...].firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
    let parts = [text[..<hostEnd], text[hostEnd..<fragment]].map(String.init)
    return encoded(parts[0], keeping: unreserved | reserved | bracket)
      + encoded(parts[1], keeping: unreserved | reserved)
      + (fragment == bytes.endIndex ? "" : "#")
      + encoded(String(text[fragment...].dropFirst()), keeping: unreserved | reserved)
  }

  /// The bytes that an encoded text stands for; a `%` that begins no escape stands for itself.
  package static func decoded(_ text: some Sequence<UInt8>) -> [UInt8] {
    var rest = Array(text)[...]
    var output: [UInt8] = []
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let high = Hexadecimal.value(of: digits[digits.startIndex]),
        let low = Hexadecimal.value(of: digits[digits.startIndex + 1])
      {
        output.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        output.append(byte)
      }
    }
    return output
  }

  /// Whether a text is `.` or `..`: as a segment of a path it changes the path (RFC 3986 section 5.2.4),
  /// encoded or not.
  package static func isDots(_ text: some StringProtocol) -> Bool { text == "." || text == ".." }

  /// Appends what `component` answers.
  package static func append(component text: Span<UInt8>, to output: inout [UInt8]) {
    if text.indices.allSatisfy({ kinds[Int(text[$0])] & unreserved != 0 }) {
      text.withUnsafeBufferPointer { output.append(contentsOf: $0) }
    } else {
      append(text, keeping: unreserved, to: &output)
    }
  }

  /// Appends a byte as `%` and two upper-case digits (section 2.1).
  package static func append(escape byte: UInt8, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "%"))
    output.append(Hexadecimal.uppercaseDigit(byte >> 4))
    output.append(Hexadecimal.uppercaseDigit(byte & 15))
  }

  /// Whether an address has nothing to encode, and no `%`, `#`, bracket or control either.
  package static func isPlain(_ address: UnsafeRawBufferPointer) -> Bool {
    special.withUnsafeBufferPointer { special in
      // Without an exit, as nearly all are.
      var found: UInt8 = 0
      for byte in address { found |= special[Int(byte)] }
      return found == 0
    }
  }

  /// Most values need no encoding and are returned as they are.
  private static func encoded(_ text: String, keeping kept: UInt8) -> String {
    text.withBytes { text -> String? in
      let bytes = text.span
      if bytes.indices.allSatisfy({ isKept(bytes, $0, kept: kept) }) { return nil }
      var output: [UInt8] = []
      output.reserveCapacity(bytes.count + 16)
      append(bytes, keeping: kept, to: &output)
      return String(decoding: output, as: UTF8.self)
    } ?? text
  }

  private static func append(_ bytes: Span<UInt8>, keeping kept: UInt8, to output: inout [UInt8]) {
    for index in bytes.indices {
      if isKept(bytes, index, kept: kept) {
        output.append(bytes[index])
      } else {
        append(escape: bytes[index], to: &output)
      }
    }
  }

  private static func isKept(_ bytes: Span<UInt8>, _ index: Int, kept: UInt8) -> Bool {
    if kinds[Int(bytes[index])] & kept != 0 { return true }
    return bytes[index] == UInt8(ascii: "%") && kept & reserved != 0 && index + 2 < bytes.count
      && bytes[index + 1].isHexadecimalDigit && bytes[index + 2].isHexadecimalDigit
  }

  private static let unreserved: UInt8 = 1
  private static let reserved: UInt8 = 2
  private static let bracket: UInt8 = 8
  private static let numberSign: UInt8 = 16

  private static let kinds: [UInt8] = (0...UInt8.max).map { byte in
    if byte.isASCIILetterOrDigit || "-._~".utf8.contains(byte) { return unreserved }
    if "[]".utf8.contains(byte) { return bracket }
    if byte == UInt8(ascii: "#") { return numberSign }
    return ":/?@!$&'()*+,;=".utf8.contains(byte) ? reserved : 0
  }

  /// Not 0 for the bytes that are not plain.
  private static let special: [UInt8] = kinds.map { $0 & (unreserved | reserved) == 0 ? 1 : 0 }
}
