import Notifications
import Testing

@testable import Pipeline

@Suite("Unsubscribe links")
struct UnsubscribeLinkTests {
  private static let template = "https://x.org/u/{recipient}?s={signature}"
  private static let secret = Array("0123456789abcdef".utf8)

  @Test(
    "hold the id percent-encoded and its HMAC as URL-safe base64",
    arguments: [
      // Made with Python's hmac and base64.
      ("user-17", "https://x.org/u/user-17?s=v3FSTIsWjpdU5OxJZ3urgAM8sF8tZtcxkH9kbrtb9W0"),
      ("", "https://x.org/u/?s=SW3JP6LSbq5QDsC8N6EicGuI-JY86_CJnQJF-uMT4kE"),
      (
        "é {signature}/{recipient}",
        "https://x.org/u/%C3%A9%20%7Bsignature%7D%2F%7Brecipient%7D?s=W7JB73UtwQL_knYD2JIqAM7U-ZFoPSHnNvuIzLh7By4"
      ),
    ])
  func links(id: String, url: String) throws {
    let link = try UnsubscribeLink(template: Self.template, secret: Self.secret)
    #expect(link.url(for: RecipientID(id)) == url)
  }

  @Test(
    "are refused where anybody could make them, or no mail program would follow them",
    arguments: [
      ("https://x.org/{recipient}", 16, .missing("{signature}")),
      ("https://x.org/{signature}", 16, .missing("{recipient}")),
      (template, 15, .shortSecret(least: 16)),
      ("http://x.org/{recipient}/{signature}", 16, .notHTTPS),
      ("mailto:a@x.org?subject={recipient}{signature}", 16, .notHTTPS),
      ("https://exämple.org/{recipient}/{signature}", 16, .notHTTPS),
      ("https://x.org/{recipient}/{signature} ", 16, .notHTTPS),
    ] as [(String, Int, UnsubscribeLink.Problem)])
  func refused(template: String, length: Int, problem: UnsubscribeLink.Problem) {
    #expect(throws: problem) {
      try UnsubscribeLink(template: template, secret: Array(Self.secret.prefix(length)))
    }
  }
}
