import Digests
import Foundation
import Notifications
import Testing

@testable import Rendering

@Suite struct DigestDocumentsTests {
  /// Writes samples for judges and for people: set TIDINGS_ACCEPTANCE to a folder.
  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["TIDINGS_ACCEPTANCE"] != nil,
      "writes documents for a judge: set TIDINGS_ACCEPTANCE to a folder"))
  func `samples are written for the judges`() throws {
    let folder = URL(
      filePath: try #require(ProcessInfo.processInfo.environment["TIDINGS_ACCEPTANCE"]))
    let documents = try DigestDocuments(TemplateCatalogue())
    for locale in ["en", "de", "ar"] {
      let context = try SampleDigest.context(locale)
      for (name, digest) in SampleDigest.named {
        let file = folder.appending(path: "digest-\(name)-\(locale)")
        try Data(documents.markdown(digest, in: context)).write(
          to: file.appendingPathExtension("md"))
        try Data(documents.html(digest, in: context)).write(to: file.appendingPathExtension("html"))
        try Data(documents.text(digest, in: context)).write(to: file.appendingPathExtension("txt"))
      }
    }
  }
}
