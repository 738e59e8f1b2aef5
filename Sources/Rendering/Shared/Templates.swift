package import CompiledMustache
import SafeMarkdown
internal import Synchronization
internal import Templates

/// The keys of one kind of template record. One declaration gives the schema that templates compile
/// against, the typed references that code fills in, and the sentences of the key reference.
///
///     static let bar = TemplateRecord { bar in
///       (
///         label: bar.text("label", "The type's label."),
///         width: bar.integer("width", "The bar's share of the longest one, in percent.")
///       )
///     }
///     let values = bar.values { values, key in values[key.label] = "Offers" }
struct TemplateRecord<Keys: Sendable>: Sendable {
  /// The references, a tuple whose labels are the keys' names.
  let keys: Keys
  let schema: RecordSchema

  init(_ declare: (inout SchemaDeclaration) -> Keys) {
    var declaration = SchemaDeclaration()
    keys = declare(&declaration)
    schema = declaration.schema
  }

  @inline(__always)
  func values(_ fill: (inout RecordValues, Keys) -> Void) -> RecordValues {
    var values = RecordValues(schema)
    fill(&values, keys)
    return values
  }
}

/// The template files by their path below `Templates`: the bundled ones and the user's own, which
/// replace bundled files of the same path.
///
///     let templates = TemplateCatalogue(own: ["digest/item.md": bytes])
package struct TemplateCatalogue: Sendable {
  private let files: [String: [UInt8]]
  private let parsed = ParsedTemplates()

  /// - Parameter own: Files by path. Those that replace no bundled file are added, as partials.
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

  /// Compiles a document's template and the partials that it includes by path.
  ///
  /// - Throws: A `TemplateError` for anything that the strict policy refuses.
  func compile(
    _ document: TemplateDocument, kind: TemplateKind
  ) throws(TemplateError) -> CompiledTemplate {
    try compile(document.path, schema: document.schema, kind: kind)
  }

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

  /// Excludes catalogues, schemas and scripts; includes styles, which are partials of pages.
  private static func isTemplate(_ path: String) -> Bool {
    [".md", ".html", ".txt", ".css"].contains { path.hasSuffix($0) }
  }
}

/// A catalogue's templates, parsed once for all copies of the catalogue when the first one is compiled.
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

extension TemplateKind {
  /// HTML with all texts escaped.
  static var escapedHTML: TemplateKind { .html(Escape { HTMLEscape.append($0, to: &$1) }) }
}
