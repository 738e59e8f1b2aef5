import Testing

@testable import MailMessages

struct HeaderTests {
  private func subject(_ text: String) -> String {
    var bytes: [UInt8] = []
    HeaderField.write(.subject, into: &bytes) {
      HeaderField.append(text, after: .subject, to: &$0)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func to(_ mailbox: Mailbox) -> String {
    var bytes: [UInt8] = []
    HeaderField.write(.to, into: &bytes) { HeaderField.append(mailbox, after: .to, to: &$0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("plain words", "plain words"), ("", ""), (" a ", "a"), ("a\r\n\r\nb", "a b"),
    ("a\u{85}b\u{2028}c\u{2029}d", "a b c d"), ("a\0\u{1B}\u{9F}\tb", "a b"), ("a  b", "a b"),
    ("\u{202E}abc", "abc"), ("\u{202D}abc\u{202C}", "abc"), ("\u{202A}abc", "\u{202A}abc\u{202C}"),
    ("abc\u{202C}\u{2069}", "abc"), ("\u{2067}a\u{202B}b\u{2069}c", "\u{2067}a\u{202B}b\u{2069}c"),
    ("\u{2066}\u{2067}a", "\u{2066}\u{2067}a\u{2069}\u{2069}"),
  ])
  func `User text becomes one line`(_ text: String, _ flat: String) {
    #expect(Array(HeaderText.flatten(text).utf8) == Array(flat.utf8))
  }

  @Test(arguments: [
    ("Hello", "Subject: Hello\r\n"), ("", "Subject:\r\n"),
    ("a\r\nBcc: x@evil.example", "Subject: a Bcc: x@evil.example\r\n"),
    ("Grüße", "Subject: =?UTF-8?B?R3LDvMOfZQ==?=\r\n"),
    ("Привет", "Subject: =?UTF-8?B?0J/RgNC40LLQtdGC?=\r\n"),
    ("=?x", "Subject: =?UTF-8?B?PT94?=\r\n"),
    ("1 + 1 = 2?", "Subject: 1 + 1 = 2?\r\n"),
  ])
  func `A subject is encoded only where it must be`(_ text: String, _ line: String) {
    #expect(subject(text) == line)
  }

  @Test(arguments: [
    ("Ann", "To: Ann <a@b.example>\r\n"), (" ", "To: a@b.example\r\n"),
    ("Compass, Inc.", "To: \"Compass, Inc.\" <a@b.example>\r\n"),
    ("A \"B\" \\ C", "To: =?UTF-8?B?QSAiQiIgXCBD?= <a@b.example>\r\n"),
    ("x@y.example, z", "To: =?UTF-8?Q?x=40y=2Eexample=2C_z?= <a@b.example>\r\n"),
    ("Renée", "To: =?UTF-8?B?UmVuw6ll?= <a@b.example>\r\n"),
    ("=?UTF-8?Q?x?=", "To: =?UTF-8?B?PT9VVEYtOD9RP3g/PQ==?= <a@b.example>\r\n"),
  ])
  func `A display name is a phrase`(_ name: String, _ line: String) throws {
    #expect(to(Mailbox(name, try EmailAddress("a@b.example"))) == line)
  }

  @Test func `Long text is folded at blanks`() {
    let text = Array(repeating: "seven77", count: 30).joined(separator: " ")
    let lines = subject(text).split(separator: "\r\n")
    #expect(lines.count > 3)
    #expect(lines.allSatisfy { $0.utf8.count <= 76 })
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix(" ") && !$0.hasPrefix("  ") })
    #expect(lines.joined() == "Subject: " + text)
  }

  @Test func `Long names and addresses stay below 998 octets`() throws {
    let address = try EmailAddress(
      String(repeating: "l", count: 64) + "@"
        + Array(repeating: String(repeating: "d", count: 61), count: 3).joined(separator: "."))
    let name = String(repeating: "n", count: 5_000)
    let lines = to(Mailbox(name, address)).split(separator: "\r\n")
    #expect(lines.allSatisfy { $0.utf8.count < 300 })
  }
}
