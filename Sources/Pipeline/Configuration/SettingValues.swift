internal import ByteText
internal import Delivery
internal import Exports
package import Languages
internal import MailMessages
package import Notifications
internal import Profiles
internal import Rendering
internal import YAML

/// Reads addresses and names of a configuration file.
extension YAMLNode {
  /// A web address in which only the given names occur in braces.
  func webAddress(
    _ schemes: [String] = WebURL.schemes, names: [String] = []
  ) throws(Fault) -> String {
    let text = try text()
    guard WebURL.isWellFormed(text, schemes: schemes) else {
      let kind = schemes == WebURL.secure ? "an https URL" : "an http or https URL"
      throw malformed(text, expected: "\(kind) such as https://app.example.org, without spaces")
    }
    for name in Self.names(in: text) where !names.contains(name) {
      throw unknownName(name, allowed: names)
    }
    return text
  }

  /// The names in braces.
  private static func names(in text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "{"), omittingEmptySubsequences: false).dropFirst()
      .map { part in
        String(decoding: Array(part.prefix { $0 != UInt8(ascii: "}") }), as: UTF8.self)
      }
  }

  /// The name of an environment variable (POSIX 8.1), never the secret itself.
  func variableName() throws(Fault) -> String {
    let text = try text()
    let isName = text.utf8.allSatisfy {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "_")
    }
    guard isName, let first = text.utf8.first, !(0x30...0x39).contains(first) else {
      // The text may be the secret, so the error does not repeat it.
      throw malformed("this", expected: "an environment variable's name such as UNSUBSCRIBE_SECRET")
    }
    return text
  }
}

extension Instant {
  /// The instant of an RFC 3339 time; nil for other text and for a number.
  ///
  /// - Parameter zone: of a time that names none.
  package init?(rfc3339 text: String, in zone: Zone = .utc) {
    if Double(text) != nil { return nil }
    var text = text
    let instant = text.withUTF8 { bytes in
      try? Timestamp.instant(text: UnsafeRawBufferPointer(bytes), epoch: .unix, zone: zone)
    }
    guard let instant else { return nil }
    self = instant
  }
}
