import Testing

@testable import MailMessages

struct MessageTests {
  private func lines(_ message: Message) -> [String] {
    String(decoding: SampleMessages.bytes(message), as: UTF8.self)
      .split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func `A message is written in one way`() throws {
    let headers = try SampleMessages.headers()
    let message = Message(
      headers: headers, text: FlowedText(wrapped: Array("Two lines,\nthe second é.\n".utf8)),
      html: Array("<p class=\"a\">é</p>\n".utf8))
    let lines = lines(message)
    #expect(
      lines == [
        "Date: Sun, 08 Feb 2026 10:05:00 -0500",
        "From: The Recruiting Compass <digest@mail.example.com>", "Reply-To: help@example.com",
        "To: =?UTF-8?B?UmVuw6llIE3DvGxsZXI=?= <renee@example.org>",
        "Subject: 2 urgent, 5 more: Transcript due tomorrow (8 Feb)",
        "Message-ID: <\(headers.messageID)>", "List-Id: Daily digest <digest.mail.example.com>",
        "List-Unsubscribe: <https://example.com/unsubscribe?u=1&s=abc>",
        "List-Unsubscribe-Post: List-Unsubscribe=One-Click", "Auto-Submitted: auto-generated",
        "X-Auto-Response-Suppress: OOF, AutoReply", "Content-Language: en", "MIME-Version: 1.0",
        "Content-Type: multipart/alternative; boundary=\"\(boundary(lines))\"", "",
        "--\(boundary(lines))", "Content-Type: text/plain; charset=utf-8; format=flowed; delsp=no",
        "Content-Transfer-Encoding: quoted-printable", "", "Two lines,", "the second =C3=A9.", "",
        "--\(boundary(lines))", "Content-Type: text/html; charset=utf-8",
        "Content-Transfer-Encoding: quoted-printable", "", "<p class=3D\"a\">=C3=A9</p>", "",
        "--\(boundary(lines))--", "",
      ])
  }

  private func boundary(_ lines: [String]) -> String {
    let line = lines.first { $0.hasPrefix("--=_") } ?? "--none"
    return String(line.dropFirst(2))
  }

  @Test func `Controls are taken out of the HTML`() throws {
    let message = try SampleMessages.message(html: "a\0\u{92}b\r\nc\u{85}d")
    #expect(message.html == Array("ab\nc d".utf8))
  }

  @Test func `A boundary in the text is only text`() throws {
    let empty = try SampleMessages.message(text: "x", html: "y")
    let boundary = boundary(lines(empty))
    let hostile = "--\(boundary)\n--\(boundary)--\n=_\n--=_\n"
    let message = try SampleMessages.message(
      text: hostile, html: hostile + String(repeating: "語", count: 99))
    let markers = lines(message).filter { $0.hasPrefix("--=_") }
    #expect(markers.count == 3 && Set(markers).count == 2)
  }

  @Test func `The boundary depends on both bodies`() {
    let make = { (text: String, html: String) in
      Boundary(of: BodyText(Array(text.utf8)), and: BodyText(Array(html.utf8))).bytes
    }
    let texts = ["", "a", "b", "12345678", "123456789", "87654321"]
    let all = texts.flatMap { one in texts.map { make(one, $0) } }
    #expect(Set(all).count == 36)
    #expect(make("a", "b") == make("a", "b"))
  }

  @Test func `Messages follow one another in a buffer`() throws {
    let message = try SampleMessages.message()
    var bytes = SampleMessages.bytes(message)
    let one = bytes
    message.write(into: &bytes)
    #expect(bytes == one + one)
  }

  @Test func `A local part beyond ASCII is reported and travels as it is`() throws {
    let headers = try SampleMessages.headers(to: "δοκιμή@παράδειγμα.example")
    #expect(headers.to.address.needsSMTPUTF8)
    let message = Message(headers: headers, text: FlowedText(wrapped: [120]), html: [120])
    #expect(lines(message).contains { $0.hasSuffix("<δοκιμή@xn--hxajbheg2az3al.example>") })
  }
}
