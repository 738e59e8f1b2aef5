import Digests
import Foundation
import MailMessages
import Notifications
import Testing

@testable import Rendering

@Suite("A notification in a mail")
struct MailItemTests {
  /// HTML and text of a mail.
  private func parts(
    _ notifications: [Notification], images: Bool = true, theme: String = "default",
    change: (inout DocumentContext) -> Void = { _ in }
  ) throws -> (html: String, text: String, subject: String) {
    var context = try MailSamples.context(images: images)
    change(&context)
    let document = try MailSamples.renderer(theme).document(
      of: MailSamples.digest(notifications), in: context)
    return (
      String(decoding: document.html, as: UTF8.self),
      String(decoding: document.text.bytes, as: UTF8.self), document.subject
    )
  }

  @Test(
    "A notification of a redacted type shows its label and actor in a mail, and nothing else of it",
    arguments: ["default", "lean"])
  func redacted(theme: String) throws {
    let parts = try parts(MailKind.redacted, theme: theme)
    for part in [parts.html, parts.text, parts.subject] {
      #expect(!part.contains(MailKind.secret))
      #expect(part.contains("Messages from Ana Ruiz"))
    }
    let shown = try self.parts(MailKind.redacted, theme: theme) { $0.redacts = false }
    #expect(shown.html.contains(MailKind.secret))
  }

  @Test(
    "A notification in a mail shows a link that is not allowed as text, and one without a base URL not at all"
  )
  func droppedLinks() throws {
    let parts = try parts(MailKind.parts)
    #expect(parts.text.contains("\njavascript:alert(1)//evil.\u{200C}example\n"))
    #expect(parts.html.contains(">javascript:alert(1)//evil.\u{200C}example</p>"))
    #expect(!parts.html.contains("href=\"javascript"))
    #expect(!(parts.html + parts.text).contains("/secret/path"))
  }

  @Test(
    "A notification in a mail loads pictures by https alone, and none where they are not wanted")
  func pictures() throws {
    let html = try parts(MailKind.parts).html
    #expect(html.contains("src=\"https://img.example.org/lee.png\""))
    #expect(!html.contains("src=\"http:") && !html.contains("src=\"data:"))
    let none = try parts(MailKind.parts, images: false).html
    #expect(!none.contains("<img"))
    #expect(none.contains(">CL</td>"))
  }

  @Test("A notification in a mail emphasizes the actor, and names one whom the title does not name")
  func actors() throws {
    let parts = try parts(MailKind.parts)
    #expect(parts.html.contains(">Coach Lee</strong> made you an offer"))
    #expect(parts.text.contains("Follow-ups · Ana Ruiz · 9h ago"))
  }

  @Test("A notification in a mail has Follow as a button and Following as a label")
  func follow() throws {
    let html = try parts(MailKind.parts).html
    let button = try #require(html.range(of: ">Follow</a>"))
    #expect(html[..<button.lowerBound].suffix(400).contains("<span class=\"btn\""))
    #expect(html.contains(">Following</span>"))
  }

  @Test("A notification in a mail has one Follow, which leads where the profile's own action does")
  func followsOnce() throws {
    var follower = MailSamples.notification(1, "user_followed", "sarah started following you")
    follower.content.actor = Actor(name: "sarah", isFollowedBack: false)
    follower.content.actions = [
      Action(key: "follow", label: "Follow", url: "https://example.org/users/2/follow")
    ]
    let parts = try parts([follower])
    #expect(parts.text.contains("\nFollow [1] Open [2]\n"))
    #expect(parts.text.contains("[1] https://example.org/users/2/follow"))
    #expect(parts.html.ranges(of: ">Follow</a>").count == 1)
  }

  @Test("A notification in a mail has its link among the actions unless one of them leads there")
  func open() throws {
    let text = try parts(MailKind.parts).text
    #expect(text.contains("Following Accept [1] Decline [2] Open [3]"))
    #expect(text.contains("\nFollow [5]\n"))
  }

  @Test(
    "A notification in a mail breaks up what mail programs would make links of in its title, in both parts"
  )
  func guarded() throws {
    let parts = try parts(MailKind.parts)
    let title = "Visit evil.\u{200C}example or a@\u{200C}b.\u{200C}example"
    #expect(parts.html.contains(title) && parts.text.contains(title))
  }

  @Test(
    "A notification without a word in its title has one to press in a mail",
    arguments: ["", " \n", "\u{0}"])
  func untitled(title: String) throws {
    let parts = try parts([MailSamples.notification(1, "offer", title)])
    #expect(parts.text.contains("\n* Untitled\n"))
    #expect(parts.html.contains(">Untitled</a>"))
  }

  @Test(
    "A notification that does not fit into a mail is counted with the others, with a way to them")
  func more() throws {
    let parts = try parts(MailKind.many(300))
    let more = try #require(parts.text.firstMatch(of: /… and (\d+) more in your inbox \[(\d+)\]/))
    let urls = parts.text.matches(of: /\n\[(\d+)\] (\S+)/)
    #expect(urls.contains { $0.1 == more.2 && $0.2 == "https://example.org/inbox" })
    #expect(parts.html.contains("… and \(more.1) more in your inbox</a>"))
    let without = try self.parts(MailKind.many(300)) { $0.inboxURL = nil }
    #expect(without.html.contains(" more</td>"))
  }
}
