import ByteText

/// Makes any text literal CommonMark, wherever in a line it is written.
///
/// A parser reads the text back unchanged, except that controls and noncharacters become U+FFFD,
/// line breaks follow `LineBreaks` and are dropped at either end, and directional formatting is
/// balanced. Only characters that could have a meaning are escaped: `1.5 km`, `snake_case`, `a <
/// b`, `AT&T wins` and `C#` stay unchanged.
///
/// Do not use it in code spans and autolinks, which have no escapes.
package enum MarkdownEscape {
  /// What line breaks become.
  package enum LineBreaks: Equatable, Sendable {
    /// A space for any number of line breaks: the text stays on one line.
    case flattened
    /// A hard line break (CommonMark section 6.7): a backslash, a newline, and `indent` spaces,
    /// which keep the next line in a list item.
    case kept(indent: Int)
  }

  package static func append(
    _ text: String, lineBreaks: LineBreaks = .flattened, to output: inout [UInt8]
  ) {
    text.withBytes { append($0, lineBreaks: lineBreaks, to: &output) }
  }

  package static func append(
    _ text: UnsafeBufferPointer<UInt8>, lineBreaks: LineBreaks = .flattened,
    to output: inout [UInt8]
  ) {
    MarkdownEscaper.append(text, lineBreaks: lineBreaks, to: &output)
  }

  /// Whether a piece of text begins or ends a line.
  struct Edges {
    var isLineStart = true
    var isLineEnd = true
  }

  /// Appends a URL from `SafeURL` as a link destination between `](` and `)` (CommonMark section
  /// 6.3).
  ///
  /// Parentheses are escaped because they could end the destination. An ampersand that would begin
  /// a character reference is written as one: cmark decodes references before it handles
  /// backslashes.
  package static func appendDestination(_ url: String, to output: inout [UInt8]) {
    url.withBytes { bytes in
      for index in bytes.indices {
        switch bytes[index] {
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\\"), UInt8(ascii: "<"),
          UInt8(ascii: ">"):
          output.append(UInt8(ascii: "\\"))
        case UInt8(ascii: "&"):
          if MarkdownEscaper.startsReference(bytes, at: index) {
            output.append(contentsOf: "&amp;".utf8)
            continue
          }
        default: break
        }
        output.append(bytes[index])
      }
    }
  }
}

/// One run of `MarkdownEscape`: a table finds the bytes to check, the others are copied in bulk.
struct MarkdownEscaper {
  /// Normalized by `LiteralText`, so that neighbors here are neighbors in the document; LF is its
  /// only line break.
  private let text: UnsafeBufferPointer<UInt8>
  private let lineBreaks: MarkdownEscape.LineBreaks
  private let edges: MarkdownEscape.Edges
  private var index = 0

  /// Appends a text, or a piece of a line: what has a meaning only at a line's start or end is not
  /// escaped elsewhere.
  static func append(
    _ text: UnsafeBufferPointer<UInt8>, lineBreaks: MarkdownEscape.LineBreaks = .flattened,
    edges: MarkdownEscape.Edges = .init(), to output: inout [UInt8]
  ) {
    func append(normal: UnsafeBufferPointer<UInt8>) {
      var escaper = MarkdownEscaper(text: normal, lineBreaks: lineBreaks, edges: edges)
      escaper.run(into: &output)
    }
    let reach: LiteralText.Reach = lineBreaks == .flattened ? .text : .line
    if let rewritten = LiteralText.normalized(text, reach: reach) {
      rewritten.withUnsafeBufferPointer(append)
    } else {
      append(normal: text)
    }
  }

  private static let lineFeed: UInt8 = 0x0A

  /// 0: copy; 1: write a backslash; 2: depends on the neighbors.
  private static let treatment: [UInt8] = {
    var table = [UInt8](repeating: 0, count: 256)
    for byte in "\\`*[]".utf8 { table[Int(byte)] = 1 }
    for byte in "_<&!#~".utf8 { table[Int(byte)] = 2 }
    table[Int(lineFeed)] = 2
    return table
  }()

  private mutating func run(into output: inout [UInt8]) {
    if edges.isLineStart { skipLineBreaks() }
    var lineStart = output.count
    if edges.isLineStart { escapeLineStart(into: &output) }
    let treatment = MarkdownEscaper.treatment
    while true {
      let runStart = index
      while index < text.count, treatment[Int(text[index])] == 0 { index += 1 }
      output.append(contentsOf: UnsafeBufferPointer(rebasing: text[runStart..<index]))
      guard index < text.count else { break }
      if treatment[Int(text[index])] == 1 {
        appendEscaped(into: &output)
      } else if text[index] == Self.lineFeed {
        breakLine(from: &lineStart, into: &output)
      } else if needsBackslash() {
        appendEscaped(into: &output)
      } else {
        output.append(text[index])
        index += 1
      }
    }
    if edges.isLineEnd { sealTrailingSpace(from: lineStart, of: &output) }
  }

  // MARK: Lines

  @discardableResult
  private mutating func skipLineBreaks() -> Int {
    let start = index
    while index < text.count, text[index] == Self.lineFeed { index += 1 }
    return index - start
  }

  private mutating func breakLine(from lineStart: inout Int, into output: inout [UInt8]) {
    let count = skipLineBreaks()
    guard index < text.count else { return }
    switch lineBreaks {
    case .flattened: output.append(UInt8(ascii: " "))
    case .kept(let indent):
      sealTrailingSpace(from: lineStart, of: &output)
      for _ in 0..<count {
        output.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "\n")])
        output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent))
      }
      lineStart = output.count
      escapeLineStart(into: &output)
    }
  }

  /// Escapes what could open a block, underline a heading, or continue a link of the surrounding
  /// document (CommonMark sections 4 and 5). A leading space becomes a character reference, after
  /// which nothing on the line can open a block.
  private mutating func escapeLineStart(into output: inout [UInt8]) {
    let length = ScalarBytes.space(text, at: index)
    if length > 0 {
      appendReference(ScalarBytes.value(text, at: index, length: length), to: &output)
      index += length
      return
    }
    guard index < text.count else { return }
    if text[index...].starts(with: [0xEF, 0xBB, 0xBF]) {
      // At the start of a document it would be dropped as a byte order mark.
      appendReference(0xFEFF, to: &output)
      index += 3
    } else if text[index].isASCIIDigit {
      escapeOrderedListMarker(into: &output)
    } else if isMarkerAtLineStart() {
      appendEscaped(into: &output)
    }
  }

  private func isMarkerAtLineStart() -> Bool {
    let next = index + 1 < text.count ? text[index + 1] : UInt8(ascii: "\n")
    let isNextBlank = isBlank(index + 1)
    switch text[index] {
    case UInt8(ascii: "#"), UInt8(ascii: ">"), UInt8(ascii: "|"), UInt8(ascii: "("),
      UInt8(ascii: ":"):
      return true
    case UInt8(ascii: "-"):
      return isNextBlank
        || [UInt8(ascii: "-"), UInt8(ascii: "|"), UInt8(ascii: ":")].contains(next)
    case UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: ")"): return isNextBlank
    case UInt8(ascii: "="): return isNextBlank || next == UInt8(ascii: "=")
    case UInt8(ascii: "~"): return isNextBlank || next == UInt8(ascii: "~")
    default: return false
    }
  }

  /// Escapes `12.` and `12)` before white space; with more than nine digits they open no list
  /// (section 5.2).
  private mutating func escapeOrderedListMarker(into output: inout [UInt8]) {
    var end = index
    while end < text.count, text[end].isASCIIDigit { end += 1 }
    guard end - index <= 9, end < text.count,
      text[end] == UInt8(ascii: ".") || text[end] == UInt8(ascii: ")"), isBlank(end + 1)
    else { return }
    output.append(contentsOf: UnsafeBufferPointer(rebasing: text[index..<end]))
    index = end
    appendEscaped(into: &output)
  }

  /// Writes the last space of a line as a character reference: it would be dropped, make a hard
  /// break, or keep an emphasis from closing.
  private func sealTrailingSpace(from lineStart: Int, of output: inout [UInt8]) {
    for length in [1, 2, 3] where output.count - length >= lineStart {
      let start = output.count - length
      let value: UInt32? = output.withUnsafeBufferPointer { written in
        guard ScalarBytes.space(written, at: start) == length else { return nil }
        return ScalarBytes.value(written, at: start, length: length)
      }
      guard let value else { continue }
      output.removeLast(length)
      appendReference(value, to: &output)
      return
    }
  }

  // MARK: Characters

  private mutating func appendEscaped(into output: inout [UInt8]) {
    output.append(UInt8(ascii: "\\"))
    output.append(text[index])
    index += 1
  }

  private func appendReference(_ value: UInt32, to output: inout [UInt8]) {
    output.append(contentsOf: "&#\(value);".utf8)
  }

  private func needsBackslash() -> Bool {
    let previous = index > 0 ? text[index - 1] : UInt8(ascii: "\n")
    let next = index + 1 < text.count ? text[index + 1] : UInt8(ascii: "\n")
    switch text[index] {
    case UInt8(ascii: "_"): return !(previous.isASCIILetterOrDigit && next.isASCIILetterOrDigit)
    case UInt8(ascii: "<"): return next != 0x20
    case UInt8(ascii: "&"): return MarkdownEscaper.startsReference(text, at: index)
    case UInt8(ascii: "!"): return isEnd(index + 1)
    case UInt8(ascii: "#"): return previous <= 0x20 && isClosingSequence()
    default: return previous == UInt8(ascii: "~") || next == UInt8(ascii: "~")
    }
  }

  /// Whether white space or the end of the text is at the index, as a list marker needs.
  private func isBlank(_ position: Int) -> Bool {
    position >= text.count || text[position] == 0x20 || text[position] == 0x09
      || text[position] == Self.lineFeed
  }

  /// Whether only line breaks follow, which are dropped.
  private func isEnd(_ position: Int) -> Bool {
    var end = position
    while end < text.count, text[end] == Self.lineFeed { end += 1 }
    return end >= text.count
  }

  /// Whether the `#` at the index could close an ATX heading: only `#` and spaces follow it on the
  /// line (section 4.2).
  private func isClosingSequence() -> Bool {
    var end = index
    while end < text.count, text[end] == UInt8(ascii: "#") { end += 1 }
    while end < text.count, text[end] == 0x20 || text[end] == 0x09 { end += 1 }
    return isEnd(end)
  }

  /// Whether an ampersand could begin a character reference (section 6.2): letters, digits or `#`
  /// follow up to a semicolon, or up to the end, after which the document may add one.
  static func startsReference(_ text: UnsafeBufferPointer<UInt8>, at ampersand: Int) -> Bool {
    var end = ampersand + 1
    while end < text.count,
      text[end].isASCIILetterOrDigit || text[end] == UInt8(ascii: "#")
    { end += 1 }
    return end == text.count || text[end] == UInt8(ascii: ";")
  }
}
