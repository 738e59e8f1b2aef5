/// Percent-encoding of addresses (RFC 3986 section 2), on UTF-8 bytes.
enum PercentEncoding {
  /// A value inside an address: all but the unreserved characters (section 2.3) is encoded.
  static func component(_ text: String) -> String { encoded(text, keeping: unreserved) }

  /// A whole address after its scheme, or a relative one: encoded is what can stand nowhere in one, a
  /// `%` that is no escape, square brackets outside of a host (section 3.2.2), and a `#` inside of a
  /// fragment (section 3.5).
  static func address(_ text: String) -> String {
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
  static func decoded(_ text: some Sequence<UInt8>) -> [UInt8] {
    var rest = Array(text)[...]
    var output: [UInt8] = []
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        digits.allSatisfy({ kinds[Int($0)] & hexadecimal != 0 }),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        output.append(value)
        rest = rest.dropFirst(2)
      } else {
        output.append(byte)
      }
    }
    return output
  }

  /// Appends what `component` answers.
  static func append(component text: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    if text.allSatisfy({ kinds[Int($0)] & unreserved != 0 }) {
      output.append(contentsOf: text)
    } else {
      output += component(String(validated: text)).utf8
    }
  }

  /// Whether an address has nothing to encode, and no `%`, `#`, bracket or control either.
  static func isPlain(_ address: UnsafeRawBufferPointer) -> Bool {
    special.withUnsafeBufferPointer { special in
      // Without an exit, as nearly all are.
      var found: UInt8 = 0
      for byte in address { found |= special[Int(byte)] }
      return found == 0
    }
  }

  /// Most values need no encoding and are returned as they are.
  private static func encoded(_ text: String, keeping kept: UInt8) -> String {
    var text = text
    return text.withUTF8 { bytes in
      guard let first = bytes.indices.first(where: { !isKept(bytes, $0, kept) }) else { return nil }
      var output = Array(bytes[..<first])
      output.reserveCapacity(bytes.count + 16)
      for index in first..<bytes.count {
        let byte = bytes[index]
        if isKept(bytes, index, kept) {
          output.append(byte)
        } else {
          output += [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 15)]
        }
      }
      return String(decoding: output, as: UTF8.self)
    } ?? text
  }

  private static func isKept(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ kept: UInt8
  ) -> Bool {
    let kinds = kinds[Int(bytes[index])]
    if kinds & kept != 0 { return true }
    return bytes[index] == UInt8(ascii: "%") && kept & reserved != 0
      && bytes[(index + 1)...].prefix(2).count { self.kinds[Int($0)] & hexadecimal != 0 } == 2
  }

  private static let unreserved: UInt8 = 1
  private static let reserved: UInt8 = 2
  private static let hexadecimal: UInt8 = 4
  private static let bracket: UInt8 = 8
  private static let numberSign: UInt8 = 16

  private static let kinds: [UInt8] = (0...UInt8.max).map { byte in
    let isHexadecimal = "0123456789abcdefABCDEF".utf8.contains(byte) ? hexadecimal : 0
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      return unreserved | isHexadecimal
    default:
      if "-._~".utf8.contains(byte) { return unreserved }
      if "[]".utf8.contains(byte) { return bracket }
      if byte == UInt8(ascii: "#") { return numberSign }
      return ":/?@!$&'()*+,;=".utf8.contains(byte) ? reserved : 0
    }
  }

  /// Not 0 for the bytes that are not plain.
  private static let special: [UInt8] = kinds.map { $0 & (unreserved | reserved) == 0 ? 1 : 0 }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") - 10 + value
  }
}
