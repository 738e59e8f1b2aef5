import Testing

@testable import MailMessages

struct HeaderTests {
  private func written(_ field: HeaderField) -> String {
    var bytes: [UInt8] = []
    field.write(into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    "A value refuses controls",
    arguments: ["\r", "\n", "\0", "a\r\nBcc: x@y.example", "\u{1B}", "\u{7F}"])
  func valueRefusesControls(_ text: String) {
    #expect(throws: HeaderError.self) { try HeaderValue(wire: text) }
  }

  @Test("A value says which byte it refuses") func valueSaysWhichByteItRefuses() {
    #expect(throws: HeaderError.forbiddenInValue(byte: 10, offset: 2)) {
      try HeaderValue(wire: "ab\ncd")
    }
    #expect(throws: HeaderError.nonASCII(offset: 1)) { try HeaderValue(wire: "aé") }
    #expect(throws: HeaderError.unbreakable(octets: 950)) {
      try HeaderValue(wire: String(repeating: "x", count: 950))
    }
  }

  @Test("A value loses the blanks around it") func valueLosesTheBlanksAroundIt() throws {
    #expect(try HeaderValue(wire: "  a b ").description == "a b")
    #expect(try HeaderValue(wire: "  ").description == "")
  }

  @Test(
    "A name refuses all but printable ASCII",
    arguments: ["", "a b", "a:b", "Bcc:\r\n", "ä", "a\0", String(repeating: "n", count: 61)])
  func nameRefusesAllButPrintableASCII(_ name: String) {
    #expect(throws: HeaderError.self) { try HeaderName(name) }
  }

  @Test("Names are compared without case") func namesAreComparedWithoutCase() throws {
    #expect(try HeaderName("SUBJECT") == .subject)
    #expect(try Set([HeaderName("bcc"), .bcc]).count == 1)
    #expect(try HeaderName("Subject2") != .subject)
  }

  @Test(
    "User text becomes one line",
    arguments: [
      ("plain words", "plain words"),
      ("", ""),
      (" a ", "a"),
      ("a\r\n\r\nb", "a b"),
      ("a\u{85}b\u{2028}c\u{2029}d", "a b c d"),
      ("a\0\u{1B}\u{9F}\tb", "a b"),
      ("a  b", "a b"),
      ("\u{202E}abc", "abc"),
      ("\u{202D}abc\u{202C}", "abc"),
      ("\u{202A}abc", "\u{202A}abc\u{202C}"),
      ("abc\u{202C}\u{2069}", "abc"),
      ("\u{2067}a\u{202B}b\u{2069}c", "\u{2067}a\u{202B}b\u{202C}\u{2069}c"),
      ("\u{2066}\u{2067}a", "\u{2066}\u{2067}a\u{2069}\u{2069}"),
    ])
  func userTextBecomesOneLine(_ text: String, _ flat: String) {
    #expect(Array(HeaderText.flatten(text).utf8) == Array(flat.utf8))
  }

  @Test(
    "A subject is encoded only where it must be",
    arguments: [
      ("Hello", "Subject: Hello\r\n"),
      ("", "Subject:\r\n"),
      ("a\r\nBcc: x@evil.example", "Subject: a Bcc: x@evil.example\r\n"),
      ("Grüße", "Subject: =?UTF-8?B?R3LDvMOfZQ==?=\r\n"),
      ("Привет", "Subject: =?UTF-8?B?0J/RgNC40LLQtdGC?=\r\n"),
      ("=?x", "Subject: =?UTF-8?B?PT94?=\r\n"),
      ("1 + 1 = 2?", "Subject: 1 + 1 = 2?\r\n"),
    ])
  func subjectIsEncodedOnlyWhereItMustBe(_ text: String, _ line: String) {
    #expect(written(HeaderField(.subject, text: text)) == line)
  }

  @Test(
    "A display name is a phrase",
    arguments: [
      ("Ann", "To: Ann <a@b.example>\r\n"),
      (" ", "To: a@b.example\r\n"),
      ("Compass, Inc.", "To: \"Compass, Inc.\" <a@b.example>\r\n"),
      ("A \"B\" \\ C", "To: =?UTF-8?B?QSAiQiIgXCBD?= <a@b.example>\r\n"),
      ("x@y.example, z", "To: =?UTF-8?Q?x=40y=2Eexample=2C_z?= <a@b.example>\r\n"),
      ("Renée", "To: =?UTF-8?B?UmVuw6ll?= <a@b.example>\r\n"),
      ("=?UTF-8?Q?x?=", "To: =?UTF-8?B?PT9VVEYtOD9RP3g/PQ==?= <a@b.example>\r\n"),
    ])
  func displayNameIsAPhrase(_ name: String, _ line: String) throws {
    let mailbox = Mailbox(name, try EmailAddress("a@b.example"))
    #expect(written(HeaderField(.to, mailbox)) == line)
  }

  @Test("Long text is folded at blanks") func longTextIsFoldedAtBlanks() {
    let text = Array(repeating: "seven77", count: 30).joined(separator: " ")
    let lines = written(HeaderField(.subject, text: text)).split(separator: "\r\n")
    #expect(lines.count > 3)
    #expect(lines.allSatisfy { $0.utf8.count <= 76 })
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix(" ") && !$0.hasPrefix("  ") })
    #expect(lines.joined() == "Subject: " + text)
  }

  @Test("Long names and addresses stay below 998 octets")
  func longNamesAndAddressesStayBelow998Octets() throws {
    let address = try EmailAddress(
      String(repeating: "l", count: 64) + "@"
        + Array(repeating: String(repeating: "d", count: 61), count: 3).joined(separator: "."))
    let name = String(repeating: "n", count: 5_000)
    let lines = written(HeaderField(.to, Mailbox(name, address))).split(separator: "\r\n")
    #expect(lines.allSatisfy { $0.utf8.count < 300 })
  }
}
