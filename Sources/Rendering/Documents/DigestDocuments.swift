package import CompiledMustache
package import Digests
import Languages
import Notifications
import SafeMarkdown

/// Makes a digest's Markdown, HTML and plain text, all from one Markdown template.
///
/// HTML is that Markdown through cmark in a page layout, and text is the same Markdown walked as a
/// tree, so changing the template changes all three. The initializer checks the templates; rendering
/// cannot fail and is safe on several threads.
package struct DigestDocuments: Sendable {
  private let leftToRight: CompiledTemplate
  private let rightToLeft: CompiledTemplate
  private let layout: CompiledTemplate

  /// - Throws: A `TemplateError` for any fault in a template.
  package init(_ templates: TemplateCatalogue) throws(TemplateError) {
    leftToRight = try templates.compile(.digest, kind: .markdown(in: .leftToRight))
    rightToLeft = try templates.compile(.digest, kind: .markdown(in: .rightToLeft))
    layout = try templates.compile(.digestPage, kind: .escapedHTML)
  }

  /// The digest as CommonMark.
  package func markdown(_ digest: Digest, in context: DocumentContext) -> [UInt8] {
    markdown(DigestValues(digest: digest, context: context))
  }

  private func markdown(_ values: DigestValues) -> [UInt8] {
    switch values.context.words.direction {
    case .leftToRight: return leftToRight.render(values.values())
    case .rightToLeft: return rightToLeft.render(values.values())
    }
  }

  /// The digest as an HTML page that loads nothing except the notifications' thumbnails, and those
  /// only if the context shows images.
  package func html(_ digest: Digest, in context: DocumentContext) -> [UInt8] {
    var content: [UInt8] = []
    let digestValues = DigestValues(
      digest: digest, context: context, showsPictures: context.showsImages)
    let pictures = context.showsImages ? pictures(of: digest, context.words) : []
    Document(markdown(digestValues), images: pictures).appendHTML(to: &content)
    return layout.render(
      DigestKeys.page.values { values, key in
        values[key.language] = context.words.tag.text
        values[key.direction] = context.words.direction.rawValue
        values[key.headline] = digestValues.headline
        values[key.title] = digestValues.title
        values[key.isCaughtUp] = digestValues.isCaughtUp
        values[key.images] = !pictures.isEmpty
        values[key.content] = Markup(rendered: String(decoding: content, as: UTF8.self))
      })
  }

  /// The addresses of all thumbnails. No other image of the Markdown becomes one of the page.
  private func pictures(of digest: Digest, _ words: Localization) -> Set<String> {
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
  /// Markdown with all texts literal, and isolated if they run the other way.
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
