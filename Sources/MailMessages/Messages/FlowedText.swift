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
public struct FlowedText: Equatable, Sendable {
  /// UTF-8, with LF at the end of each line.
  public private(set) var bytes: [UInt8] = []

  public init() {}

  /// Takes text that is already wrapped, with LF, CRLF or CR: a line that ends in a blank flows
  /// into the next, `-- ` alone is the separator before the signature.
  public init(wrapped text: [UInt8]) {
    let clean = BodyText(text).bytes
    bytes.reserveCapacity(clean.count + 64)
    var lines = clean.split(separator: ASCII.lf, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    for line in lines {
      if line.elementsEqual("-- ".utf8) {
        appendSignatureSeparator()
      } else {
        append(line, flows: line.last == ASCII.space)
      }
    }
  }

  /// Lines that a reader may join and wrap anew; each is at most 72 columns.
  public mutating func appendParagraph(_ lines: [String]) {
    for (index, line) in lines.enumerated() {
      appendOneLine(line, flows: index + 1 < lines.count)
    }
  }

  /// A line that stays as it is, without the blanks at its end; an empty one separates paragraphs.
  public mutating func appendLine(_ line: String = "") { appendOneLine(line, flows: false) }

  /// A line of UTF-8 without a line break; one that flows may be joined with the next.
  public mutating func appendLine(utf8 line: ArraySlice<UInt8>, flows: Bool = false) {
    // Almost every line is clean: it is copied once.
    if line.withUnsafeBufferPointer(BodyScan.isClean(line:)) {
      append(line, flows: flows)
    } else {
      let clean = BodyText(Array(line)).bytes
      append(clean.map { $0 == ASCII.lf ? ASCII.space : $0 }[...], flows: flows)
    }
  }

  /// `-- `, after which mail programs grey out or hide the footer (RFC 3676 section 4.3).
  public mutating func appendSignatureSeparator() { bytes.append(contentsOf: "-- \n".utf8) }

  private mutating func appendOneLine(_ line: String, flows: Bool) {
    let clean = BodyText(Array(line.utf8)).bytes
    append(clean.map { $0 == ASCII.lf ? ASCII.space : $0 }[...], flows: flows)
  }

  private mutating func append(_ line: ArraySlice<UInt8>, flows: Bool) {
    if bytes.isEmpty { bytes.reserveCapacity(4_096) }
    line.withUnsafeBufferPointer { line in
      var end = line.count
      while end > 0, line[end - 1] == ASCII.space { end -= 1 }
      let content = UnsafeBufferPointer(rebasing: line[..<end])
      bytes.append(addingCapacity: end + 3) { span in
        if Self.needsStuffing(content) { span.append(ASCII.space) }
        span.withUnsafeMutableBufferPointer { target, count in
          _ = target[count...].update(fromContentsOf: content)
          count += end
        }
        // An empty line that flowed would be a line of one blank, which no reader expects.
        if flows, end > 0 { span.append(ASCII.space) }
        span.append(ASCII.lf)
      }
    }
  }

  /// RFC 3676 section 4.4: a line that begins with a space, `>` or `From `. `From` and `--` alone as
  /// well: the blank that lets them flow would make them separators.
  private static func needsStuffing(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    switch line.first {
    case ASCII.space, ASCII.greater: true
    case ASCII.hyphen: line.count == 2 && line[1] == ASCII.hyphen
    case 0x46:
      line.count >= 4 && line[1] == 0x72 && line[2] == 0x6F && line[3] == 0x6D
        && (line.count == 4 || line[4] == ASCII.space)
    default: false
    }
  }
}
