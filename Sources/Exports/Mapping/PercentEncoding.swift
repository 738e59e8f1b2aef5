/// Percent-encoding of addresses (RFC 3986 section 2), on UTF-8 bytes.
enum PercentEncoding {
  /// A value inside an address: all but the unreserved characters (section 2.3) is encoded.
  static func component(_ text: String) -> String { encoded(text, keeping: unreserved) }

  /// A whole address: only what can stand nowhere in one is encoded, and a `%` that is no escape.
  static func address(_ text: String) -> String { encoded(text, keeping: unreserved | reserved) }

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

  /// What each byte is. Square brackets are reserved although they stand in hosts only (section
  /// 3.2.2): they are met in queries and harm nobody.
  private static let kinds: [UInt8] = (0...UInt8.max).map { byte in
    let isHexadecimal = "0123456789abcdefABCDEF".utf8.contains(byte) ? hexadecimal : 0
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      return unreserved | isHexadecimal
    default:
      if "-._~".utf8.contains(byte) { return unreserved }
      return ":/?#[]@!$&'()*+,;=".utf8.contains(byte) ? reserved : 0
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") - 10 + value
  }
}
