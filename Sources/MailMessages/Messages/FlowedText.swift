/// The text part of a message, in `format=flowed` with `delsp=no` (RFC 3676).
///
///     var text = FlowedText()
///     text.appendParagraph(["A paragraph that was wrapped", "at 72 columns."])
///     text.appendLine("> not a quotation: it gets a space in front")
///     text.appendSignatureSeparator()
///
/// Lines are stuffed with a space where their beginning would mean something; a line ends in a space
/// only where the reader may join it with the next. Text without blanks between words (Japanese)
/// goes in lines, since joining would put blanks into it.
package struct FlowedText: Equatable, Sendable {
  /// UTF-8, with LF at the end of each line.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Takes text that is already wrapped, with LF, CRLF or CR: a line that ends in a blank flows
  /// into the next, `-- ` alone is the separator before the signature.
  package init(wrapped text: [UInt8]) {
    let clean = BodyText(text).bytes
    bytes.reserveCapacity(clean.count + 64)
    var lines = clean.split(separator: ASCII.lf, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    for line in lines {
      if line.elementsEqual("-- ".utf8) {
        appendSignatureSeparator()
      } else {
        line.withUnsafeBufferPointer { appendLine(clean: $0, flows: $0.last == ASCII.space) }
      }
    }
  }

  /// Lines that a reader may join and wrap anew; each is at most 72 columns.
  package mutating func appendParagraph(_ lines: [String]) {
    for (index, line) in lines.enumerated() {
      appendOneLine(line, flows: index + 1 < lines.count)
    }
  }

  /// A line that stays as it is, without the blanks at its end; an empty one separates paragraphs.
  package mutating func appendLine(_ line: String = "") { appendOneLine(line, flows: false) }

  /// Takes paragraphs of UTF-8, each of which ends in LF; `-- ` alone is the separator before the
  /// signature.
  ///
  /// What has at most `longest` bytes becomes a line. Of the others `wrap` makes lines, by
  /// `appendLine(clean:flows:)`; they are clean already. Almost every line stays as it is: such are
  /// found in one pass and copied together.
  package mutating func append(
    paragraphs text: UnsafeBufferPointer<UInt8>, longest: Int,
    wrap: (UnsafeBufferPointer<UInt8>, inout FlowedText) -> Void
  ) {
    bytes.reserveCapacity(bytes.count + text.count + text.count / 16)
    var copied = 0
    var start = 0
    while start < text.count {
      let line = LineScan(text, from: start)
      if line.end == text.count { break }
      let range = start..<line.end
      start = line.end + 1
      if line.isClean, range.count <= longest, Self.stays(text, range) { continue }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[copied..<range.lowerBound]))
      copied = start
      let paragraph = UnsafeBufferPointer(rebasing: text[range])
      if line.isClean {
        append(paragraph: paragraph, longest, wrap)
      } else {
        Self.cleaned(Array(paragraph)).withUnsafeBufferPointer {
          append(paragraph: $0, longest, wrap)
        }
      }
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[copied..<start]))
  }

  private mutating func append(
    paragraph: UnsafeBufferPointer<UInt8>, _ longest: Int,
    _ wrap: (UnsafeBufferPointer<UInt8>, inout FlowedText) -> Void
  ) {
    if paragraph.count > longest {
      wrap(paragraph, &self)
    } else if paragraph.count == 3, paragraph.elementsEqual("-- ".utf8) {
      appendSignatureSeparator()
    } else {
      appendLine(clean: paragraph, flows: false)
    }
  }

  /// Whether a clean line stays as it is; rather too often not.
  private static func stays(_ text: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) -> Bool {
    if line.isEmpty { return true }
    switch text[line.lowerBound] {
    case ASCII.space, ASCII.greater, ASCII.hyphen, UInt8(ascii: "F"): return false
    default: return text[line.upperBound - 1] != ASCII.space
    }
  }

  /// A line of UTF-8 without controls, one that flows may be joined with the next.
  package mutating func appendLine(clean line: UnsafeBufferPointer<UInt8>, flows: Bool) {
    var end = line.count
    while end > 0, line[end - 1] == ASCII.space { end -= 1 }
    let content = UnsafeBufferPointer(rebasing: line[..<end])
    if Self.needsStuffing(content) { bytes.append(ASCII.space) }
    bytes.append(contentsOf: content)
    // An empty line that flowed would be a line of one blank, which no reader expects.
    if flows, end > 0 { bytes.append(ASCII.space) }
    bytes.append(ASCII.lf)
  }

  /// `-- `, after which mail programs grey out or hide the footer (RFC 3676 section 4.3).
  package mutating func appendSignatureSeparator() { bytes.append(contentsOf: "-- \n".utf8) }

  private mutating func appendOneLine(_ line: String, flows: Bool) {
    Self.cleaned(Array(line.utf8)).withUnsafeBufferPointer { appendLine(clean: $0, flows: flows) }
  }

  /// Without controls, line breaks as blanks.
  private static func cleaned(_ line: [UInt8]) -> [UInt8] {
    BodyText(line).bytes.map { $0 == ASCII.lf ? ASCII.space : $0 }
  }

  /// RFC 3676 section 4.4: a line that begins with a space, `>` or `From `. `From` and `--` alone as
  /// well: the blank that lets them flow would make them separators.
  private static func needsStuffing(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    switch line.first {
    case ASCII.space, ASCII.greater: true
    case UInt8(ascii: "F"): line.starts(with: "From ".utf8) || line.elementsEqual("From".utf8)
    case ASCII.hyphen: line.elementsEqual("--".utf8)
    default: false
    }
  }
}
