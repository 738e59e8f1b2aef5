import Testing

@testable import MailMessages

struct MboxEntryTests {
  private func entry(_ message: String, sender: EmailAddress? = nil) throws -> String {
    var bytes: [UInt8] = []
    let date = try MailDate(secondsSinceEpoch: 1_770_563_100, offsetMinutes: -300)
    MboxEntry.write(Array(message.utf8), sender: sender, date: date, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    "Lines end in LF and separators are quoted",
    arguments: [
      ("A: b\r\n\r\nx\r\n", "A: b\n\nx\n\n"),
      ("From me\r\n>From me\r\n>>From me\r\n", ">From me\n>>From me\n>>>From me\n\n"),
      ("Fromage\r\n> From\r\n From \r\n", "Fromage\n> From\n From \n\n"),
      ("no end", "no end\n\n"),
      ("lf only\n\rx\r\n", "lf only\n\rx\n\n"),
      ("", "\n"),
    ])
  func linesEndInLFAndSeparatorsAreQuoted(_ message: String, _ body: String) throws {
    #expect(try entry(message) == "From MAILER-DAEMON Sun Feb  8 15:05:00 2026\n" + body)
  }

  @Test("The sender stands in the separator") func theSenderStandsInTheSeparator() throws {
    let sender = try EmailAddress("digest@example.com")
    #expect(try entry("x", sender: sender).hasPrefix("From digest@example.com Sun Feb  8 "))
    let beyondASCII = try EmailAddress("δ@example.com")
    #expect(try entry("x", sender: beyondASCII).hasPrefix("From MAILER-DAEMON Sun Feb  8 "))
  }
}
