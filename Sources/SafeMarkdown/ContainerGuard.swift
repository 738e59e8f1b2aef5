import ByteText

/// Limits how deeply a document's containers nest.
///
/// cmark 0.30.2 takes quadratic time if many containers stay open over many lines or inlines
/// (CVE-2023-24824): 64 KB took 8.3 seconds. A container needs a marker on its line or two columns
/// of indentation, so both are limited: a line with more than 16 markers becomes text, and
/// indentation beyond 32 columns is removed.
enum ContainerGuard {
  static let maximumMarkers = 16
  static let maximumIndentation = 32
  /// For a user's text, which is placed inside a document's own containers.
  static let maximumUserMarkers = 12

  /// The containers at the start of a line.
  private struct Prefix {
    /// The end of the white space before the first marker; `indentation` is its width.
    var firstMarker: Int
    var indentation = 0
    var markers = 0
    /// Columns of white space after the first marker.
    var innerColumns = 0

    func isTooDeep(_ most: Int) -> Bool {
      markers > most || markers + innerColumns / 2 > most + maximumIndentation
    }
  }

  /// The document with its too deep lines changed; nil if there are none.
  ///
  /// - Parameter most: the most markers a line may have.
  static func guarded(_ text: Span<UInt8>, most: Int) -> [UInt8]? {
    var output: [UInt8]?
    var copied = 0
    var lineStart = 0
    while lineStart < text.count {
      let prefix = prefix(of: text, at: lineStart)
      var end = max(prefix.firstMarker, lineStart)
      while end < text.count, text[end] != 0x0A, text[end] != 0x0D { end += 1 }
      if prefix.isTooDeep(most) || prefix.indentation > maximumIndentation {
        var changed = output ?? []
        append(text.extracting(copied..<lineStart), to: &changed)
        appendFlat(text, prefix, isTooDeep: prefix.isTooDeep(most), end: end, to: &changed)
        output = changed
        copied = end
      }
      lineStart = end + 1
    }
    guard var output else { return nil }
    append(text.extracting(copied...), to: &output)
    return output
  }

  private static func appendFlat(
    _ text: Span<UInt8>, _ prefix: Prefix, isTooDeep: Bool, end: Int, to output: inout [UInt8]
  ) {
    let indentation = min(prefix.indentation, maximumIndentation)
    output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indentation))
    let line = text.extracting(prefix.firstMarker..<end)
    if isTooDeep {
      line.withUnsafeBufferPointer { MarkdownEscape.append($0, to: &output) }
    } else {
      append(line, to: &output)
    }
  }

  private static func append(_ text: Span<UInt8>, to output: inout [UInt8]) {
    text.withUnsafeBufferPointer { output.append(contentsOf: $0) }
  }

  private static func prefix(of text: Span<UInt8>, at lineStart: Int) -> Prefix {
    var prefix = Prefix(firstMarker: lineStart)
    var index = lineStart
    while index < text.count {
      switch text[index] {
      case 0x20, 0x09:
        let columns = text[index] == 0x20 ? 1 : 4
        if prefix.markers == 0 {
          prefix.indentation += columns
          prefix.firstMarker = index + 1
        } else {
          prefix.innerColumns += columns
        }
        index += 1
      default:
        let length = markerLength(text, at: index)
        guard length > 0 else { return prefix }
        prefix.markers += 1
        index += length
      }
    }
    return prefix
  }

  /// The length of a block quote or list marker (CommonMark sections 5.1 and 5.2); 0 if there is
  /// none.
  private static func markerLength(_ text: Span<UInt8>, at index: Int) -> Int {
    switch text[index] {
    case UInt8(ascii: ">"): return 1
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"):
      return endsMarker(text, at: index + 1) ? 1 : 0
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      var end = index
      while end < text.count, end - index < 9, text[end].isASCIIDigit { end += 1 }
      guard end < text.count, text[end] == UInt8(ascii: ".") || text[end] == UInt8(ascii: ")"),
        endsMarker(text, at: end + 1)
      else { return 0 }
      return end + 1 - index
    default: return 0
    }
  }

  private static func endsMarker(_ text: Span<UInt8>, at index: Int) -> Bool {
    index >= text.count || [0x20, 0x09, 0x0A, 0x0D].contains(text[index])
  }
}
