import Digests
import MailMessages
import Notifications
import Testing

@testable import Rendering

struct TypeMutesTests {
  /// The lines of the text part's footer after "Mute:".
  private func mutes(
    _ kinds: [String], types: [NotificationType] = MailSamples.types, limit: Int = 15,
    _ mute: @escaping @Sendable (TypeKey) -> String? = { "https://x.org/\($0.text)" }
  ) throws -> [String] {
    let all = kinds.enumerated().map {
      MailSamples.notification($0, $1, "Title \($0)", hoursAgo: 1)
    }
    var context = try MailSamples.context(types: types)
    context.links.mute = mute
    let document = try MailSamples.renderer(limit: limit).document(
      of: MailSamples.digest(all), in: context)
    let text = String(decoding: document.text.bytes, as: UTF8.self).replacing(" \n", with: " ")
    let lines = text.replacing("\r\n", with: "\n").split(separator: "\n").map(String.init)
    guard let first = lines.firstIndex(of: "Mute:") else { return [] }
    return lines[(first + 1)...].prefix { !$0.hasPrefix("Times in") }.map(\.self)
  }

  @Test func `A mail links to mute each type that it shows, most first`() throws {
    let links = ["Offers: https://x.org/offer", "Deadlines: https://x.org/deadline"]
    #expect(try mutes(["deadline", "offer", "offer"]) == links)
    #expect(try mutes(["offer", "offer", "deadline", "offer"], limit: 1) == [links[0]])
    #expect(try mutes(["offer"]) == [links[0]])
    #expect(try mutes([]) == [])
  }

  @Test func `A mail has no link to mute a type that has none, or none safe and short`() throws {
    let links: [String: String] = [
      "a": "https://x.org/a", "b": "javascript:alert(1)",
      "c": "https://x.org/" + String(repeating: "c", count: 900),
    ]
    #expect(try mutes(["a", "b", "c", "d"]) { links[$0.text] } == ["A: https://x.org/a"])
    let many = (0..<40).map { "type_\($0)" }
    #expect(try mutes(many, limit: 40).count == 15)
  }

  @Test func `Types with one label are told apart by their keys where they are muted`() throws {
    let types = [
      Samples.type("daily_note", "Notes", "🔔"), Samples.type("weekly_note", "Notes", "🔔"),
      Samples.type("offer", "Offers", "🎉"),
    ]
    #expect(
      try mutes(["daily_note", "offer", "weekly_note"], types: types).sorted() == [
        "Daily note: https://x.org/daily_note", "Offers: https://x.org/offer",
        "Weekly note: https://x.org/weekly_note",
      ])
  }
}
