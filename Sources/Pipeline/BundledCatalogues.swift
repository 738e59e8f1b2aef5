package import Languages
package import Rendering

extension Catalogues {
  /// The catalogues among template files; one's own files of the same path are there instead of the
  /// bundled ones, so that they replace them.
  package convenience init(_ templates: TemplateCatalogue) throws(CatalogueError) {
    let folder = "catalogues/"
    let files = templates.paths.filter { $0.hasPrefix(folder) && $0.hasSuffix(".yaml") }
    try self.init(
      bundled: files.map { path in
        CatalogueFile(
          name: path, tag: String(path.dropFirst(folder.count).dropLast(".yaml".count)),
          bytes: templates[path] ?? [])
      })
  }
}
