package import CompiledMustache
internal import Synchronization
internal import Templates

/// The template files by their path below `Templates`: the bundled ones, each of which one's own
/// file of the same path replaces.
///
///     let templates = TemplateCatalogue(own: ["digest/item.md": bytes])
package struct TemplateCatalogue: Sendable {
  private let files: [String: [UInt8]]
  private let parsed = ParsedTemplates()

  /// - Parameter own: files that replace bundled ones, by path; others are added, for one's own
  ///   partials.
  package init(own: [String: [UInt8]] = [:]) {
    files = Self.bundled.merging(own) { $1 }
  }

  /// Every bundled file by its path.
  package static var bundled: [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for index in 0..<tidings_template_count {
      let file = tidings_template_at(index)
      let bytes = UnsafeBufferPointer(start: file.bytes, count: file.size)
      files[String(cString: file.path)] = Array(bytes)
    }
    return files
  }

  /// The paths, sorted.
  package var paths: [String] { files.keys.sorted() }

  package subscript(path: String) -> [UInt8]? { files[path] }

  /// Compiles a template and the partials it includes; partials are named by their path.
  ///
  /// - Throws: a `TemplateError` for whatever the strict policy refuses.
  package func compile(
    _ path: String, schema: RecordSchema, kind: TemplateKind
  ) throws(TemplateError) -> CompiledTemplate {
    let templates = try parsed.set { () throws(TemplateError) in
      var templates = TemplateSet(policy: .strict)
      for file in paths where Self.isTemplate(file) {
        try templates.add(files[file] ?? [], named: file)
      }
      return templates
    }
    return try templates.compile(path, schema: schema, kind: kind)
  }

  /// Catalogues, schemas and scripts are no templates; styles are partials of pages.
  private static func isTemplate(_ path: String) -> Bool {
    [".md", ".html", ".txt", ".css"].contains { path.hasSuffix($0) }
  }
}

/// A catalogue's templates, which are parsed when the first one is compiled, and once for all copies of
/// the catalogue.
private final class ParsedTemplates: Sendable {
  private let known = Mutex<TemplateSet?>(nil)

  func set(
    _ parse: () throws(TemplateError) -> TemplateSet
  ) throws(TemplateError) -> TemplateSet {
    try known.withLock { (known) throws(TemplateError) in
      if let known { return known }
      let made = try parse()
      known = made
      return made
    }
  }
}
