import Foundation

@testable import Languages

/// The catalogues of the repository, as the templates' target embeds them.
enum BundledCatalogues {
  static let tags = BundledLanguage.all.map(\.tag).sorted()

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

extension CatalogueFile {
  /// The keys of its messages, but for the names of zones; an informal message has the key of the
  /// other.
  func keys() throws -> Set<String> {
    let keys = try Catalogue(self).entries.keys.filter { !$0.hasPrefix(ZoneNames.prefix) }
    return Set(keys.map { Address.informal.key(of: $0) ?? $0 })
  }

  /// The keys that documents use and the file lacks.
  func missingKeys() throws -> Set<String> {
    Set(MessageKey.allCases.map(\.path)).subtracting(try keys())
  }

  /// The keys that no document uses.
  func unknownKeys() throws -> Set<String> {
    try keys().subtracting(MessageKey.allCases.map(\.path))
  }
}
