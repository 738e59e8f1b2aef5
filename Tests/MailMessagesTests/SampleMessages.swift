@testable import MailMessages

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
