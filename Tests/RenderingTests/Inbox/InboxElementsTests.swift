import ByteText
import Digests
import Foundation
import MailMessages
import Notifications
import Testing

@testable import Rendering

struct InboxElementsTests {
  @Test func `The inbox page's own code is allowed by its hash, as openssl computes it`() {
    // printf 'alert(1)' | openssl dgst -sha256 -binary | base64
    #expect(
      EmbeddedElement(.script, Array("alert(1)".utf8)).source
        == "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='")
  }

  @Test func `The policy of a page names its own code, all of it and nothing else`() throws {
    let page = String(decoding: try InboxSamples.page(InboxSamples.typical()), as: UTF8.self)
    let policy = try #require(page.firstMatch(of: /Content-Security-Policy" content="([^"]*)"/)).1
      .replacing("&#39;", with: "'")
    let elements = page.matches(
      of: /<(?:style|script)(?: id="filter-rules")?>((?:.|\n)*?)<\/(?:style|script)>/)
    #expect(elements.count == 5)
    for element in elements {
      var hash = SHA256()
      hash.update(Array(element.1.utf8))
      #expect(policy.contains("'sha256-\(Data(hash.finish()).base64EncodedString())'"))
    }
    #expect(policy.matches(of: /sha256-/).count == 5)
    #expect(policy.hasPrefix("default-src 'none'; script-src 'sha256-"))
  }

  @Test func `The inbox page's own code is told words in which nothing ends its element`() throws {
    var context = try InboxSamples.context()
    context.recipient.name = "</script><script>alert(1)</script>"
    var digest = InboxSamples.digest([InboxSamples.notification("1")])
    digest.sections[0].items[0].notification.content.profile = ProfileName("</script><!--<script>")
    let page = String(
      decoding: try InboxSamples.renderer().page(
        of: digest, in: context, options: InboxOptions(pageID: "</ScRiPt>")), as: UTF8.self)
    #expect(page.matches(of: /<\/script/.ignoresCase()).count == 3)
  }

  @Test func `A page holds the dense form of a bundled script, and a user's own script as it is`() {
    let bundled = TemplateCatalogue()
    let source = bundled["inbox/script.js"] ?? []
    #expect(bundled.dense("inbox/script.js").count * 2 < source.count)
    let ejected = TemplateCatalogue(own: ["inbox/script.js": source])
    #expect(ejected.dense("inbox/script.js") == bundled.dense("inbox/script.js"))
    let own = source + Array("// mine\n".utf8)
    #expect(TemplateCatalogue(own: ["inbox/script.js": own]).dense("inbox/script.js") == own)
  }

  @Test func `The inbox page says in its style what a style cannot be ended by`() {
    var css: [UInt8] = []
    InboxLooks.append("a\"b\\</style>\n😀", to: &css)
    #expect(String(decoding: css, as: UTF8.self) == "\"a\\22 b\\5c \\3c \\2f style\\3e \\a 😀\"")
  }

  @Test(arguments: ["a\u{0}b", "a\rb", "a\u{85}b", "\u{FFFE}"])
  func `The page keeps ids that an attribute would change percent-encoded`(id: String) throws {
    let page = String(
      decoding: try InboxSamples.page([InboxSamples.notification(id)]), as: UTF8.self)
    let member = "data-m=\"1,2,1,\(PercentEncoding.component(id))\""
    #expect(!page.contains("data-i=") && page.contains(member))
  }
}
