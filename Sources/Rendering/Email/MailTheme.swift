package import CompiledMustache
import Languages
import SafeMarkdown

/// The compiled templates of a mail's two parts.
package struct MailTheme: Sendable {
  /// The names of the themes that there are.
  package static let bundled = ["default", "lean"]

  let html: CompiledTemplate
  private let leftToRightText: CompiledTemplate
  private let rightToLeftText: CompiledTemplate
  let keys: MailKeys

  /// Compiles a theme, `default` or `lean` or one's own; rendering with it cannot fail.
  ///
  /// - Throws: a `TemplateError` for whatever is wrong in `mail/<name>/message.html` or
  ///   `message.txt`, and for a theme that there is not.
  package init(_ name: String, _ templates: TemplateCatalogue) throws(TemplateError) {
    keys = MailKeys()
    let escape = Escape { HTMLEscape.append($0, to: &$1) }
    html = try templates.compile(
      "mail/\(name)/message.html", schema: keys.schema, kind: .html(escape))
    let text = "mail/\(name)/message.txt"
    leftToRightText = try templates.compile(
      text, schema: keys.schema, kind: .plain(MailTextEscape.escape(.leftToRight)))
    rightToLeftText = try templates.compile(
      text, schema: keys.schema, kind: .plain(MailTextEscape.escape(.rightToLeft)))
  }

  func text(for direction: TextDirection) -> CompiledTemplate {
    switch direction {
    case .leftToRight: leftToRightText
    case .rightToLeft: rightToLeftText
    }
  }

  /// The rules that give a brand's own colors to the dark scheme; empty for the standard ones.
  static func style(for accent: Accent) -> Markup {
    if accent == .standard { return Markup(rendered: "") }
    return Markup(
      rendered: """
        <style>
        @media (prefers-color-scheme:dark){
        .bar,.btn{background-color:\(accent.dark)!important}
        .lnk,.lnk a{color:\(accent.dark)!important}
        }
        </style>
        """)
  }
}
