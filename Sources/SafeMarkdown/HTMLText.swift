import ByteText

/// The text of an HTML fragment, for bodies that an export holds as HTML.
///
/// No markup passes. Tags, comments and declarations are dropped, and scripts, styles and the like
/// with their content. Character references are decoded. White space collapses except in `pre`;
/// `br` and block elements end a line, paragraphs leave an empty one. Takes linear time.
package enum HTMLText {
  package static func plain(_ html: String) -> String { plain(html.utf8Span.span) }

  static func plain(_ html: Span<UInt8>) -> String {
    var reader = HTMLTextReader()
    return reader.read(html)
  }
}

enum HTMLElementEffect {
  case none, line, paragraph, space, dropsContent

  /// - Parameter name: in lowercase.
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

/// One pass over an HTML fragment; see `HTMLText`.
struct HTMLTextReader {
  private var index = 0
  private var output: [UInt8] = []
  /// White space to write before the next text.
  private var pending = Pending.nothing
  /// The number of open `pre` elements, which keep white space.
  private var preformatted = 0
  /// White space of a `pre`, to write before the next text.
  private var blanks: [UInt8] = []

  private enum Pending: Int { case nothing, space, line, paragraph }

  mutating func read(_ html: Span<UInt8>) -> String {
    output.reserveCapacity(html.count)
    while index < html.count {
      switch html[index] {
      case UInt8(ascii: "<"): readMarkup(html)
      case UInt8(ascii: "&"):
        let reference = HTMLReference.decode(html, at: index)
        for byte in reference.text { append(byte) }
        index += reference.length
      default:
        append(html[index])
        index += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private mutating func append(_ byte: UInt8) {
    if isSpace(byte) {
      if preformatted == 0 { return owe(.space) }
      return blanks.append(byte)
    }
    if pending != .nothing || !blanks.isEmpty { appendSpace() }
    output.append(byte)
  }

  /// Writes the pending white space.
  private mutating func appendSpace() {
    let isStart = output.isEmpty || pending != .nothing
    if !output.isEmpty {
      switch pending {
      case .nothing: break
      case .space: output.append(UInt8(ascii: " "))
      case .line: output.append(UInt8(ascii: "\n"))
      case .paragraph: output.append(contentsOf: [UInt8(ascii: "\n"), UInt8(ascii: "\n")])
      }
    }
    // At the start of a line, only the line's own indentation is written.
    let lastBreak = isStart ? blanks.lastIndex { $0 == 0x0A || $0 == 0x0D } : nil
    for index in (lastBreak.map { $0 + 1 } ?? 0)..<blanks.count {
      let isPair = blanks[index] == 0x0D && index + 1 < blanks.count && blanks[index + 1] == 0x0A
      if !isPair { output.append(blanks[index] == 0x0D ? 0x0A : blanks[index]) }
    }
    pending = .nothing
    blanks = []
  }

  private mutating func owe(_ space: Pending) {
    if space.rawValue > pending.rawValue { pending = space }
  }

  // MARK: Markup

  private mutating func readMarkup(_ html: Span<UInt8>) {
    guard index + 1 < html.count else { return readText(html) }
    switch html[index + 1] {
    case UInt8(ascii: "!"):
      if hasPrefix("<!--", html) {
        skip(past: "-->", from: index + 4, in: html)
      } else {
        skip(past: ">", from: index, in: html)
      }
    case UInt8(ascii: "?"): skip(past: ">", from: index, in: html)
    case UInt8(ascii: "/"):
      guard index + 2 < html.count, html[index + 2].isASCIILetter else {
        return index + 2 < html.count ? skip(past: ">", from: index, in: html) : readText(html)
      }
      index += 2
      let name = readName(html)
      skipAttributes(html)
      applyEffect(HTMLElementEffect(elementName: name), isEnd: true, name: name, html)
    case let byte where byte.isASCIILetter:
      index += 1
      let name = readName(html)
      skipAttributes(html)
      applyEffect(HTMLElementEffect(elementName: name), isEnd: false, name: name, html)
    default: readText(html)
    }
  }

  private mutating func readText(_ html: Span<UInt8>) {
    append(html[index])
    index += 1
  }

  private mutating func applyEffect(
    _ effect: HTMLElementEffect, isEnd: Bool, name: String, _ html: Span<UInt8>
  ) {
    if name == "pre" {
      preformatted = max(0, preformatted + (isEnd ? -1 : 1))
      blanks = []
    }
    switch effect {
    case .none: break
    case .space: owe(.space)
    case .line: owe(.line)
    case .paragraph: owe(.paragraph)
    case .dropsContent: if !isEnd { skipContent(of: name, in: html) }
    }
  }

  private mutating func readName(_ html: Span<UInt8>) -> String {
    let start = index
    while index < html.count, !isSpace(html[index]), html[index] != UInt8(ascii: ">"),
      html[index] != UInt8(ascii: "/")
    { index += 1 }
    return String(decoding: (start..<index).map { html[$0].asciiLowercased }, as: UTF8.self)
  }

  /// Skips to the end of a tag. A `>` in a quoted value does not end it (HTML Living Standard,
  /// section 13.2.5); a tag without an end extends to the end of the text.
  private mutating func skipAttributes(_ html: Span<UInt8>) {
    var afterEquals = false
    while index < html.count {
      let byte = html[index]
      index += 1
      if byte == UInt8(ascii: ">") { return }
      if afterEquals, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        while index < html.count, html[index] != byte { index += 1 }
        index = min(index + 1, html.count)
      }
      afterEquals = byte == UInt8(ascii: "=") || (afterEquals && isSpace(byte))
    }
  }

  private mutating func skip(past end: StaticString, from start: Int, in html: Span<UInt8>) {
    index = start
    while index < html.count {
      if hasPrefix(end, html) {
        index += end.utf8CodeUnitCount
        return
      }
      index += 1
    }
  }

  /// Skips past the end tag of an element whose content is dropped, or to the end of the text.
  private mutating func skipContent(of name: String, in html: Span<UInt8>) {
    let name = Array(name.utf8)
    while index < html.count {
      if html[index] == UInt8(ascii: "<"), index + 1 < html.count,
        html[index + 1] == UInt8(ascii: "/"), isName(name, at: index + 2, html)
      {
        index += 2 + name.count
        skipAttributes(html)
        return
      }
      index += 1
    }
  }

  private func isName(_ name: [UInt8], at start: Int, _ html: Span<UInt8>) -> Bool {
    guard start + name.count <= html.count else { return false }
    for offset in name.indices where html[start + offset].asciiLowercased != name[offset] {
      return false
    }
    let end = start + name.count
    return end == html.count || isSpace(html[end]) || html[end] == UInt8(ascii: ">")
      || html[end] == UInt8(ascii: "/")
  }

  private func hasPrefix(_ prefix: StaticString, _ html: Span<UInt8>) -> Bool {
    prefix.withUTF8Buffer { prefix in
      guard index + prefix.count <= html.count else { return false }
      for offset in prefix.indices where html[index + offset] != prefix[offset] { return false }
      return true
    }
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
