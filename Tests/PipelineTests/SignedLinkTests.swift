import ByteText
import Notifications
import Testing

@testable import Pipeline

struct SignedLinkTests {
  private static let template = "https://x.org/u/{recipient}?s={signature}"
  private static let secret = Array("0123456789abcdef".utf8)

  @Test(arguments: [
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
  func `Unsubscribe links hold the id percent-encoded and its HMAC in hexadecimal digits`(
    id: String, url: String
  ) throws {
    let link = try SignedLink(template: Self.template, secret: Self.secret, for: .unsubscribing)
    #expect(link.url(for: RecipientID(id)) == url)
  }

  @Test(
    arguments: [
      ("https://x.org/{recipient}", 16, "no-mark"),
      ("https://x.org/{signature}", 16, "no-mark"),
      (template, 15, "short-secret"),
      ("http://x.org/{recipient}/{signature}", 16, "no-https"),
      ("mailto:a@x.org?subject={recipient}{signature}", 16, "no-https"),
      ("https://exämple.org/{recipient}/{signature}", 16, "no-https"),
      ("https://x.org/{recipient}/{signature} ", 16, "no-https"),
      ("https://x.org/{recipient}/{type}/{signature}", 16, "unknown-mark"),
    ] as [(String, Int, String)])
  func
    `Unsubscribe links are refused where anybody could make them, or no mail program would follow them`(
      template: String, length: Int, code: String
    )
  {
    let fault = #expect(throws: Fault.self) {
      try SignedLink(
        template: template, secret: Array(Self.secret.prefix(length)), for: .unsubscribing)
    }
    #expect(fault?.code == code)
  }

  @Test
  func
    `A link to manage has the type percent-encoded, and the HMAC of the id, a line feed and the type`()
    throws
  {
    let secret = Self.secret
    func link(_ template: String) throws -> SignedLink {
      try SignedLink(template: template, secret: secret, for: .managing)
    }
    let muting = try link("https://x.org/{recipient}/{type}?s={signature}")
    let id = RecipientID("a/{type}")
    let type = TypeKey(normalizing: "App\\NewMémber")
    // Made with Python's hmac.
    #expect(
      muting.url(for: id, type: type)
        == "https://x.org/a%2F%7Btype%7D/app%2Fnew_m%C3%A9mber?s="
        + "cac431c5291f740d2b665f5a25d68717d076e5edebc8946c12eeb2ae82735b7c")
    let managing = try link(Self.template)
    let plain =
      "https://x.org/u/user-17?s=1ca2e9083c2740ba716e57ec949d02a1ca3e4ad61f4b5ce5815bb8ffca3dd175"
    #expect(managing.url(for: RecipientID("user-17")) == plain)
    #expect(managing.url(for: RecipientID("user-17"), type: type) == plain)
    let fault = #expect(throws: Fault.self) {
      try link("https://x.org/{recipient}/{tpye}?s={signature}")
    }
    #expect(fault?.advice == "it can contain {recipient}, {signature} and {type}")
  }

  @Test
  func `A secret's line end does not count, and an id that would change the path has no link`()
    throws
  {
    func link(_ secret: [UInt8], _ id: String = "u") throws -> String? {
      try SignedLink(template: Self.template, secret: secret, for: .unsubscribing)
        .url(for: RecipientID(id))
    }
    #expect(try link(Self.secret + [0x0D, 0x0A]) == link(Self.secret))
    #expect(try link(Self.secret, "..") == nil && link(Self.secret, ".") == nil)
    #expect(throws: Fault.self) { try link(Array(Self.secret.prefix(15)) + [0x0A]) }
  }

  @Test
  func `An id with a line feed has no link, since it could be signed as somebody else's type`()
    throws
  {
    for purpose in [SignedLink.Purpose.unsubscribing, .managing] {
      let link = try SignedLink(template: Self.template, secret: Self.secret, for: purpose)
      #expect(link.url(for: RecipientID("user-17\noffer")) == nil)
      #expect(link.url(for: RecipientID("user-17\u{85}offer")) != nil)
    }
  }
}
