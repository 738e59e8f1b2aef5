package import CompiledMustache
import SafeMarkdown

/// The compiled templates of a mail's two parts.
package struct MailTheme: Sendable {
  let html: CompiledTemplate
  let text: CompiledTemplate
  let keys: MailKeys
  let stylesheet: String

  /// Compiles a theme; rendering with it cannot fail.
  ///
  /// - Parameters:
  ///   - html: `message.html`; `htmlFile` is what errors call it.
  ///   - text: `message.txt`, whose lines are wrapped after it was filled.
  ///   - style: `style.css`; none for a theme that has only inline styles.
  /// - Throws: a `TemplateError` with file, line and the keys that there are.
  package init(
    html: [UInt8], htmlFile: String, text: [UInt8], textFile: String, style: [UInt8]
  ) throws(TemplateError) {
    keys = MailKeys()
    stylesheet = String(decoding: style, as: UTF8.self)
    var templates = TemplateSet(policy: .strict)
    try templates.add(html, named: "message.html", file: htmlFile)
    try templates.add(text, named: "message.txt", file: textFile)
    self.html = try templates.compile("message.html", schema: keys.schema, kind: .html())
    self.text = try templates.compile("message.txt", schema: keys.schema, kind: .plain())
  }

  /// The style element, with a brand's own colours after the theme's.
  func style(for accent: Accent) -> Markup {
    if stylesheet.isEmpty { return Markup(rendered: "") }
    var css = stylesheet
    if accent != .standard {
      css += """
        @media (prefers-color-scheme:dark){
        .bar,.btn{background-color:\(accent.dark)!important}
        .lnk,.lnk a{color:\(accent.dark)!important}
        }

        """
    }
    return Markup(rendered: "<style>\n" + css + "</style>")
  }
}
