/// Where a YAML text nests deeper than 32 levels, found before it is read: the reader recurses, and
/// takes time by the square of the depth.
///
/// It knows quotes and comments, but takes the text of blocks for structure, and a quotation mark in
/// plain words for the beginning of a quote: what it misses is harmless all the same, since the reader
/// itself stops at a thousand levels.
struct YAMLGuard: Equatable {
  /// From 1; the column in bytes.
  var line: Int
  var column: Int

  /// The first place that is too deep, nil where there is none.
  static func tooDeep(in bytes: [UInt8]) -> YAMLGuard? {
    var scanner = Scanner(bytes: bytes)
    return scanner.tooDeep() ?? longRun(in: bytes)
  }

  /// A line that opens too many blocks or brackets at its beginning: whatever the scanner takes for a
  /// quote, no line of it nests deeper than that.
  private static func longRun(in bytes: [UInt8]) -> YAMLGuard? {
    for (number, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      .enumerated()
    {
      var depth = 0
      for byte in line {
        switch byte {
        case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "-"), UInt8(ascii: "?"),
          UInt8(ascii: ":"):
          depth += 1
        case UInt8(ascii: " "), UInt8(ascii: "\t"): continue
        default: depth = 0
        }
        // A rule of hyphens is a text.
        if depth > 4 * maximumDepth {
          return YAMLGuard(line: number + 1, column: 1)
        }
      }
    }
    return nil
  }
}

extension YAMLGuard {
  private static let maximumDepth = 32

  private struct Scanner {
    let bytes: [UInt8]
    var index = 0
    var line = 1
    var lineStart = 0
    /// The indentations of the blocks that a line stands in.
    var indents: [Int] = []
    var brackets = 0
    /// Whether a value may begin here: at a line's start, and after a space or an opening bracket.
    var isTokenStart = true
    var isIndent = true

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func tooDeep() -> YAMLGuard? {
      while index < bytes.count {
        let byte = bytes[index]
        if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
          newLine()
          continue
        }
        if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
          isTokenStart = true
          index += 1
          continue
        }
        if isIndent { indent(isEntry: startsEntry(byte)) }
        if isTokenStart { skipToken(byte) }
        isTokenStart = opensOrCloses(byte)
        if indents.count + brackets > maximumDepth {
          return YAMLGuard(line: line, column: index - lineStart + 1)
        }
        index += 1
      }
      return nil
    }

    private mutating func newLine() {
      index += 1
      line += 1
      lineStart = index
      isTokenStart = true
      isIndent = true
    }

    /// A block begins at each new indentation; `- - a` and `? ? a` begin one for each sign.
    private mutating func indent(isEntry: Bool) {
      let column = index - lineStart
      while let last = indents.last, last >= column { indents.removeLast() }
      if column > 0 || isEntry { indents.append(column) }
      isIndent = isEntry
    }

    /// `- `, `? ` or `: ` at the beginning of a line.
    private func startsEntry(_ byte: UInt8) -> Bool {
      guard byte == UInt8(ascii: "-") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: ":")
      else { return false }
      return index + 1 >= bytes.count || bytes[index + 1] <= UInt8(ascii: " ")
    }

    /// Goes to the last byte of a quoted text or a comment that begins here.
    private mutating func skipToken(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): skipQuoted(byte)
      case UInt8(ascii: "#"):
        while index + 1 < bytes.count, bytes[index + 1] != UInt8(ascii: "\n") { index += 1 }
      default: break
      }
    }

    /// Goes to the closing quote; one that is escaped or doubled closes nothing.
    private mutating func skipQuoted(_ quote: UInt8) {
      let escape = quote == UInt8(ascii: "'") ? quote : UInt8(ascii: "\\")
      index += 1
      while index < bytes.count {
        let isEscaping = bytes[index] == escape && index + 1 < bytes.count
        if isEscaping, escape != quote || bytes[index + 1] == quote {
          index += 1
        } else if bytes[index] == quote {
          return
        }
        if index < bytes.count, bytes[index] == UInt8(ascii: "\n") {
          line += 1
          lineStart = index + 1
        }
        index += 1
      }
    }

    /// Counts a bracket; tells whether a value may follow this byte without a space.
    private mutating func opensOrCloses(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        brackets += 1
        return true
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        brackets = max(0, brackets - 1)
        return false
      case UInt8(ascii: ","), UInt8(ascii: ":"): return brackets > 0
      default: return false
      }
    }
  }
}
