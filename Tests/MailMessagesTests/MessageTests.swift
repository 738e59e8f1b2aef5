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

/// Messages for the tests: one that has every field, and others made from it.
enum SampleMessages {
  static func headers(
    subject: String = "2 urgent, 5 more: Transcript due tomorrow (8 Feb)",
    fromName: String? = "The Recruiting Compass", toName: String? = "Renée Müller",
    to: String = "renee@example.org"
  ) throws -> MessageHeaders {
    let domain = try DomainName("mail.example.com")
    var headers = MessageHeaders(
      from: Mailbox(fromName, try EmailAddress("digest@mail.example.com")),
      to: Mailbox(toName, try EmailAddress(to)), subject: subject,
      date: try MailDate(secondsSinceEpoch: 1_770_563_100, offsetMinutes: -300),
      messageID: MessageID(
        stream: "digest", recipient: Array("u1".utf8), slot: 1_770_523_200, domain: domain))
    headers.listID = try ListID("digest.mail.example.com", displayName: "Daily digest")
    headers.unsubscription = try Unsubscription("https://example.com/unsubscribe?u=1&s=abc")
    headers.replyTo = Mailbox(nil, try EmailAddress("help@example.com"))
    headers.language = "en"
    return headers
  }

  static func message(subject: String? = nil, text: String? = nil, html: String? = nil) throws
    -> Message
  {
    let headers = try subject.map { try Self.headers(subject: $0) } ?? Self.headers()
    return Message(
      headers: headers, text: FlowedText(wrapped: Array((text ?? plain).utf8)),
      html: Array((html ?? Self.html(body: "<p>Transcript due tomorrow = today</p>")).utf8))
  }

  static let plain = """
    7 new, 2 of them urgent
    =======================

    Send the final transcript to State University before the deadline, or \n\
    ask your counsellor for help. [1]

    [1] https://example.com/n/1

    --\u{20}
    You get this because you asked for a daily digest.

    """

  static func html(body: String, language: String = "en", direction: String = "ltr") -> String {
    """
    <!DOCTYPE html>
    <html lang="\(language)" dir="\(direction)">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Your digest</title>
    </head>
    <body style="margin:0;padding:0;background-color:#ffffff;color:#0f172a">
    <div role="article" aria-roledescription="email" aria-label="Your digest" lang="\(language)" dir="\(direction)">
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td style="padding:16px">
    <h1 style="font-size:22px;line-height:28px">7 new, 2 of them urgent</h1>
    \(body)
    <p><a href="https://example.com/n/1" style="color:#1d4ed8">Open deadline</a></p>
    </td></tr></table>
    </div>
    </body>
    </html>

    """
  }

  static func bytes(_ message: Message) -> [UInt8] {
    var bytes: [UInt8] = []
    message.write(into: &bytes)
    return bytes
  }
}
