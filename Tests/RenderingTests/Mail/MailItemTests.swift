import Digests
import Foundation
import MailMessages
import Notifications
import Testing

@testable import Rendering

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

  @Test(arguments: ["default", "lean"])
  func `A redacted type shows label and actor in a mail, and nothing else`(theme: String) throws {
    let parts = try parts(MailKind.redacted, theme: theme)
    for part in [parts.html, parts.text, parts.subject] {
      #expect(!part.contains(MailKind.secret))
      #expect(part.contains("Messages from Ana Ruiz"))
    }
    let shown = try self.parts(MailKind.redacted, theme: theme) { $0.redacts = false }
    #expect(shown.html.contains(MailKind.secret))
  }

  @Test func `A link that is not allowed is text; one without a base URL is not shown`() throws {
    let parts = try parts(MailKind.parts)
    #expect(parts.text.contains("\n  javascript:alert(1)//evil.\u{200C}example\n"))
    #expect(parts.html.contains(">javascript:alert(1)//evil.\u{200C}example</div>"))
    #expect(!parts.html.contains("href=\"javascript"))
    #expect(!(parts.html + parts.text).contains("/secret/path"))
  }

  @Test func `A mail loads pictures by https alone, and none where they are unwanted`() throws {
    var shown = MailSamples.notification(1, "offer", "Coach Lee made you an offer")
    shown.content.actor = Actor(name: "Coach Lee", avatarURL: "https://img.example.org/lee.png")
    let html = try parts([shown] + MailKind.parts).html
    #expect(html.contains("background=\"https://img.example.org/lee.png\""))
    #expect(!html.contains("\"http://img") && !html.contains("\"data:"))
    let none = try parts([shown] + MailKind.parts, images: false).html
    #expect(!none.contains("<img") && !none.contains("background=\""))
    #expect(none.contains(">C</div>"))
  }

  @Test(arguments: [Priority.high, .normal])
  func `A row begins with its actor, or its type's emoji, or nothing`(priority: Priority) throws {
    var known = MailSamples.notification(1, "strange", "Hello", priority: priority)
    known.content.actor = Actor(name: "Coach Lee")
    let html = try parts([
      known, MailSamples.notification(2, "strange", "One", priority: priority),
      MailSamples.notification(3, "offer", "Two", priority: .normal),
    ]).html
    #expect(html.ranges(of: "text-align:center\">C</div>").count == 1)
    #expect(html.ranges(of: "text-align:center\">🎉</div>").count == 1)
    #expect(!html.contains("🔹"))
  }

  @Test func `What pictures there are is one of the facts where none is shown`() throws {
    var added = MailSamples.notification(1, "offer", "Look", "Now.")
    added.content.subject = Subject(name: "Italy")
    added.content.thumbnails = [Thumbnail(url: "https://img.example.org/1.jpg", kind: .photo)]
    let two = [added, MailSamples.notification(2, "offer", "Other")]
    let mail = try parts(two)
    #expect(mail.text.contains("\n  Italy · a photo\n  Now.\n"))
    #expect(mail.html.contains(" alt=\"a photo\"") && !mail.html.contains(">a photo<"))
    #expect(try parts(two, theme: "lean").html.contains("Italy</span> · a photo</span>\n<br>"))
  }

  @Test func `A notification in a mail names an actor whom the title does not name`() throws {
    let parts = try parts(MailKind.parts)
    #expect(parts.text.contains("\nA new comment\u{A0}·\u{A0}1:05\u{A0}AM\n  Ana Ruiz"))
    #expect(!parts.text.contains("Coach Lee ·"))
  }

  @Test func `A label is shown only where neither title nor actor tells it`() throws {
    func facts(_ type: String, _ title: String) throws -> Bool {
      let only = MailSamples.notification(1, type, title, priority: .high)
      return try parts([only]).text.contains("\n  Deadlines · 8")
    }
    #expect(try facts("deadline", "Transcript due tomorrow"))
    #expect(try !facts("deadline", "Your deadline is tomorrow"))
    let two = [
      MailSamples.notification(1, "unknown_kind", "Hello"),
      MailSamples.notification(2, "offer", "Hello"),
    ]
    let text = try parts(two).text
    #expect(text.contains("\n  Unknown kind\n") && !text.contains("\n  Offers\n"))
  }

  @Test func `A notification in a mail has Follow as a button and Following as a fact`() throws {
    let html = try parts(MailKind.parts).html
    let button = try #require(html.range(of: ">Follow</a>"))
    #expect(html[..<button.lowerBound].suffix(400).contains("border:1px solid"))
    #expect(html.contains(">Following</span>"))
  }

  @Test func `A follower has one Follow, which leads where the profile's action does`() throws {
    var follower = MailSamples.notification(1, "user_followed", "sarah started following you")
    follower.content.actor = Actor(name: "sarah", isFollowedBack: false)
    follower.content.actions = [
      Action(key: "follow", label: "Follow", url: "https://example.org/users/2/follow")
    ]
    let parts = try parts([follower])
    #expect(parts.text.contains("\n  Follow: https://example.org/users/2/follow\n"))
    #expect(parts.html.ranges(of: ">Follow</a>").count == 1)
  }

  @Test func `A notification's title is its link, and each other link has a line`() throws {
    let parts = try parts(MailKind.parts)
    #expect(parts.text.contains("\n  Accept: https://example.org/accept/1\n"))
    #expect(!parts.text.contains("Open [") && !parts.html.contains(">Open</a>"))
    #expect(parts.html.contains("><span dir=\"auto\">Coach Lee made you an offer</span><span"))
  }

  @Test func `An urgent message keeps its first four lines, any other is one line`() throws {
    let message = "one\n\ntwo\r\nthree\nfour\nfive\nsix"
    let text = try parts([
      MailSamples.notification(1, "offer", "Urgent", message, priority: .high),
      MailSamples.notification(2, "offer", "Other", message),
    ]).text
    #expect(text.contains("\nUrgent\u{A0}·\u{A0}8:05\u{A0}AM\n  one\n  two\n  three\n  four …\n"))
    #expect(text.contains("\nOther\u{A0}·\u{A0}8:05\u{A0}AM\n  one\n  two …\n"))
  }

  @Test(arguments: [
    ("https://example.org/harbor/infra/pulls/2210?x=1#c", "Grow the disks", "harbor/infra #2210"),
    ("https://example.org/harbor/infra", "Grow the disks", "harbor/infra"),
    ("https://example.org/harbor/infra/tree/v2", "Grow the disks", "harbor/infra"),
    ("https://example.org/harbor/infra/pulls/2210", "harbor/infra is archived", nil),
  ])
  func `Facts begin with subject and number`(link: String, title: String, context: String?) throws {
    var change = MailSamples.notification(1, "offer", title, "Now.")
    change.content.subject = Subject(name: "harbor/infra")
    change.content.link = link
    let parts = try parts([change, MailSamples.notification(2, "offer", "Other")])
    #expect(
      parts.text.contains(
        "\(title)\u{A0}·\u{A0}8:05\u{A0}AM\n\(context.map { "  \($0)\n" } ?? "")  Now.\n"))
    let place = context.map { "<div><span dir=\"auto\">\($0)</span> · <span dir" }
    #expect(place.map { parts.html.contains($0) } ?? !parts.html.contains(">harbor/infra<"))
  }

  @Test func `A line of several subjects has a link to each of them, in both parts`() throws {
    let reviews = (1...2).map { number in
      var review = MailSamples.notification(number, "offer", "Review", hoursAgo: Int64(number))
      review.content.subject = Subject(name: "harbor/infra")
      review.content.link = "https://example.org/harbor/infra/pulls/\(number)"
      return review
    }
    let parts = try parts(reviews + [MailSamples.notification(3, "deadline", "Due")])
    #expect(parts.text.contains("\n  harbor/infra #1 · harbor/infra #2 · since"))
    #expect(parts.text.contains("\n  https://example.org/harbor/infra/pulls/1\n"))
    #expect(parts.text.contains("\n  harbor/infra #2: https://example.org/harbor/infra/pulls/2\n"))
    #expect(parts.html.contains("<span dir=\"auto\">harbor/infra #1</span>"))
    #expect(parts.html.contains("pulls/2\" style=\"color:#475569\">harbor/infra #2</a>"))
  }

  @Test func `A plain mail has time and facts on one line, and the message on its own`() throws {
    var change = MailSamples.notification(1, "offer", "Review", "Now.")
    change.content.subject = Subject(name: "harbor/infra")
    let other = MailSamples.notification(2, "offer", "Other", "Later.")
    let html = try parts([change, other], theme: "lean").html
    let end = "</span></span>\n<br><span dir=\"auto\">"
    #expect(html.contains("AM</span> · <span dir=\"auto\">harbor/infra\(end)Now.</span></p>"))
    #expect(html.contains(">8:05\u{A0}AM\(end)Later.</span></p>"))
  }

  @Test func `A kind is named on all of its lines or on none`() throws {
    func named(_ titles: [String]) throws -> Int {
      let alerts = titles.enumerated().map { MailSamples.notification($0, "disk_alert", $1) }
      return try parts(alerts).text.ranges(of: "\n  Disk alert\n").count
    }
    #expect(try named(["Disk alert on a", "CPU above 95 %"]) == 2)
    #expect(try named(["Disk alert on a", "Disk alert on b"]) == 0)
  }

  @Test func `A message that has one line more than others is shown whole`() throws {
    let text = try parts([
      MailSamples.notification(1, "offer", "Other", "Send:\n• the reel\n• the schedule"),
      MailSamples.notification(2, "offer", "More", "Send:\n• the reel\n• the schedule\n• both"),
    ]).text
    #expect(text.contains("\n  • the reel\n  • the schedule\n"))
    #expect(text.contains("\n  • the reel …\n"))
  }

  @Test func `An action that leads where the title leads is not shown`() throws {
    var invitation = MailSamples.notification(1, "offer", "Invitation")
    invitation.content.actions = [
      Action(key: "view", label: "View it", url: "https://example.org/n/1"),
      Action(key: "reply", label: "Reply", url: "https://example.org/n/1/reply"),
    ]
    let html = try parts([invitation]).html
    #expect(html.contains(">Reply<") && !html.contains(">View it<"))
  }

  @Test(arguments: [nil, " "])
  func `A notification without a title has its message as the title, once`(title: String?) throws {
    var comment = MailSamples.notification(
      1, "offer", "", "Have you seen the offers? They\nare new.")
    comment.content.title = title
    let parts = try parts([comment])
    #expect(parts.subject == "Have you seen the offers?")
    #expect(parts.text.contains("Have you seen the offers?\n"))
    #expect(parts.text.contains("\n  They\n  are new.\n"))
    #expect(parts.text.ranges(of: "Have you seen").count == 1)
    #expect(!parts.text.contains("\nOffers\u{A0}"))
  }

  @Test(arguments: ["default", "lean"])
  func `The only notification has its title as the heading and no other`(theme: String) throws {
    let only = MailSamples.notification(1, "offer", "Hello", "It is\nyou.", priority: .high)
    let parts = try parts([only], theme: theme)
    #expect(
      parts.text.contains(
        "\nHello\n\n  Offers · 8:05\u{A0}AM\n  It is\n  you.\n  https://example.org/n/1\n"))
    #expect(!parts.text.contains("Today") && !parts.html.contains("<h3"))
    // One of them is the document's title.
    #expect(parts.html.ranges(of: ">Hello<").count == 2)
  }

  @Test func `Equal titles of a day are one line, which tells how many and since when`() throws {
    let failures = (0..<6).map { index in
      var one = MailSamples.notification(
        index, "offer", "CI failed", hoursAgo: Int64(index % 3) + 1)
      one.content.actor = Actor(name: ["Ana", "Ben"][index % 2])
      return one
    }
    let other = MailSamples.notification(7, "deadline", "Due", hoursAgo: 9)
    let (html, text, subject) = try parts(failures + [other], images: false)
    #expect(subject == "CI failed ×6 · 7 new")
    #expect(
      text.contains(
        "\nCI failed ×6\u{A0}·\u{A0}9:05\u{A0}AM\n  Ana and Ben · since\u{A0}7:05\u{A0}AM\n"))
    #expect(html.ranges(of: ">CI failed</span>&nbsp;<span").count == 1)
    #expect(html.contains(">×6</span><span"))
    #expect(html.contains("Today · 7<"))
  }

  @Test func `A redacted notification says its type's sentence, and where to read it`() throws {
    var type = NotificationType(
      key: TypeKey(normalizing: "chat"), label: LocalizedText("Messages"), isRedacted: true)
    type.redacted = LocalizedText("New message")
    let context = try MailSamples.context(types: [type])
    let document = try MailSamples.renderer().document(
      of: MailSamples.digest(MailKind.redacted), in: context)
    let text = String(decoding: document.text.bytes, as: UTF8.self)
    // What looks alike is one line, whatever it hides.
    #expect(document.subject == "New message ×3")
    let sentence = "Open The Recruiting Compass to read it."
    #expect(text.contains("\nNew message ×3\n\n  Ana Ruiz · 8:05\u{A0}AM\n  \(sentence)\n"))
    #expect(!text.contains(MailKind.secret))
  }

  @Test func `What mail programs would make links of is broken up, in both parts`() throws {
    let parts = try parts(MailKind.parts)
    let title = "Visit evil.\u{200C}example or a@\u{200C}b.\u{200C}example"
    #expect(parts.html.contains(title) && parts.text.contains(title))
  }

  @Test(arguments: ["", " \n", "\u{0}"])
  func `A title without a word has one to press in a mail`(title: String) throws {
    let parts = try parts([MailSamples.notification(1, "offer", title)])
    #expect(parts.text.contains("\nUntitled\n"))
    #expect(parts.html.contains(">Untitled<span class=\"sec\" aria-hidden"))
  }

  @Test(arguments: ["default", "lean"], [nil, "https://example.org/m"])
  func `Why a mail comes and the links to change that are lines of their own`(
    theme: String, manage: String?
  ) throws {
    let html = try parts(MailKind.parts, theme: theme) { context in
      context.links.manage = manage
      if manage != nil { context.recipient.unsubscribeURL = nil }
    }.html
    let link = manage ?? "https://example.org/unsubscribe?u=1"
    let start = theme == "lean" ? "are on.<br><a href=\"" : "are on.<br><a class=\"lnk\" href=\""
    #expect(html.contains(start + link + "\""))
  }

  @Test func `What does not fit into a mail is counted, with a way to it`() throws {
    let parts = try parts(MailKind.many(300))
    #expect(parts.text.contains("\nand 285 more: "))
    #expect(parts.text.contains("\nOpen your inbox: https://example.org/inbox\n"))
    #expect(parts.html.contains("\">and 285 more: "))
    let without = try self.parts(MailKind.many(300)) { $0.inboxURL = nil }
    #expect(without.html.contains(">and 285 more: "))
  }
}
