import Languages
import Testing

@Suite("Messages")
struct MessageTests {
  @Test("A name between braces stands for a value")
  func value() throws {
    let message = try Message("{count} unread")
    #expect(message.formatted(["count": 1234], in: .english) == "1,234 unread")
  }
}
