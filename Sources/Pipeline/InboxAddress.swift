package import Notifications

/// Where a recipient's inbox is.
package enum InboxAddress {
  /// The template with `{recipient}` replaced by the id, percent-encoded (RFC 3986 section 2.3).
  package static func of(_ recipient: RecipientID, template: String) -> String {
    let mark = Array("{recipient}".utf8)
    var address: [UInt8] = []
    var rest = Array(template.utf8)[...]
    while let found = rest.firstRange(of: mark) {
      address += rest[..<found.lowerBound]
      address += encoded(recipient.text)
      rest = rest[found.upperBound...]
    }
    return String(decoding: address + rest, as: UTF8.self)
  }

  private static func encoded(_ text: String) -> [UInt8] {
    let hex = Array("0123456789ABCDEF".utf8)
    return text.utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        [byte]
      default: [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      }
    }
  }
}
