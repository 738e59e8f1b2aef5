/// The text of an HTML fragment, for bodies that an export gives as HTML.
///
/// Not a parser of HTML but a reader that never lets markup through: tags, comments and
/// declarations go; scripts, styles and the like go with their content; character references are
/// decoded; white space collapses as browsers do, and is kept in `pre`; block elements and `br` end a line, paragraphs
/// leave an empty one. What comes out is text and is escaped like any other. One pass, in time
/// proportional to the length.
package enum HTMLText {
  package static func plain(_ html: String) -> String {
    var html = html
    return html.withUTF8 { plain($0) }
  }

  package static func plain(_ html: UnsafeBufferPointer<UInt8>) -> String {
    var reader = HTMLTextReader(html: html)
    return reader.read()
  }
}

/// What an element does to the lines of text around it.
enum HTMLElementEffect {
  case none, line, paragraph, space, dropsContent

  /// By name in lower case.
  init(elementName name: String) {
    switch name {
    case "br", "div", "li", "tr", "dt", "dd", "section", "article", "header", "footer", "nav",
      "aside", "main", "address", "figure", "figcaption", "form", "fieldset", "legend", "option",
      "caption", "hr", "body", "html", "summary", "details":
      self = .line
    case "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "dl", "table", "blockquote", "pre":
      self = .paragraph
    case "td", "th": self = .space
    case "script", "style", "title", "textarea", "template", "noscript", "iframe", "object", "svg",
      "math", "head", "select", "xmp", "noembed", "noframes":
      self = .dropsContent
    default: self = .none
    }
  }
}
