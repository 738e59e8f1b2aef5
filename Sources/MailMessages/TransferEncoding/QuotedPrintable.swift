/// Quoted-printable (RFC 2045 section 6.7).
///
/// Lines have at most 76 characters; blanks before a line break, a `.` and a `From ` that begin a
/// line are escaped, so that neither transport nor mbox changes them; a character of UTF-8 is never
/// cut by a soft break.
enum QuotedPrintable {
  private enum Kind: UInt8 { case literal, blank, lineBreak, escaped }

  private static let kinds: [UInt8] = (0...255).map { value in
    let byte = UInt8(truncatingIfNeeded: value)
    let kind: Kind =
      switch byte {
      case ASCII.lf: .lineBreak
      case ASCII.space, ASCII.tab: .blank
      case ASCII.equals: .escaped
      default: byte > ASCII.space && byte < ASCII.delete ? .literal : .escaped
      }
    return kind.rawValue
  }

  /// What the encoding takes at least: enough to tell scripts for which base64 is shorter.
  static func leastCount(of text: BodyText) -> Int {
    text.canonicalCount + 2 * text.countBeyondASCII
  }

  /// Appends the encoding and says so, or appends nothing when it takes more than `limit` bytes.
  static func append(_ text: BodyText, limit: Int, to buffer: inout [UInt8]) -> Bool {
    var fits = false
    buffer.append(addingCapacity: limit + Writer.slack) { span in
      span.withUnsafeMutableBufferPointer { target, initializedCount in
        text.bytes.withUnsafeBufferPointer { source in
          kinds.withUnsafeBufferPointer { kinds in
            var writer = Writer(source: source, target: target, kinds: kinds)
            fits = writer.encode(limit: limit)
            initializedCount = fits ? writer.written : 0
          }
        }
      }
    }
    return fits
  }

  /// One walk over the bytes; runs of literals are copied in a loop of their own.
  private struct Writer {
    let source: UnsafeBufferPointer<UInt8>
    let target: UnsafeMutableBufferPointer<UInt8>
    let kinds: UnsafeBufferPointer<UInt8>
    var index = 0
    var written = 0
    var column = 0

    /// More than one round of the loop writes: a run of literals, or a soft break and four escapes.
    static let slack = 96
    /// A soft break's `=` takes the last of the 76 columns.
    static let lastColumn = 75

    init(
      source: UnsafeBufferPointer<UInt8>, target: UnsafeMutableBufferPointer<UInt8>,
      kinds: UnsafeBufferPointer<UInt8>
    ) {
      self.source = source
      self.target = target
      self.kinds = kinds
    }

    mutating func encode(limit: Int) -> Bool {
      while index < source.count {
        if written > limit { return false }
        if column == 0, mayNotBeginLine {
          escape(count: 1)
          continue
        }
        copyLiterals()
        guard index < source.count else { break }
        let kind = kinds[Int(source[index])]
        if kind == Kind.lineBreak.rawValue {
          breakLine()
          index += 1
        } else if kind == Kind.escaped.rawValue || (kind == Kind.blank.rawValue && endsLine(1)) {
          escape(count: characterLength)
        } else {
          copyLastLiteral()
        }
      }
      return written <= limit
    }

    /// Copies literals and spaces, eight at a time, up to the column of a soft break.
    private mutating func copyLiterals() {
      let end = min(source.count, index + Self.lastColumn - column)
      let start = index
      var marks: UInt64 = 0
      while marks == 0, index + 8 <= end {
        let eight = EightBytes(source, at: index)
        marks =
          eight.marks(below: ASCII.space) | eight.marks(equalTo: ASCII.equals)
          | eight.marks(equalTo: ASCII.delete) | eight.marksBeyondASCII
        // What is written past a mark is written over.
        eight.write(to: target, at: written)
        let count = EightBytes.first(marks)
        written += count
        index += count
      }
      while marks == 0, index < end {
        let kind = kinds[Int(source[index])]
        if kind != Kind.literal.rawValue, source[index] != ASCII.space { break }
        target[written] = source[index]
        written += 1
        index += 1
      }
      column += index - start
      if column > 0, endsLine(0), index > start, source[index - 1] == ASCII.space {
        // The space turned out to end its line: back, for an escape.
        written -= 1
        index -= 1
        column -= 1
      }
    }

    /// A literal where the line is full: it fits only when it is the line's last.
    private mutating func copyLastLiteral() {
      if column > Self.lastColumn || (column == Self.lastColumn && !endsLine(1)) {
        softBreak()
        return
      }
      target[written] = source[index]
      written += 1
      index += 1
      column += 1
    }

    private mutating func escape(count: Int) {
      let room = endsLine(count) ? Self.lastColumn + 1 : Self.lastColumn
      if column + 3 * count > room { softBreak() }
      for _ in 0..<count {
        let byte = source[index]
        target[written] = ASCII.equals
        target[written + 1] = Self.digit(byte >> 4)
        target[written + 2] = Self.digit(byte & 15)
        written += 3
        index += 1
      }
      column += 3 * count
    }

    private mutating func softBreak() {
      target[written] = ASCII.equals
      written += 1
      breakLine()
    }

    private mutating func breakLine() {
      target[written] = ASCII.cr
      target[written + 1] = ASCII.lf
      written += 2
      column = 0
    }

    /// Whether nothing follows the next so many bytes on their line.
    private func endsLine(_ count: Int) -> Bool {
      index + count >= source.count || source[index + count] == ASCII.lf
    }

    /// How many bytes the character here has; 1 where the bytes are no UTF-8.
    private var characterLength: Int {
      let lead = source[index]
      let length = lead < 0xC2 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
      guard index + length <= source.count else { return 1 }
      for offset in 1..<max(length, 1) where source[index + offset] & 0xC0 != 0x80 { return 1 }
      return length
    }

    /// `.` ends a message in SMTP, `From ` begins one in an mbox.
    private var mayNotBeginLine: Bool {
      if source[index] == ASCII.dot { return true }
      guard source[index] == 0x46, index + 5 <= source.count else { return false }
      return source[index + 1] == 0x72 && source[index + 2] == 0x6F
        && source[index + 3] == 0x6D && source[index + 4] == ASCII.space
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }
  }
}
