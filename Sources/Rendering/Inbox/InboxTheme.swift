import ByteText
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
    start = EmbeddedElement(.script, Self.denseScript(templates["inbox/start.js"] ?? []))
    script = EmbeddedElement(.script, Self.denseScript(templates["inbox/script.js"] ?? []))
  }

  /// What the brand's color changes of the style.
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

  /// A script, dense, and without blanks around operators; text in double quotes stays, and so do lines
  /// with other quotes, escapes or regular expressions. A text never goes over a line's end.
  static func denseScript(_ source: [UInt8]) -> [UInt8] {
    let quotes = Array("\\'`/".utf8)
    // After these a line break says nothing.
    let openings = Array(";{,(".utf8)
    var script: [UInt8] = []
    for line in dense(source).split(separator: UInt8(ascii: "\n")) {
      script += line.contains(where: quotes.contains) ? Array(line) : withoutBlanks(Array(line))
      if let last = script.last, openings.contains(last) { continue }
      script.append(UInt8(ascii: "\n"))
    }
    return script
  }

  /// Blanks stay between two words, and between signs that would become another operator.
  private static func withoutBlanks(_ line: [UInt8]) -> [UInt8] {
    func isWord(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
        true
      default: false
      }
    }
    func isSign(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") }
    var dense: [UInt8] = []
    var isText = false
    for (place, byte) in line.enumerated() {
      if byte == UInt8(ascii: "\"") { isText.toggle() }
      if byte == UInt8(ascii: " "), !isText, let before = dense.last, place + 1 < line.count {
        let after = line[place + 1]
        let isNeeded = isWord(before) && isWord(after) || isSign(before) && isSign(after)
        if !isNeeded { continue }
      }
      dense.append(byte)
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
