import Foundation

@testable import Languages

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

extension CatalogueFile {
  /// The keys of its messages, but for the names of zones.
  func keys() throws -> Set<String> {
    Set(try Catalogue(self).entries.keys.filter { !$0.hasPrefix(ZoneNames.prefix) })
  }

  /// The keys that documents use and the file lacks.
  func missingKeys() throws -> Set<String> {
    Set(MessageKey.allCases.map(\.rawValue)).subtracting(try keys())
  }

  /// The keys that no document uses.
  func unknownKeys() throws -> Set<String> {
    try keys().subtracting(MessageKey.allCases.map(\.rawValue))
  }
}

extension PluralRule {
  /// The categories that integers of the language fall into: the forms that its catalogue must have.
  var categories: Set<PluralCategory> {
    switch self {
    case .invariant: [.other]
    case .one: [.one, .other]
    case .oneAndMillions, .zeroOneAndMillions: [.one, .many, .other]
    case .oneAndTwo: [.one, .two, .other]
    case .eastSlavic: [.one, .few, .many]
    case .arabic: [.zero, .one, .two, .few, .many, .other]
    }
  }
}
