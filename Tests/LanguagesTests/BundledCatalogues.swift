import Foundation
import Languages

/// The catalogues of the repository, as the templates' target embeds them.
enum BundledCatalogues {
  static let tags = ["ar", "de", "en"]

  static func files() throws -> [CatalogueFile] {
    try tags.map { tag in
      let path = "Templates/catalogues/\(tag).yaml"
      return CatalogueFile(name: path, tag: tag, bytes: try Repository.bytes(path))
    }
  }

  static func load(own: [CatalogueFile] = []) throws -> Catalogues {
    try Catalogues(bundled: files(), own: own)
  }

  /// A catalogue of one's own.
  static func own(_ tag: String, _ text: String) -> CatalogueFile {
    CatalogueFile(name: "own/\(tag).yaml", tag: tag, bytes: Array(text.utf8))
  }
}
