package import Languages
internal import Rendering

extension Catalogues {
  /// The bundled catalogues. The user's own, from a templates folder, add to them or override
  /// single messages.
  package convenience init(own templates: [String: [UInt8]] = [:]) throws(CatalogueError) {
    try self.init(
      bundled: Self.files(TemplateCatalogue.bundled), own: Self.files(templates))
  }

  private static func files(_ templates: [String: [UInt8]]) -> [CatalogueFile] {
    let folder = "catalogues/"
    let suffix = ".yaml"
    return templates.keys.filter { $0.hasPrefix(folder) && $0.hasSuffix(suffix) }.sorted().map {
      CatalogueFile(
        name: $0, tag: String($0.dropFirst(folder.utf8.count).dropLast(suffix.utf8.count)),
        bytes: templates[$0] ?? [])
    }
  }
}
