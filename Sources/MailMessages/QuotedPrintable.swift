import ByteText

/// Quoted-printable (RFC 2045 section 6.7).
///
/// Lines have at most 76 characters. Blanks before a line break, and a `.` or `From ` at the start
/// of a line, are escaped, so that neither transport nor mbox changes them. A soft break never
/// splits a UTF-8 character.
enum QuotedPrintable {
  /// A soft break's `=` uses the last of the 76 columns.
  private static let lastColumn = 75

  /// A lower bound of the encoded length that ignores unused columns before soft breaks; close
  /// enough to recognize almost every body for which base64 is shorter.
  static func leastCount(of text: BodyText) -> Int {
    let characters = text.bytes.count - text.lineBreakCount + 2 * text.escapeCount
    let beyondLines = characters - (lastColumn + 1) * (text.lineBreakCount + 1)
    let softBreaks = max(0, beyondLines + lastColumn - 1) / lastColumn
    return characters + 2 * text.lineBreakCount + 3 * softBreaks
  }

  /// Appends the encoding and returns true, or appends nothing if it takes more than `limit` bytes.
  static func append(_ text: BodyText, limit: Int, to buffer: inout [UInt8]) -> Bool {
    var fits = false
    buffer.append(addingCapacity: limit + Writer.slack) { span in
      span.withUnsafeMutableBufferPointer { target, initializedCount in
        text.bytes.withUnsafeBufferPointer { source in
          escapes.withUnsafeBufferPointer { escapes in
            guard let target = target.baseAddress, let source = source.baseAddress,
              let escapes = escapes.baseAddress
            else {
              fits = source.isEmpty
              return
            }
            var writer = Writer(
              source: source, count: text.bytes.count, target: target, escapes: escapes)
            fits = writer.encode(limit: limit)
            initializedCount = fits ? writer.written : 0
          }
        }
      }
    }
    return fits
  }

  /// `=3D` for each byte, in memory order; the fourth byte is overwritten.
  private static let escapes: [UInt32] = (0...255).map { byte in
    let digits = (0..<16).map { UInt32(Hexadecimal.uppercaseDigit($0)) }
    return (UInt32(UInt8(ascii: "=")) | digits[byte >> 4] << 8 | digits[byte & 15] << 16)
      .littleEndian
  }

  /// One pass over the bytes: literals sixteen at a time, the others one by one.
  ///
  /// Everything is inlined into one function, so that the indices stay in registers; they are far
  /// from overflow and unchecked. A body has no controls except LF and tab.
  private struct Writer {
    let source: UnsafePointer<UInt8>
    let count: Int
    let target: UnsafeMutablePointer<UInt8>
    let escapes: UnsafePointer<UInt32>
    var index = 0
    var written = 0
    /// The last column of the current line.
    var lineEnd = 0

    /// More than what is written between two checks of the limit: a line, its soft break, and a
    /// store of sixteen bytes.
    static let slack = 96

    mutating func encode(limit: Int) -> Bool {
      while index < count, written <= limit { writeLine() }
      return written <= limit
    }

    /// Writes one line, up to its break or a soft one.
    @inline(__always)
    private mutating func writeLine() {
      lineEnd = written &+ QuotedPrintable.lastColumn
      if mayNotBeginLine { writeEscape() }
      while true {
        copyLiterals()
        let byte = index < count ? source[index] : UInt8(ascii: "\n")
        if byte == UInt8(ascii: "\n") {
          if takesBackBlank() {
            guard hasRoom(for: 1) else { return softBreak() }
            writeEscape()
          }
          if index < count { breakLine() }
          index &+= 1
          return
        }
        if byte >= 0x80 {
          guard escapeCharacters() else { return softBreak() }
        } else if byte == UInt8(ascii: "=") || (byte <= UInt8(ascii: " ") && endsLine(1)) {
          guard hasRoom(for: 1) else { return softBreak() }
          writeEscape()
        } else {
          // In the last column a literal fits only at the end of its line.
          guard written < lineEnd || endsLine(1) else { return softBreak() }
          target[written] = byte
          written &+= 1
          index &+= 1
        }
      }
    }

    /// Copies literals and spaces, sixteen at a time, up to the column of a soft break.
    @inline(__always)
    private mutating func copyLiterals() {
      while index &+ 16 <= count, written <= lineEnd {
        let sixteen = SixteenBytes(source + index)
        // Bytes written past a mark or the end are overwritten.
        sixteen.write(to: target + written)
        let marks = sixteen.belowSpaceOrBeyondASCII .| sixteen.equal(to: UInt8(ascii: "="))
        let length = min(SixteenBytes.first(marks), lineEnd &- written)
        index &+= length
        written &+= length
        if length < 16 { return }
      }
      while index < count, written < lineEnd {
        let byte = source[index]
        if byte < UInt8(ascii: " ") || byte >= 0x80 || byte == UInt8(ascii: "=") { return }
        target[written] = byte
        written &+= 1
        index &+= 1
      }
    }

    /// Removes a space that turned out to end its line, to be escaped.
    @inline(__always)
    private mutating func takesBackBlank() -> Bool {
      guard written > lineEnd &- QuotedPrintable.lastColumn,
        target[written &- 1] == UInt8(ascii: " ")
      else { return false }
      written &-= 1
      index &-= 1
      return true
    }

    /// Writes the next characters beyond ASCII; returns false if one has no room.
    @inline(__always)
    private mutating func escapeCharacters() -> Bool {
      repeat {
        if isPair, written &+ 6 <= lineEnd {
          writeEscape()
          writeEscape()
          continue
        }
        let length = characterLength
        guard hasRoom(for: length) else { return false }
        for _ in 0..<length { writeEscape() }
      } while index < count && source[index] >= 0x80
      return true
    }

    @inline(__always)
    private func hasRoom(for count: Int) -> Bool {
      let after = written &+ 3 &* count
      return after <= lineEnd || (after == lineEnd &+ 1 && endsLine(count))
    }

    @inline(__always)
    private mutating func writeEscape() {
      UnsafeMutableRawPointer(target + written).storeBytes(
        of: escapes[Int(source[index])], as: UInt32.self)
      written &+= 3
      index &+= 1
    }

    @inline(__always)
    private mutating func softBreak() {
      target[written] = UInt8(ascii: "=")
      written &+= 1
      breakLine()
    }

    @inline(__always)
    private mutating func breakLine() {
      target[written] = UInt8(ascii: "\r")
      target[written &+ 1] = UInt8(ascii: "\n")
      written &+= 2
    }

    /// Whether the next `length` bytes end their line.
    @inline(__always)
    private func endsLine(_ length: Int) -> Bool {
      index &+ length >= count || source[index &+ length] == UInt8(ascii: "\n")
    }

    /// Whether the next character has two bytes, as most alphabets beyond ASCII do.
    private var isPair: Bool {
      @inline(__always) get {
        source[index] &- 0xC2 < 0xE0 - 0xC2 && index &+ 1 < count
          && source[index &+ 1] & 0xC0 == 0x80
      }
    }

    /// The length of the next character in bytes; 1 for invalid UTF-8.
    private var characterLength: Int {
      @inline(__always) get {
        let lead = source[index]
        let length = lead < 0xC2 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        guard index &+ length <= count else { return 1 }
        var offset = 1
        while offset < length {
          if source[index &+ offset] & 0xC0 != 0x80 { return 1 }
          offset &+= 1
        }
        return length
      }
    }

    /// `.` ends a message in SMTP, `From ` begins one in an mbox.
    private var mayNotBeginLine: Bool {
      @inline(__always) get {
        if source[index] == UInt8(ascii: ".") { return true }
        guard source[index] == 0x46, index &+ 5 <= count else { return false }
        return source[index &+ 1] == 0x72 && source[index &+ 2] == 0x6F
          && source[index &+ 3] == 0x6D && source[index &+ 4] == UInt8(ascii: " ")
      }
    }
  }
}
