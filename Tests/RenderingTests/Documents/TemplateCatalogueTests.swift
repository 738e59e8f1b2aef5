import ByteText
import CompiledMustache
import Notifications
import Testing

@testable import Rendering

struct TemplateCatalogueTests {
  @Test func `One's own file replaces the bundled one of its path in all three documents`() throws {
    let own = Array("- {{title}} ({{type}})\n".utf8)
    let documents = try DigestDocuments(TemplateCatalogue(own: ["digest/item.md": own]))
    let digest = SampleDigest.digest(today: [
      SampleDigest.notification("deadline", "Soon *now*", hoursAgo: 1)
    ])
    let context = try SampleDigest.context()
    func string(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    #expect(
      string(documents.markdown(digest, in: context)).contains("- Soon \\*now\\* (Deadlines)"))
    #expect(string(documents.html(digest, in: context)).contains("<li>Soon *now* (Deadlines)</li>"))
    #expect(string(documents.text(digest, in: context)).contains("- Soon *now* (Deadlines)\n"))
  }

  @Test(arguments: [
    ("- {{tilte}}\n", 3), ("\n{{#actions}}\n", 1), ("{{{title}}}", 1), ("[a]({{title}})", 5),
    ("{{> digest/none.md}}", 1),
  ])
  func `A mistake in one's own template is an error with its file and place`(
    _ template: String, _ column: Int
  ) throws {
    let own = TemplateCatalogue(own: ["digest/item.md": Array(template.utf8)])
    let error = #expect(throws: Fault.self) { try DigestDocuments(own) }
    #expect(error?.file == "digest/item.md")
    #expect(error?.place?.column == column)
  }

  @Test func `Every key is documented, and the reference names them all`() {
    let reference = KeyReference.markdown(DigestKeys.schema)
    for key in ["headline", "sections", "bodyMarkdown", "actions", "url"] {
      #expect(reference.contains("| `\(key)` |"))
    }
  }

  @Test func `Every template that is bundled is in the catalogue`() {
    let paths = TemplateCatalogue().paths
    #expect(Set(["digest/digest.md", "digest/page.html", "digest/style.css"]).isSubset(of: paths))
  }
}
