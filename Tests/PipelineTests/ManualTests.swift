import Foundation
import MailMessages
import Testing

struct ManualTests {
  @Test func `The manual names the fields to sign that the messages have`() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Sources/Distribution/Manual/signing-and-unsubscribing.md"
    ).standardizedFileURL
    let text = try String(contentsOf: page, encoding: .utf8)
    // RFC 8058 section 4 requires the first two and the List- fields; the others protect what the
    // message says.
    let signed: [HeaderName] = [
      .from, .to, .subject, .date, .messageID, .sender, .replyTo, .listID, .listUnsubscribe,
      .listUnsubscribePost, .autoSubmitted, .mimeVersion, .contentType,
    ]
    let names = signed.map(\.rawValue)
    #expect(text.contains("\nSignHeaders \(names.joined(separator: ","))\n"), "\(names)")
  }
}
