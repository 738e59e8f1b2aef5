package import ByteText
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
  /// A record without values. It is kept apart from the schema: copying both for each record took 1 % of
  /// a mail's instructions.
  let empty: RecordValues

  init(_ declare: (inout SchemaDeclaration) -> Keys) {
    var declaration = SchemaDeclaration()
    keys = declare(&declaration)
    schema = declaration.schema
    empty = RecordValues(schema)
  }

  @inline(__always)
  func values(_ fill: (inout RecordValues, Keys) -> Void) -> RecordValues {
    var values = empty
    fill(&values, keys)
    return values
  }
}

/// The template files by their path below `Templates`: the bundled ones and the user's own, which
/// replace bundled files of the same path.
///
///     let templates = TemplateCatalogue(own: ["digest/item.md": bytes])
package final class TemplateCatalogue: Sendable {
  private let files: [String: [UInt8]]
  /// Parsed once, when the first one is compiled.
  private let parsed = Mutex<TemplateSet?>(nil)

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

  /// What a page holds of its style or script: the dense form of a bundled file, a user's own as it is.
  func dense(_ path: String) -> [UInt8] {
    let source = files[path] ?? []
    for index in 0..<tidings_template_count {
      let file = tidings_template_at(index)
      let bundled = UnsafeBufferPointer(start: file.bytes, count: file.size)
      guard let dense = file.dense, String(cString: file.path) == path,
        bundled.elementsEqual(source)
      else { continue }
      return Array(UnsafeBufferPointer(start: dense, count: file.dense_size))
    }
    return source
  }

  /// Compiles a document's template and the partials that it includes by path.
  ///
  /// - Throws: A fault for anything that the strict policy refuses.
  func compile(
    _ document: TemplateDocument, kind: TemplateKind
  ) throws(Fault) -> CompiledTemplate {
    try compile(document.path, schema: document.schema, kind: kind)
  }

  package func compile(
    _ path: String, schema: RecordSchema, kind: TemplateKind
  ) throws(Fault) -> CompiledTemplate {
    let templates = try parsed.withLock { (parsed) throws(Fault) -> TemplateSet in
      if let parsed { return parsed }
      var templates = TemplateSet()
      for file in paths where Self.isTemplate(file) {
        try templates.add(files[file] ?? [], named: file)
      }
      parsed = templates
      return templates
    }
    return try templates.compile(path, schema: schema, kind: kind)
  }

  /// Excludes catalogues, schemas and scripts; includes styles, which are partials of pages.
  private static func isTemplate(_ path: String) -> Bool {
    [".md", ".html", ".txt", ".css"].contains { path.hasSuffix($0) }
  }
}

extension TemplateKind {
  /// HTML with all texts escaped.
  static var escapedHTML: TemplateKind { .html(Escape { HTMLEscape.append($0, to: &$1) }) }
}

/// A template of a whole document; other templates are its partials. The compiler, the key reference
/// and the manual all use this table.
package struct TemplateDocument: Sendable {
  /// Below the folder of templates.
  package let path: String
  /// What the key reference calls the templates with these keys.
  package let kind: String
  /// What it makes.
  package let meaning: String
  package let schema: RecordSchema

  package static var all: [TemplateDocument] {
    [digest, digestPage] + MailRenderer.themes.flatMap { [mailPage(of: $0), mailText(of: $0)] }
      + [inboxPage, inboxIndex, gallery, galleryPlain]
  }

  static let digest = TemplateDocument(
    path: "digest/digest.md", kind: "the digest",
    meaning: "The digest in Markdown; its HTML and its plain text are made from that.",
    schema: DigestKeys.schema)
  static let digestPage = TemplateDocument(
    path: "digest/page.html", kind: "the digest's page",
    meaning: "The HTML page around the digest.", schema: DigestKeys.pageSchema)
  static func mailPage(of theme: String) -> TemplateDocument {
    TemplateDocument(
      path: "mail/\(theme)/message.html", kind: "mails",
      meaning: "The HTML part of a mail with the theme `\(theme)`.", schema: MailKeys.schema)
  }
  static func mailText(of theme: String) -> TemplateDocument {
    TemplateDocument(
      path: "mail/\(theme)/message.txt", kind: "mails",
      meaning: "The plain text part of a mail with the theme `\(theme)`.", schema: MailKeys.schema)
  }
  static let inboxPage = TemplateDocument(
    path: "inbox/page.html", kind: "the inbox page", meaning: "A recipient's inbox page.",
    schema: InboxKeys.schema)
  static let inboxIndex = TemplateDocument(
    path: "inbox/index.html", kind: "the list of inbox pages",
    meaning: "The list of all inbox pages.", schema: InboxKeys.indexSchema)
  static let gallery = TemplateDocument(
    path: "gallery/index.html", kind: "the gallery", meaning: "The page of the gallery.",
    schema: GalleryKeys.indexSchema)
  static let galleryPlain = TemplateDocument(
    path: "gallery/plain.html", kind: "the gallery's text documents",
    meaning: "The page around a text document in the gallery.", schema: GalleryKeys.plainSchema)
}
