import ByteText
import Notifications
import Testing

@testable import Pipeline

struct SignedLinkTests {
  private static let template = "https://x.org/u/{recipient}?s={signature}"
  private static let secret = Array("0123456789abcdef".utf8)

  @Test func `A secret's line end does not count; an id that is a path has no link`() throws {
    func link(_ secret: [UInt8], _ id: String = "u") throws -> String? {
      try SignedLink(template: Self.template, secret: secret, for: .unsubscribing)
        .url(for: RecipientID(id))
    }
    #expect(try link(Self.secret + [0x0D, 0x0A]) == link(Self.secret))
    #expect(try link(Self.secret, "..") == nil && link(Self.secret, ".") == nil)
    #expect(throws: Fault.self) { try link(Array(Self.secret.prefix(15)) + [0x0A]) }
  }
}
