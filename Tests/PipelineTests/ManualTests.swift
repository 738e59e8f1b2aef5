import Foundation
import MailMessages
import Testing

struct ManualTests {
  @Test("The manual names the fields to sign that the messages have")
  func namesSignedFields() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Sources/Distribution/Manual/signing-and-unsubscribing.md"
    ).standardizedFileURL
    let text = try String(contentsOf: page, encoding: .utf8)
    let names = MessageHeaders.signed.map(\.rawValue)
    #expect(text.contains("\n\(names.joined(separator: " "))\n"), "\(names)")
  }
}
