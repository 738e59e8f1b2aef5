package import ByteText
package import CompiledMustache
package import Languages
import Notifications
import SafeMarkdown

/// A document of a gallery: its name in file names, as a keyword (`mail`), its title, what the document
/// itself does not show, such as a mail's subject (empty if nothing), its file, and the file for a
/// narrow screen, if that is another one.
package typealias GalleryShot = (
  kind: String, title: String, note: String, file: String, narrowFile: String?
)

/// The documents of one person, by the case's number, in one language.
package typealias GalleryView = (language: String, caseNumber: Int, shots: [GalleryShot])

/// Makes the page of a gallery, and pages that show a text document as it looks.
///
/// The gallery's page shows documents in frames without scripts; choosers are radio buttons, and a
/// rule of its style for each choice says what it shows. A script loads these documents.
package struct GalleryTheme: Sendable {
  private let index: CompiledTemplate
  private let plain: CompiledTemplate
  private let style: [UInt8]
  private let script: EmbeddedElement

  /// - Throws: A fault in `gallery/index.html` or `gallery/plain.html`.
  package init(_ templates: TemplateCatalogue) throws(Fault) {
    index = try templates.compile(.gallery, kind: .escapedHTML)
    plain = try templates.compile(.galleryPlain, kind: .escapedHTML)
    style = templates["gallery/index.css"] ?? []
    script = EmbeddedElement(.script, templates["gallery/index.js"] ?? [])
  }

  /// The page that shows all views; the first view is shown at first.
  package func page(of views: [GalleryView], cases: [String]) -> [UInt8] {
    let languages = views.map(\.language).reduce(into: [String]()) { known, tag in
      if !known.contains(tag) { known.append(tag) }
    }
    let style = EmbeddedElement(.style, style + rules(of: views))
    return index.render(
      GalleryKeys.index.values { page, key in
        page[key.policy] =
          "default-src 'none'; script-src \(script.source); style-src \(style.source); "
          + "frame-src 'self' file:; "
          + "base-uri 'none'; form-action 'none'"
        page[key.style] = style.markup
        page[key.script] = script.markup
        page[key.choosers] = [
          chooser(
            "Language", group: "language", languages.map { (Self.id($0), Self.name(of: $0)) }),
          chooser("For", group: "case", cases.enumerated().map { ("case-\($0)", $1) }),
          chooser("Width", group: "width", [("width-phone", "375"), ("width-desktop", "1280")]),
          chooser("Scheme", group: "scheme", [("scheme-light", "Light"), ("scheme-dark", "Dark")]),
        ]
        page[key.views] = views.map(view)
      })
  }

  /// A page that shows a text document as plain text.
  package func page(ofText text: [UInt8], title: String, in words: Localization) -> [UInt8] {
    var content: [UInt8] = []
    HTMLEscape.append(String(decoding: text, as: UTF8.self), to: &content)
    return plainPage(content, title: title, words)
  }

  /// A page that shows a terminal document with its colors.
  package func page(ofTerminal bytes: [UInt8], title: String, in words: Localization) -> [UInt8] {
    plainPage(TerminalMarkup.html(of: bytes), title: title, isTerminal: true, words)
  }

  /// A page that shows a feed, given as blocks of HTML.
  package func page(ofFeed content: [UInt8], title: String, in words: Localization) -> [UInt8] {
    plainPage(content, title: title, isFeed: true, words)
  }

  private func plainPage(
    _ content: [UInt8], title: String, isTerminal: Bool = false, isFeed: Bool = false,
    _ words: Localization
  ) -> [UInt8] {
    plain.render(
      GalleryKeys.plain.values { page, key in
        page[key.lang] = words.tag.text
        page[key.isRightToLeft] = words.direction == .rightToLeft
        page[key.title] = title
        page[key.isTerminal] = isTerminal
        page[key.isFeed] = isFeed
        page[key.content] = Markup(rendered: String(decoding: content, as: UTF8.self))
      })
  }

  private func chooser(
    _ title: String, group: String, _ choices: [(id: String, title: String)]
  ) -> RecordValues {
    GalleryKeys.chooser.values { chooser, key in
      chooser[key.title] = title
      chooser[key.choices] = choices.enumerated().map { number, choice in
        GalleryKeys.choice.values { values, key in
          values[key.group] = group
          values[key.id] = choice.id
          values[key.title] = choice.title
          values[key.isFirst] = number == 0
        }
      }
    }
  }

  private func view(_ view: GalleryView) -> RecordValues {
    GalleryKeys.view.values { values, key in
      values[key.classes] = Self.id(view.language) + " case-\(view.caseNumber)"
      values[key.shots] = view.shots.map { shot in
        GalleryKeys.shot.values { values, key in
          values[key.kind] = shot.kind
          values[key.title] = shot.title
          values[key.note] = shot.note
          values[key.file] = shot.file
          values[key.narrow] = shot.narrowFile ?? ""
        }
      }
    }
  }

  /// For each view, the rule that shows it.
  private func rules(of views: [GalleryView]) -> [UInt8] {
    views.flatMap { view in
      let (language, number) = (Self.id(view.language), "case-\(view.caseNumber)")
      return Array(
        ":root:has(#\(language):checked):has(#\(number):checked) .\(language).\(number) { display: grid; }\n"
          .utf8)
    }
  }

  /// Letters, digits and hyphens only, as in every language tag.
  private static func id(_ tag: String) -> String {
    "language-" + tag.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }

  /// `Deutsch`; the tag of a language that only the user has a catalogue of.
  private static func name(of tag: String) -> String {
    BundledLanguage.all.first { $0.tag == tag }?.ownName ?? tag
  }
}

/// A terminal document as HTML: its colors become classes.
enum TerminalMarkup {
  /// Takes only what our terminal documents write: text, line feeds, and SGR sequences that begin or
  /// end one style.
  static func html(of bytes: [UInt8]) -> [UInt8] {
    var html: [UInt8] = []
    var isOpen = false
    for (number, part) in bytes.split(separator: 0x1B, omittingEmptySubsequences: false)
      .enumerated()
    {
      var text = part
      if number > 0, part.first == UInt8(ascii: "["),
        let end = part.firstIndex(of: UInt8(ascii: "m"))
      {
        if isOpen { html += "</span>".utf8 }
        let parameters = part[(part.startIndex + 1)..<end].split(separator: UInt8(ascii: ";"))
        isOpen = parameters.map(Array.init) != [Array("0".utf8)]
        if isOpen {
          let classes = parameters.map { "s" + String(decoding: $0, as: UTF8.self) }
          html += "<span class=\"\(classes.joined(separator: " "))\">".utf8
        }
        text = part[(end + 1)...]
      }
      HTMLEscape.append(String(decoding: text, as: UTF8.self), to: &html)
    }
    if isOpen { html += "</span>".utf8 }
    return html
  }
}

/// The keys of the gallery's page, `gallery/index.html`, and of its text documents,
/// `gallery/plain.html`.
package enum GalleryKeys {
  package static var indexSchema: RecordSchema { index.schema }
  package static var plainSchema: RecordSchema { plain.schema }

  static let index = TemplateRecord { index in
    (
      policy: index.keyword("policy", "The Content Security Policy of the page."),
      style: index.markup("style", "The page's style, with a rule for each choice."),
      script: index.markup("script", "The script element, `index.js`."),
      choosers: index.list("choosers", of: chooser.schema, "What can be chosen, in order."),
      views: index.list("views", of: view.schema, "The documents, by person and language.")
    )
  }

  /// A row of radio buttons.
  static let chooser = TemplateRecord { chooser in
    (
      title: chooser.text("title", "What it chooses."),
      choices: chooser.list("choices", of: choice.schema, "The choices; the first is chosen.")
    )
  }

  static let choice = TemplateRecord { choice in
    (
      group: choice.keyword("group", "The name that all choices of a row share."),
      id: choice.keyword("id", "The choice's id, to which the style refers."),
      title: choice.text("title", "The choice."),
      isFirst: choice.flag("isFirst", "Whether it is chosen at first.")
    )
  }

  /// The documents of one person in one language.
  static let view = TemplateRecord { view in
    (
      classes: view.keyword("classes", "The classes to which the style refers."),
      shots: view.list("shots", of: shot.schema, "The documents.")
    )
  }

  static let shot = TemplateRecord { shot in
    (
      kind: shot.keyword("kind", "Which document it is, as a word for a class."),
      title: shot.text("title", "Which document it is."),
      note: shot.text("note", "A mail's subject; empty for others."),
      file: shot.keyword("file", "The file's name."),
      narrow: shot.keyword("narrow", "The file for a phone; empty if it is the same.")
    )
  }

  /// A text document as a page.
  static let plain = TemplateRecord { plain in
    (
      lang: plain.keyword("lang", "The language as a BCP 47 tag."),
      isRightToLeft: plain.flag("isRightToLeft", "Whether it runs from right to left."),
      title: plain.text("title", "Which document it is."),
      isTerminal: plain.flag("isTerminal", "Whether it is one for a terminal."),
      isFeed: plain.flag("isFeed", "Whether it is a feed, of blocks of HTML."),
      content: plain.markup("content", "The document, with its colors as classes.")
    )
  }
}
