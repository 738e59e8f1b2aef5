import Digests
import MailMessages
import Notifications
import Testing

@testable import Rendering

struct MailUrgencyTests {
  private func mail(urgent: Int, others: Int, limit: Int = 15) throws -> (
    html: String, text: String
  ) {
    let notifications = (0..<urgent + others).map { number in
      MailSamples.notification(
        number, "offer", "Title \(number)", "Message", priority: number < urgent ? .high : .normal)
    }
    let document = try MailSamples.renderer("default", limit: limit).document(
      of: MailSamples.digest(notifications), in: MailSamples.context())
    return (
      String(decoding: document.html, as: UTF8.self),
      String(decoding: document.text.bytes, as: UTF8.self)
    )
  }

  @Test(arguments: [
    (13, 47, 15, 8, 7), (9, 6, 15, 9, 6), (9, 1, 15, 9, 1), (13, 2, 15, 8, 2), (2, 5, 15, 2, 5),
    (13, 47, 6, 2, 4),
    (20, 0, 15, 15, 0),
  ])
  func `Of urgent ones eight have lines, in one panel, and the rest has at least four`(
    urgent: Int, others: Int, limit: Int, shown: Int, rest: Int
  ) throws {
    let mail = try mail(urgent: urgent, others: others, limit: limit)
    let lines = (0..<urgent + others).filter { number in
      mail.text.split(separator: "\n").contains {
        $0.hasPrefix("Title \(number)\u{A0}")
      }
    }
    #expect(lines.count { $0 < urgent } == shown)
    #expect(lines.count { $0 >= urgent } == rest)
    #expect(mail.html.ranges(of: "class=\"edge card\"").count == (others > 0 ? 1 : 0))
    let left = urgent - shown
    #expect(mail.text.contains("\n\(left) more urgent") == (left > 0 && others > 0))
    let heading = "\nUrgent · \(left > 0 ? "\(shown) of \(urgent)" : "\(urgent)")\n"
    #expect(mail.text.contains(heading) == (others > 0))
    // The last line names none of those again.
    let last = mail.text.contains("and \(others > 0 ? others - rest : left) more")
    #expect(last == (others > 0 ? others > rest : left > 0))
  }
  @Test(arguments: [(13, 47), (20, 0), (2, 60)])
  func `The HTML part names no title that the text leaves out`(urgent: Int, others: Int) throws {
    let mail = try mail(urgent: urgent, others: others)
    for number in 0..<urgent + others {
      let inHTML = mail.html.contains(try Regex("Title \(number)\\b"))
      #expect(inHTML == mail.text.contains(try Regex("Title \(number)\\b")), "Title \(number)")
    }
  }
}

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
