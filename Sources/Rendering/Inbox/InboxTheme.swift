package import CompiledMustache
import MailMessages
import SafeMarkdown

/// The compiled template of the inbox page, with its style and script.
package struct InboxTheme: Sendable {
  let page: CompiledTemplate
  let keys: InboxKeys
  let style: [UInt8]
  let start: EmbeddedElement
  let script: EmbeddedElement

  /// Compiles `inbox/page.html`; rendering with it cannot fail.
  ///
  /// - Throws: a `TemplateError` for whatever is wrong in the template.
  package init(_ templates: TemplateCatalogue) throws(TemplateError) {
    keys = InboxKeys()
    page = try templates.compile(
      "inbox/page.html", schema: keys.schema,
      kind: .html(Escape { HTMLEscape.append($0, to: &$1) }))
    style = Self.dense(templates["inbox/style.css"] ?? [])
    start = EmbeddedElement(.script, Self.dense(templates["inbox/start.js"] ?? []))
    script = EmbeddedElement(.script, Self.dense(templates["inbox/script.js"] ?? []))
  }

  /// What the brand's colour changes of the style.
  static func style(of accent: Accent) -> [UInt8] {
    guard accent != .standard else { return [] }
    return Array(
      """
      :root{--link:\(accent.light)}
      @media (prefers-color-scheme:dark){:root{--link:\(accent.dark)}}

      """.utf8)
  }

  /// Without indentation, empty lines and lines that are comments (`//` as their first characters): a
  /// fifth of what every page would carry.
  static func dense(_ source: [UInt8]) -> [UInt8] {
    var dense: [UInt8] = []
    for line in source.split(separator: UInt8(ascii: "\n")) {
      let text = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      if text.isEmpty || text.starts(with: "//".utf8) { continue }
      dense += text
      dense.append(UInt8(ascii: "\n"))
    }
    return dense
  }
}

/// A `style` or `script` element of a page, and the hash by which the page's policy allows it.
struct EmbeddedElement: Sendable {
  enum Name: String, Sendable {
    case style, script
  }

  let markup: Markup
  /// `'sha256-…'` (Content Security Policy Level 3, section 2.3.1).
  let source: String

  init(_ name: Name, id: StaticString? = nil, _ content: [UInt8]) {
    // The content is ours or a theme's, never a user's; one that ended its own element would be torn.
    markup = Markup(
      rendered: "<\(name.rawValue)\(id.map { " id=\"\($0)\"" } ?? "")>"
        + String(decoding: content, as: UTF8.self)
        + "</\(name.rawValue)>")
    var hash = SHA256()
    hash.update(content)
    var encoded: [UInt8] = []
    Base64.append(hash.finish()[...], to: &encoded)
    source = "'sha256-" + String(decoding: encoded, as: UTF8.self) + "'"
  }
}
