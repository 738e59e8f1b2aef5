import ByteText
import CompiledMustache
import Notifications
import Testing

@testable import Rendering

struct TemplateCatalogueTests {
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
