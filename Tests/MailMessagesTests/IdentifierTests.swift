import ByteText
import Foundation
import Testing

@testable import MailMessages

struct IdentifierTests {
  @Test func `A Message-ID depends on each part and nothing else`() throws {
    let domain = try DomainName("example.com")
    let make = { (stream: String, recipient: String, slot: Int64) in
      MessageID(stream: stream, recipient: Array(recipient.utf8), slot: slot, domain: domain)
        .description
    }
    let one = make("digest", "u1", 5)
    #expect(one == make("digest", "u1", 5))
    let others = [make("digest", "u1", 6), make("digest", "u2", 5), make("digestu", "1", 5)]
    #expect(Set(others + [one]).count == 4)
    #expect(one.hasSuffix("@example.com") && one.utf8.count == 26 + 12)
    #expect(!one.contains("u1"))
  }

  @Test(arguments: [
    (1_770_563_100, -300, "Sun, 08 Feb 2026 10:05:00 -0500"),
    (0, 0, "Thu, 01 Jan 1970 00:00:00 +0000"), (-1, 0, "Wed, 31 Dec 1969 23:59:59 +0000"),
    (951_782_400, 345, "Tue, 29 Feb 2000 05:45:00 +0545"),
    (253_402_128_000, 840, "Thu, 30 Dec 9999 14:00:00 +1400"),
  ])
  func `A date has its weekday`(_ seconds: Int64, _ offset: Int, _ text: String) throws {
    let date = try MailDate(secondsSinceEpoch: seconds, offsetMinutes: offset)
    #expect(date.description == text)
  }

  @Test(arguments: [(Int64.max, 0), (Int64.min, 0), (0, 1_440), (0, -1_440), (-2_300_000_000, 0)])
  func `Dates outside the calendar of mail are refused`(_ seconds: Int64, _ offset: Int) {
    #expect(throws: Fault.self) {
      try MailDate(secondsSinceEpoch: seconds, offsetMinutes: offset)
    }
  }

  @Test(arguments: ["digest", "", "a..b", ".a.b", "a b.c", "<a.b>", "a.b\r\n", "ä.b"])
  func `A list identifier refuses what is not dotted atoms`(_ text: String) {
    #expect(throws: Fault.self) { try ListID(text) }
  }

  @Test(arguments: [
    "", "https://", "ftp://x.example/", "javascript:alert(1)", "https://x.example/a b",
    "https://x.example/>", "https://x.example/,", "https:x", "mailto:", "//x.example",
    "https://x.example/\r\nBcc:y", "https://ä.example/",
    "https://x.example/" + String(repeating: "a", count: 900),
  ])
  func `An unsubscription refuses what no reader follows`(_ uri: String) {
    #expect(throws: Fault.self) { try Unsubscription(uri) }
  }

  @Test func `One click is promised for HTTPS only`() throws {
    let isPromised = { (uri: String) in
      var headers = try SampleMessages.headers()
      headers.unsubscription = try Unsubscription(uri)
      return headers.fields.contains { $0.name == .listUnsubscribePost }
    }
    #expect(try isPromised("https://x.example/u"))
    #expect(try !isPromised("http://x.example/u"))
    #expect(try !isPromised("mailto:leave@x.example"))
  }
}
