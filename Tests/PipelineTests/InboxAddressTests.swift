import Notifications
import Testing

@testable import Pipeline

struct InboxAddressTests {
  @Test(arguments: [
    ("user-17", "https://x.org/user-17/inbox"), ("a/b c", "https://x.org/a%2Fb%20c/inbox"),
    ("é?&#", "https://x.org/%C3%A9%3F%26%23/inbox"), ("", "https://x.org//inbox"),
  ])
  func `An inbox's address holds the id, percent-encoded`(id: String, address: String) {
    #expect(
      InboxAddress.of(RecipientID(id), template: "https://x.org/{recipient}/inbox") == address)
  }

  @Test(arguments: [".", ".."])
  func `An id that would change the path has no address`(id: String) {
    #expect(InboxAddress.of(RecipientID(id), template: "https://x.org/{recipient}?a=1") == nil)
    #expect(InboxAddress.of(RecipientID(id), template: "https://x.org/inbox") != nil)
  }

  @Test func `The address of an inbox may name the recipient more than once, or not at all`() {
    #expect(InboxAddress.of(RecipientID("u"), template: "/{recipient}?{recipient}") == "/u?u")
    #expect(InboxAddress.of(RecipientID("u"), template: "/inbox") == "/inbox")
  }
}
