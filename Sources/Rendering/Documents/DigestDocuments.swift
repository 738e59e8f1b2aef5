package import CompiledMustache
package import Digests
import Languages
import Notifications
import SafeMarkdown

/// Makes a digest's Markdown, HTML and plain text, all three from one Markdown template.
///
/// HTML is that Markdown through cmark in a page layout, text is the same Markdown walked as a
/// tree: who changes the template changes all three. Templates are checked when the value is made;
/// rendering cannot fail, and a value may be used from several threads.
package struct DigestDocuments: Sendable {
  private let keys = DigestKeys()
  private let page = PageKeys()
  private let leftToRight: CompiledTemplate
  private let rightToLeft: CompiledTemplate
  private let layout: CompiledTemplate

  /// The paths of the templates that the documents begin with.
  package static let markdownPath = "digest/digest.md"
  package static let pagePath = "digest/page.html"

  /// - Throws: a `TemplateError` for whatever is wrong in a template.
  package init(_ templates: TemplateCatalogue) throws(TemplateError) {
    let schema = keys.schema
    leftToRight = try templates.compile(
      Self.markdownPath, schema: schema, kind: .markdown(in: .leftToRight))
    rightToLeft = try templates.compile(
      Self.markdownPath, schema: schema, kind: .markdown(in: .rightToLeft))
    layout = try templates.compile(
      Self.pagePath, schema: page.schema, kind: .html(Escape { HTMLEscape.append($0, to: &$1) }))
  }

  /// The digest as CommonMark.
  package func markdown(_ digest: Digest, in context: DocumentContext) -> [UInt8] {
    markdown(DigestValues(keys: keys, digest: digest, context: context), in: context)
  }

  private func markdown(_ values: DigestValues, in context: DocumentContext) -> [UInt8] {
    switch context.words.direction {
    case .leftToRight: return leftToRight.render(values.values())
    case .rightToLeft: return rightToLeft.render(values.values())
    }
  }

  /// The digest as an HTML page that loads nothing but the notifications' thumbnails, and these only
  /// where the context shows images.
  package func html(_ digest: Digest, in context: DocumentContext) -> [UInt8] {
    var content: [UInt8] = []
    let digestValues = DigestValues(
      keys: keys, digest: digest, context: context, showsPictures: context.showsImages)
    let pictures = context.showsImages ? pictures(of: digest, context.words) : []
    Document(markdown(digestValues, in: context), images: pictures).appendHTML(to: &content)
    var values = RecordValues(page.schema)
    values[page.language] = context.words.tag.text
    values[page.direction] = context.words.direction.rawValue
    values[page.headline] = digestValues.headline
    values[page.title] = digestValues.title
    values[page.images] = !pictures.isEmpty
    values[page.content] = Markup(rendered: String(decoding: content, as: UTF8.self))
    return layout.render(values)
  }

  /// The addresses of all thumbnails: no other image of the Markdown becomes one of the page.
  private func pictures(of digest: Digest, _ words: Words) -> Set<String> {
    var urls: Set<String> = []
    for item in digest.sections.flatMap(\.items) {
      for picture in MediaStrip(item.notification, words: words)?.pictures ?? [] {
        if let url = PictureURL.checked(picture.url) { urls.insert(url) }
      }
    }
    return urls
  }

  /// The digest as plain text in lines of at most 72 columns.
  package func text(_ digest: Digest, in context: DocumentContext) -> [UInt8] {
    var output: [UInt8] = []
    let style = TextStyle { DisplayWidth.columns(of: $0) }
    Document(markdown(digest, in: context)).appendText(style: style, to: &output)
    return output
  }
}

extension TemplateKind {
  /// Markdown whose texts are literal, and isolated where they run the other way.
  static func markdown(in direction: TextDirection) -> TemplateKind {
    .markdown(
      text: Escape { text, output in
        let isIsolated = DirectionIsolation.isNeeded(for: text, in: direction)
        if isIsolated { output.append(contentsOf: DirectionIsolation.start) }
        MarkdownEscape.append(text, to: &output)
        if isIsolated { output.append(contentsOf: DirectionIsolation.end) }
      },
      destination: Escape { url, output in
        MarkdownEscape.appendDestination(String(decoding: url, as: UTF8.self), to: &output)
      })
  }
}
