/// What makes a YAML text dangerous to read, found before it is read: the reader recurses, and it
/// expands aliases, so that a few hundred bytes of them become gigabytes.
///
/// Good for naming the place, not for safety: it knows quotes and comments, but takes the text of
/// blocks for structure, and a quotation mark in plain words for the beginning of a quote. What it
/// misses is harmless all the same: `AnchorlessYAML` reads no anchors, and the reader itself stops at a
/// thousand levels. No file of ours needs what it refuses.
package struct YAMLGuard: Equatable, Sendable {
  package enum Fault: Equatable, Sendable {
    /// Brackets, dashes and indentations nest deeper than 32 levels.
    case tooDeep
    /// An anchor (`&name`) or an alias (`*name`).
    case anchor
  }

  package var fault: Fault
  /// From 1; the column in bytes.
  package var line: Int
  package var column: Int

  /// The first danger in a text, nil where there is none.
  package static func fault(in bytes: [UInt8]) -> YAMLGuard? {
    var scanner = Scanner(bytes: bytes)
    return scanner.fault()
  }

  /// Where a text nests too deep, nil where nowhere: reading takes time by the square of the depth.
  package static func tooDeep(in bytes: [UInt8]) -> YAMLGuard? {
    var scanner = Scanner(bytes: bytes, passesAnchors: true)
    return scanner.fault() ?? longRun(in: bytes)
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
          return YAMLGuard(fault: .tooDeep, line: number + 1, column: 1)
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
    let passesAnchors: Bool
    var index = 0
    var line = 1
    var lineStart = 0
    /// The indentations of the blocks that a line stands in.
    var indents: [Int] = []
    var brackets = 0
    /// Whether a value may begin here: at a line's start, and after a space or an opening bracket.
    var isTokenStart = true
    var isIndent = true

    init(bytes: [UInt8], passesAnchors: Bool = false) {
      self.bytes = bytes
      self.passesAnchors = passesAnchors
    }

    mutating func fault() -> YAMLGuard? {
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
        if isTokenStart, let fault = token(byte) { return fault }
        isTokenStart = opensOrCloses(byte)
        if indents.count + brackets > maximumDepth { return place(.tooDeep) }
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

    /// Looks at the first byte of a value, and goes to the last one of a quoted text or a comment.
    private mutating func token(_ byte: UInt8) -> YAMLGuard? {
      switch byte {
      case UInt8(ascii: "&"), UInt8(ascii: "*"):
        let isNamed = index + 1 < bytes.count && bytes[index + 1] > UInt8(ascii: " ")
        return isNamed && !passesAnchors ? place(.anchor) : nil
      case UInt8(ascii: "\""), UInt8(ascii: "'"): skipQuoted(byte)
      case UInt8(ascii: "#"):
        while index + 1 < bytes.count, bytes[index + 1] != UInt8(ascii: "\n") { index += 1 }
      default: break
      }
      return nil
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

    private func place(_ fault: Fault) -> YAMLGuard {
      YAMLGuard(fault: fault, line: line, column: index - lineStart + 1)
    }
  }
}
