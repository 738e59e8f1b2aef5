/// Percent-encoding of addresses (RFC 3986 section 2), on UTF-8 bytes.
enum PercentEncoding {
  /// A value inside an address: all but the unreserved characters (section 2.3) is encoded.
  static func component(_ text: String) -> String {
    encoded(text) { _, byte in isUnreserved(byte) }
  }

  /// A whole address: only what can stand nowhere in one is encoded, and a `%` that is no escape.
  static func address(_ text: String) -> String {
    encoded(text) { bytes, byte in
      isUnreserved(byte) || isReserved(byte) || byte == UInt8(ascii: "%") && isEscape(bytes)
    }
  }

  /// Encodes each byte that `isKept` refuses; it is asked with the byte and all from there on.
  private static func encoded(
    _ text: String, isKept: (Substring.UTF8View, UInt8) -> Bool
  ) -> String {
    let bytes = text.utf8
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    var isChanged = false
    while index < bytes.endIndex {
      let byte = bytes[index]
      if isKept(text[index...].utf8, byte) {
        output.append(byte)
      } else {
        isChanged = true
        output += [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 15)]
      }
      index = bytes.index(after: index)
    }
    return isChanged ? String(decoding: output, as: UTF8.self) : text
  }

  private static func isEscape(_ bytes: Substring.UTF8View) -> Bool {
    let digits = bytes.dropFirst().prefix(2)
    return digits.count == 2 && digits.allSatisfy(isHexDigit)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Section 2.2. Square brackets stand in hosts only, but are met in queries and harm nobody.
  private static func isReserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "@"), UInt8(ascii: "!"),
      UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("),
      UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","),
      UInt8(ascii: ";"), UInt8(ascii: "="):
      true
    default: false
    }
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") - 10 + value
  }
}
