import Digests
import Foundation
import Languages
import Notifications
import SinkJudge
import Testing

@testable import Rendering

struct InboxPageTests {
  private func text(_ page: [UInt8]) -> String { String(decoding: page, as: UTF8.self) }

  @Test func `A redacted type shows label and actor, and none of its words, anywhere`() throws {
    var secret = InboxSamples.notification("1", "private_message", "Secret title", "Secret words")
    secret.content.actor = Actor(name: "Coach Lee")
    secret.content.thumbnails = [Thumbnail(url: "https://example.org/secret.jpg", kind: .photo)]
    secret.content.droppedLink = .notAllowed("secret:link")
    let page = text(try InboxSamples.page([secret], images: true))
    #expect(page.contains("Messages from <b>Coach Lee</b>"))
    #expect(!page.lowercased().contains("secret"))
  }

  @Test func `The page holds messages whole, with line breaks, and Markdown as HTML`() throws {
    let long = String(repeating: "word ", count: 500) + "\nend"
    var markdown = InboxSamples.notification(
      "2", "event", "T",
      "# Big\n\n**b** [l](https://a.example/) ![i](https://a.example/i.png) <i>raw</i>")
    markdown.content.bodyFormat = .markdown
    let page = text(
      try InboxSamples.page([InboxSamples.notification("1", "offer", "T", long), markdown]))
    #expect(page.contains("word \nend</span>"))
    #expect(page.contains("<p><strong>Big</strong></p>"))
    #expect(page.contains("<strong>b</strong> <a href=\"https://a.example/\">l</a> i raw"))
    #expect(!page.contains("i.png"))
  }

  @Test func `A page has one link to mute each type that it shows, for its chip's cards`() throws {
    var context = try InboxSamples.context()
    let shown =
      (1...3).map { InboxSamples.notification("\($0)", "offer") }
      + ["event", "daily_digest", "weekly_digest"].map { InboxSamples.notification($0, $0) }
    func footer() throws -> String {
      let page = text(
        try InboxSamples.renderer().page(
          of: InboxSamples.digest(shown), in: context, options: InboxOptions(pageID: "p")))
      return try #require(page.split(separator: "<footer>").last.map { String($0) })
    }
    #expect(try !footer().contains("id=mutes"))
    context.links.mute = { "https://x.org/\($0.text)?s=1&t=2" }
    let links = try footer().matches(of: #/<a href="([^"]*)" data-t="(\d+)"><bdi>([^<]*)</bdi>/#)
    #expect(
      links.map { "\($0.3): \($0.1)" } == [
        "Offers: https://x.org/offer?s=1&amp;t=2",
        "Daily digest: https://x.org/daily_digest?s=1&amp;t=2",
        "Weekly digest: https://x.org/weekly_digest?s=1&amp;t=2",
        "Events: https://x.org/event?s=1&amp;t=2",
      ])
    let chips = links.map { String($0.2) }
    #expect(chips[1] == chips[2] && Set(chips).count == 3)
    #expect(try footer().contains("<p id=mutes>Mute: <a"))
  }

  @Test(arguments: [(12, 3, false), (13, 13, false), (14, 13, true)])
  func `A page of mostly urgent ones is not red`(urgent: Int, others: Int, isTinted: Bool) throws {
    let shown = (0..<urgent + others).map {
      InboxSamples.notification("\($0)", "offer", "T\($0)", priority: $0 < urgent ? .high : .normal)
    }
    #expect(text(try InboxSamples.page(shown)).contains(":root{--hot:var(--tint)") == isTinted)
  }

  @Test func `The inbox page shows a link that may not be followed as text`() throws {
    var refused = InboxSamples.notification("1")
    refused.content.link = "javascript:alert(1)"
    refused.content.actions = [Action(key: "a", label: "Do", url: "data:text/html,x")]
    let page = text(try InboxSamples.page([refused]))
    #expect(page.contains("<p class=m dir=auto>javascript:alert(1)</p>"))
    #expect(!page.contains("href=\"javascript") && !page.contains("data:text"))
  }

  @Test func `The page loads pictures over https only, and only where asked for`() throws {
    var photos = InboxSamples.notification("1")
    photos.content.actor = Actor(name: "renee", avatarURL: "http://img.example.org/a.png")
    photos.content.thumbnails = ["https://img.example.org/1.jpg", "http://img.example.org/2.jpg"]
      .map {
        Thumbnail(url: $0, kind: .photo)
      }
    let without = text(try InboxSamples.page([photos]))
    #expect(!without.contains("<img") && !without.contains("img-src"))
    let with = text(try InboxSamples.page([photos], images: true))
    #expect(with.contains("https://img.example.org/1.jpg") && with.contains("img-src https:;"))
    #expect(!with.contains("http://img"))
    photos.content.actor = Actor(name: "renee", avatarURL: "https://img.example.org/a.png")
    let face = "<img src=\"https://img.example.org/a.png\" data-f=\"R\" width=40 height=40 alt=\"\""
    #expect(text(try InboxSamples.page([photos], images: true)).contains(face))
  }

  @Test func `The facts of a row are isolated from each other's direction`() throws {
    var item = InboxSamples.notification("1")
    item.content.title = "رسالة"
    item.content.actor = Actor(name: "سارة")
    let page = text(try InboxSamples.page([item] + InboxSamples.typical("ar")))
    let facts = page.matches(of: /<p>(?:<b>[^<]*<\/b> )?(?:<bdi>[^<]+<\/bdi> · )*<i>[^<]*<\/i>/)
    #expect(facts.count > 30 && facts.count == page.matches(of: /<details>/).count)
    #expect(page.contains(" · \";unicode-bidi:isolate}"))
    #expect(page.contains("details>p>i{font-style:normal;unicode-bidi:isolate}"))
  }

  @Test func `The inbox page says what a limit leaves out, and counts it`() throws {
    let page = text(try InboxSamples.page(InboxSamples.many(40), limit: 10))
    #expect(page.contains("id=rest>and 30 more: "))
    #expect(page.contains("for=\"t0\"><bdi>All</bdi> <b>40</b>"))
  }

  @Test func `A page survives counts without types, far times, and no days`() throws {
    var digest = InboxSamples.digest([
      InboxSamples.notification("1"), InboxSamples.notification("2", "event"),
    ])
    digest.counts.byType = []
    digest.sections[0].items[0].notification.content.time = Instant(microseconds: .min)
    digest.sections[0].items[1].notification.content.time = Instant(microseconds: .max)
    let page = try InboxSamples.renderer().page(
      of: digest, in: try InboxSamples.context(),
      options: InboxOptions(pageID: "", activityDays: -1))
    #expect(text(page).contains("</html>"))
  }

  @Test func `A stack shows its number, and those of which it is made where it is opened`() throws {
    let failures = (0..<22).map { index in
      var one = InboxSamples.notification(
        "\(index)", "offer", "CI <failed>", "Run \(index)\nof many", hoursAgo: Double(index) / 10,
        link: "https://example.org/\(index)")
      one.content.subject = Subject(name: "harbor/app-\(index)")
      return one
    }
    let page = text(try InboxSamples.page(failures))
    #expect(page.ranges(of: "class=\"c ").count == 1)
    #expect(page.contains("CI &lt;failed&gt;</a> <span>×22</span></h3>"))
    #expect(page.contains("<small>harbor/app-0 · harbor/app-1 · harbor/app-2 · …</small>"))
    let line =
      "<p class=n><a href=\"https://example.org/1\"><bdi>harbor/app-1</bdi></a> "
      + "<span dir=auto>Run 1 of many</span> <small>9:59\u{A0}AM</small>"
    #expect(page.contains(line))
    #expect(page.ranges(of: "<p class=n>").count == 20 && page.contains("<p class=m>… and 2 more"))
    let other = text(try InboxSamples.page([failures[0]]))
    #expect(!other.contains("</a> <span>") && !other.contains("<p class=n>"))
  }
}

struct WriteInboxPagesTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let folder = environment["TIDINGS_WRITE_PAGES"]

  @Test(.enabled(if: folder != nil))
  func `Inbox pages for the browser are written where TIDINGS_WRITE_PAGES names a folder`() throws {
    for locale in ["en", "de", "es", "fr", "pt-BR", "ja", "zh-Hans", "ar", "he", "ru"] {
      try write("typical-\(locale)", try InboxSamples.page(InboxSamples.typical(locale), locale))
      try write("empty-\(locale)", try InboxSamples.page([], locale, pageID: "empty"))
    }
    try write("images", try InboxSamples.page(InboxSamples.typical(), images: true))
    try write("read", try InboxSamples.page([InboxSamples.notification("n-1", read: .read)]))
    try write("plain", try InboxSamples.page(InboxSamples.plain()))
    try write("limited", try InboxSamples.page(InboxSamples.typical(), limit: 12))
    try write("hundred", try InboxSamples.page(InboxSamples.many(100)))
  }

  /// Writes a page that holds nothing which no page may hold.
  private func write(_ name: String, _ page: [UInt8]) throws {
    #expect(WrittenBytes.complaint(of: page) == nil, "\(name)")
    #expect(page.starts(with: "<!doctype html>".utf8) && page.count > 10_000, "\(name)")
    try Data(page).write(to: file(name))
  }

  private func file(_ name: String) throws -> URL {
    let folder = URL(filePath: Self.folder ?? "")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder.appending(path: name + ".html")
  }
}
