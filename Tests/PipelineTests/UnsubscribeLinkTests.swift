import Notifications
import Testing

@testable import Pipeline

@Suite("Unsubscribe links")
struct UnsubscribeLinkTests {
  private static let template = "https://x.org/u/{recipient}?s={signature}"
  private static let secret = Array("0123456789abcdef".utf8)

  @Test(
    "Unsubscribe links hold the id percent-encoded and its HMAC in hexadecimal digits",
    arguments: [
      // Made with Python's hmac.
      (
        "user-17",
        "https://x.org/u/user-17?s=bf71524c8b168e9754e4ec49677bab80033cb05f2d66d731907f646ebb5bf56d"
      ),
      ("", "https://x.org/u/?s=496dc93fa2d26eae500ec0bc37a122706b88f8963cebf0899d0245fae313e241"),
      (
        "é {signature}/{recipient}",
        "https://x.org/u/%C3%A9%20%7Bsignature%7D%2F%7Brecipient%7D?s=5bb241ef752dc102ff927603d8922a00ced4f991683d21e736fb88ccb87b072e"
      ),
    ])
  func links(id: String, url: String) throws {
    let link = try UnsubscribeLink(template: Self.template, secret: Self.secret)
    #expect(link.url(for: RecipientID(id)) == url)
  }

  @Test(
    "Unsubscribe links are refused where anybody could make them, or no mail program would follow them",
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
