internal import ByteText
internal import Delivery
internal import Exports
package import Languages
internal import MailMessages
package import Notifications
internal import Profiles
internal import Rendering
internal import YAML

/// Reads values of a configuration file that are not plain text.
extension YAMLNode {
  func fieldCondition() throws(Fault) -> FieldCondition {
    let text = try text()
    guard let condition = FieldCondition(text) else {
      throw malformed(text, expected: "a field and a value such as data.env=production")
    }
    return condition
  }

  func join() throws(Fault) -> JoinedFile {
    let text = try text()
    guard let join = JoinedFile(text) else {
      throw malformed(text, expected: "a name and a file such as users=users.json")
    }
    return join
  }

  /// A language tag, whether or not it has a catalogue.
  func locale() throws(Fault) -> String {
    let text = try text()
    guard LanguageTag(text).text != "und" else {
      throw malformed(text, expected: "a language tag such as de or pt-BR")
    }
    return text
  }

  /// A point in time. A number is none: in an export it is seconds since 1970, here a mistake.
  func time() throws(Fault) -> Instant {
    let text = try text()
    guard let time = Instant(rfc3339: text) else {
      throw malformed(text, expected: "a time such as 2026-02-08T15:05:00Z")
    }
    return time
  }

  func dayOrTime() throws(Fault) -> String {
    let text = try text()
    guard CivilDate(text) != nil || Instant(rfc3339: text) != nil else {
      let expected = "a day or a time such as 2026-02-08 or 2026-02-08T15:05:00Z"
      throw malformed(text, expected: expected)
    }
    return text
  }

  func priority() throws(Fault) -> Priority {
    let text = try text()
    guard let priority = Priority(word: text) else {
      throw unknownWord(text, allowed: Priority.allCases.map(\.name))
    }
    return priority
  }

  func address() throws(Fault) -> EmailAddress {
    let text = try text()
    do {
      return try EmailAddress(text)
    } catch {
      throw self.malformed(text, expected: "an address such as digest@example.org")
    }
  }

  func color() throws(Fault) -> RGB {
    let text = try text()
    guard let color = RGB(hex: text) else {
      throw malformed(text, expected: "a color such as \"#1d4ed8\"")
    }
    return color
  }

  func webPlace() throws(Fault) -> String { try webAddress() }
  func logoAddress() throws(Fault) -> String { try webAddress(schemes: WebURL.secure) }
  func inboxAddress() throws(Fault) -> String {
    try webAddress(names: ["recipient", "page"])
  }

  /// One-click unsubscribing allows only `https` (RFC 8058 section 3.1).
  func unsubscribeAddress() throws(Fault) -> String {
    try webAddress(schemes: WebURL.secure, names: ["recipient", "signature"])
  }
  func manageAddress() throws(Fault) -> String {
    try webAddress(schemes: WebURL.secure, names: ["recipient", "signature", "type"])
  }

  /// A web address in which only the given names occur in braces.
  private func webAddress(
    schemes: [String] = WebURL.schemes, names: [String] = []
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
