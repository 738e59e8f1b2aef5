import CompiledMustache
import Digests
import Foundation
import Languages
import Notifications
import SafeMarkdown
import TestData
import Testing

@testable import Rendering

struct DigestDocumentsTests {
  private let documents: DigestDocuments

  init() throws {
    documents = try DigestDocuments(TemplateCatalogue())
  }

  private func markdown(_ digest: Digest, _ context: DocumentContext) -> String {
    String(decoding: documents.markdown(digest, in: context), as: UTF8.self)
  }

  private func text(_ digest: Digest, _ context: DocumentContext) -> String {
    String(decoding: documents.text(digest, in: context), as: UTF8.self)
  }

  private static let languages = BundledLanguage.all.map(\.tag).sorted()

  private func html(_ digest: Digest, _ context: DocumentContext) -> String {
    String(decoding: documents.html(digest, in: context), as: UTF8.self)
  }

  @Test(arguments: ["en", "de", "ar"])
  func `Each document is as it was read and found good`(_ locale: String) throws {
    let context = try SampleDigest.context(locale)
    for (name, digest) in SampleDigest.named {
      try Golden.expect(documents.markdown(digest, in: context), "documents/\(name).\(locale).md")
      try Golden.expect(documents.html(digest, in: context), "documents/\(name).\(locale).html")
      try Golden.expect(documents.text(digest, in: context), "documents/\(name).\(locale).txt")
    }
  }

  @Test func `A digest says at its top which app's it is and whose, if only by the id`() throws {
    var context = try SampleDigest.context("en")
    context.app = "Harbor"
    context.recipient = Recipient(id: RecipientID("u_7"))
    let digest = try #require(SampleDigest.named.first?.1)
    #expect(markdown(digest, context).contains("\n**Harbor**\\\nNotifications for u_7 · "))
    let told = "<strong>Harbor</strong><br />\nNotifications for u_7 · "
    #expect(html(digest, context).contains(told))
    context.recipient = Recipient(id: RecipientID("me"))
    context.app = ""
    #expect(markdown(digest, context).contains("\nNotifications · "))
  }

  @Test func `The page and the text say what the Markdown says, word for word`() throws {
    for locale in Self.languages {
      var context = try SampleDigest.context(locale)
      // A picture that is shown has no caption.
      context.showsImages = false
      for (_, digest) in SampleDigest.named {
        let said = words(UserMarkdown.plainText(markdown(digest, context)))
        let page = html(digest, context).replacing("<main class=\"done\">", with: "<main>")
        let main = try #require(
          page.split(separator: "<main>").last?.split(separator: "</main>").first)
        #expect(words(HTMLText.plain(String(main))) == said)
        // A line that ends within an isolate ends it and the next begins it again.
        let text = words(textWithoutAddresses(text(digest, context)))
        #expect(withoutDirections(text) == withoutDirections(said))
      }
    }
  }

  private func withoutDirections(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter {
          !(0x202A...0x202E).contains($0.value) && !(0x2066...0x2069).contains($0.value)
        }))
  }

  @Test func `Thumbnails are images of the page alone, and none without images`() throws {
    var context = try SampleDigest.context()
    let sample = SampleDigest.notification(
      "photos", "A title ![x](https://t.example/1.gif)", hoursAgo: 1
    ) {
      $0.content.body = "![x](https://t.example/2.gif)"
      $0.content.bodyFormat = .markdown
      $0.content.thumbnails = [
        Thumbnail(url: "https://i.example/1.jpg?a=1&b=(2)", kind: .photo),
        Thumbnail(url: "http://i.example/2.jpg", kind: .video),
      ]
    }
    let digest = SampleDigest.digest(today: [sample])
    let page = html(digest, context)
    #expect(page.components(separatedBy: "<img ").count == 2)
    #expect(page.contains(#"src="https://i.example/1.jpg?a=1&amp;b=(2)" alt="Photo 1 of 2""#))
    #expect(page.contains("; img-src https:\""))
    #expect(!markdown(digest, context).contains("!["))
    context.showsImages = false
    let bare = html(digest, context)
    #expect(!bare.contains("<img") && !bare.contains("img-src"))
    #expect(bare.contains("a photo and a video") || bare.contains("video"))
  }

  /// Without white space, list marks and rules, which each format has its own of.
  private func words(_ text: String) -> String {
    String(text.filter { !$0.isWhitespace && !"-=>*.●".contains($0) && !$0.isNumber })
  }

  private func textWithoutAddresses(_ text: String) -> String {
    text.split(separator: "\n").map { line in
      String(line.replacing(#/^\s*https?:\S+$|: https?:\S+$/#, with: ""))
    }.joined(separator: "\n")
  }

  @Test func `An id that only programs know is cut; one that a person would say is not`() throws {
    var context = try SampleDigest.context("en")
    for (id, told) in [
      ("9b2e1f7c-3a4d-4c21-9d0e-f1a2b3c4d5e6", "9b2e1f7c…d5e6"), ("maya.ortiz@example.org", nil),
    ] {
      context.recipient = Recipient(id: RecipientID(id))
      #expect(markdown(SampleDigest.full, context).contains("Notifications for \(told ?? id) · "))
    }
  }

  @Test(arguments: [(ReadState.read, "● ", "  "), (.unread, "- ", "- ")])
  func `The text marks what is unread where others are read, and the heading alone what is urgent`(
    state: ReadState, unread: String, read: String
  ) throws {
    let digest = SampleDigest.digest(today: [
      SampleDigest.notification("note", "new", hoursAgo: 1),
      SampleDigest.notification("note", "old", hoursAgo: 2) { $0.content.readState = state },
      SampleDigest.notification("note", "now", hoursAgo: 3) { $0.content.priority = .high },
    ])
    let lines = text(digest, try SampleDigest.context()).split(separator: "\n")
    for line in ["\(unread)new", "\(read)old", "\(unread)now"] {
      #expect(lines.contains { $0.hasPrefix(line + "\u{A0}·\u{A0}") })
    }
    #expect(markdown(digest, try SampleDigest.context()).contains("●") == (state == .read))
    #expect(html(digest, try SampleDigest.context()).contains("<main class=\"divided\">"))
  }

  @Test func `Where all is read the heading says how many there are`() throws {
    let digest = SampleDigest.digest(today: [
      SampleDigest.notification("note", "a", hoursAgo: 1) { $0.content.readState = .read }
    ])
    #expect(markdown(digest, try SampleDigest.context()).hasPrefix("# 1 notification\n"))
  }

  @Test func `Without an inbox what is left out is words and there is no way on`() throws {
    let written = markdown(SampleDigest.full, try SampleDigest.context(inboxURL: nil))
    #expect(written.contains("\nand 15 more: "))
    #expect(!written.contains("Open your inbox"))
  }

  @Test func `A link whose scheme is not allowed is nowhere a link`() throws {
    let context = try SampleDigest.context(inboxURL: "javascript:alert(1)")
    let digest = SampleDigest.digest(today: [
      SampleDigest.notification("note", "a", hoursAgo: 1) { $0.content.link = "data:text/html,x" }
    ])
    #expect(!html(digest, context).contains("<a "))
  }

  @Test func `No line of the text is wider than 72 columns but for addresses`() throws {
    for locale in Self.languages {
      for (_, digest) in SampleDigest.named {
        for line in text(digest, try SampleDigest.context(locale)).split(separator: "\n")
        where !line.contains("https://") {
          #expect(DisplayWidth.columns(of: String(line)) <= 72, "\(line)")
        }
      }
    }
  }

  /// Writes samples for judges and for people.
  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["TIDINGS_ACCEPTANCE"] != nil,
      "writes documents for a judge: set TIDINGS_ACCEPTANCE to a folder"))
  func `Samples are written for the judges`() throws {
    let environment = ProcessInfo.processInfo.environment
    let folder = URL(filePath: try #require(environment["TIDINGS_ACCEPTANCE"]))
    for locale in Self.languages {
      let context = try SampleDigest.context(locale)
      for (name, digest) in SampleDigest.named {
        let file = folder.appending(path: "digest-\(name)-\(locale).html")
        try Data(documents.html(digest, in: context)).write(to: file)
      }
    }
  }
}
