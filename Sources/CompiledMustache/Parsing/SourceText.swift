/// The text of a template and the file it is from, for places in errors.
struct SourceText: Sendable {
  let file: String
  let bytes: [UInt8]

  private static let shownTagLength = 60

  /// An error at a range of the source, which is the offending tag unless the range is empty.
  func error(_ reason: TemplateError.Reason, at range: Range<Int>) -> TemplateError {
    let place = location(of: range.lowerBound)
    return TemplateError(
      file: file, line: place.line, column: place.column, tag: shownTag(range), reason: reason)
  }

  /// Line and column, both from 1; columns count Unicode scalars.
  func location(of offset: Int) -> (line: Int, column: Int) {
    var line = 1
    var column = 1
    for byte in bytes[..<offset] {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return (line, column)
  }

  private func shownTag(_ range: Range<Int>) -> String {
    let firstLine = bytes[range].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    let shown = String(decoding: firstLine.prefix(Self.shownTagLength), as: UTF8.self)
    return firstLine.count == range.count && range.count <= Self.shownTagLength
      ? shown : shown + "…"
  }

  /// The text of a range.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Where the spaces and tabs that begin at an offset end.
  func blanks(from offset: Int, to end: Int) -> Int {
    var index = offset
    while index < end, Self.isBlank(bytes[index]) { index += 1 }
    return index
  }

  /// Where the blanks before an offset begin, if nothing else stands before them in the line.
  func lineStart(before offset: Int) -> Int? {
    var index = offset
    while index > 0, Self.isBlank(bytes[index - 1]) { index -= 1 }
    return index == 0 || bytes[index - 1] == UInt8(ascii: "\n") ? index : nil
  }

  /// Where the next line begins, if only blanks stand between an offset and the end of the line.
  func lineEnd(after offset: Int) -> Int? {
    let index = blanks(from: offset, to: bytes.count)
    if index == bytes.count { return index }
    if bytes[index] == UInt8(ascii: "\n") { return index + 1 }
    let isCRLF = bytes[index] == UInt8(ascii: "\r") && index + 1 < bytes.count
    return isCRLF && bytes[index + 1] == UInt8(ascii: "\n") ? index + 2 : nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}
