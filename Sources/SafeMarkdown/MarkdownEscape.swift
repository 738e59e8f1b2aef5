/// Makes any text literal CommonMark, wherever in a line it is written.
///
/// What a CommonMark parser reads back is the text, character by character, with four exceptions:
/// controls and noncharacters become U+FFFD; line breaks become what `LineBreaks` says; those at
/// either end are dropped; and directional formatting is balanced: what a text leaves open is closed
/// at its end, what it closes without having opened it is dropped.
/// Characters are escaped where they could mean something, not everywhere: `1.5 km`, `snake_case`,
/// `a < b`, `AT&T wins` and `C#` stay as they are.
///
/// Code spans and autolinks know no escapes: text must not be written into them.
package enum MarkdownEscape {
  /// What becomes of the line breaks of a text; several in a row count as one where they are
  /// flattened.
  package enum LineBreaks: Equatable, Sendable {
    /// A space: the text stays on one line.
    case flattened
    /// A hard line break (CommonMark section 6.7): a backslash, a newline, and `indent` spaces so
    /// that the next line stays within a list item.
    case kept(indent: Int)
  }

  package static func append(
    _ text: String, lineBreaks: LineBreaks = .flattened, to output: inout [UInt8]
  ) {
    var text = text
    text.withUTF8 { append($0, lineBreaks: lineBreaks, to: &output) }
  }

  /// As `append(_:lineBreaks:to:)` for a text whose UTF-8 is at hand.
  package static func append(
    _ text: UnsafeBufferPointer<UInt8>, lineBreaks: LineBreaks = .flattened,
    to output: inout [UInt8]
  ) {
    MarkdownEscaper.append(text, lineBreaks: lineBreaks, to: &output)
  }

  /// What is around a piece of text within a line that is written in pieces.
  struct Edges {
    var isLineStart = true
    var isLineEnd = true
  }

  /// Writes a piece of a line: what only matters at a line's start or end is not escaped elsewhere.
  static func append(
    _ text: UnsafeBufferPointer<UInt8>, edges: Edges, to output: inout [UInt8]
  ) {
    MarkdownEscaper.append(text, lineBreaks: .flattened, edges: edges, to: &output)
  }

  /// Writes a URL that `SafeURL` has normalised as a link destination (CommonMark section 6.3)
  /// between `](` and `)`.
  ///
  /// Parentheses are escaped, since they could end the destination. An ampersand is written as a
  /// reference where what follows would make it one: cmark decodes references in destinations
  /// before it looks at backslashes.
  package static func appendDestination(_ url: String, to output: inout [UInt8]) {
    var url = url
    url.withUTF8 { bytes in
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
