import ByteText

/// The rows of a table.
extension RecordSplitter {
  /// Takes all rows that are complete.
  mutating func takeRows(of table: CSVTable) -> Step {
    findRows()
    if window.isAtEnd {
      finishRows(of: table)
      return .finished
    }
    if rows.isPassing || window.count - rows.start >= recordLimit { passOverRow() }
    return .needsMore
  }

  private mutating func findRows() {
    // Copies, which the loop need not retain the splitter for.
    var (scanner, spans, cursor) = (rows, [RecordSpan](), cursor)
    swap(&spans, &self.spans)
    let (isAtEnd, recordLimit) = (window.isAtEnd, recordLimit)
    var passed: Range<Int>?
    var large: [Range<Int>] = []
    window.withBytes { bytes in
      while let row = scanner.nextRow(in: bytes, isAtEnd: isAtEnd) {
        if scanner.isPassing {
          passed = row.range
          scanner.isPassing = false
        } else if row.range.count >= recordLimit {
          large.append(row.range)
        } else if !row.range.isEmpty {
          spans.append(
            RecordSpan(
              start: row.range.lowerBound, value: row.range.lowerBound, end: row.range.upperBound,
              isAmongRecords: true))
        }
        cursor = row.next
      }
    }
    swap(&spans, &self.spans)
    (rows, self.cursor) = (scanner, cursor)
    if let passed { loseRow(passed, isContinued: true) }
    for range in large { loseRow(range) }
  }

  private mutating func loseRow(_ range: Range<Int>, isContinued: Bool = false) {
    lose(
      from: range.lowerBound, to: range.upperBound, .tooLarge(limit: recordLimit),
      isContinued: isContinued)
  }

  /// Gives up the current row, which fills the window.
  private mutating func passOverRow() {
    loseRow(rows.start..<window.count, isContinued: rows.isPassing)
    rows.isPassing = true
    rows.dropStart()
    cursor = rows.start
  }

  /// What is left at the end is a row inside whose quotes the input ends. A last row without a line
  /// break was cut if cells are missing.
  private mutating func finishRows(of table: CSVTable) {
    func cells(_ range: Range<Int>) -> [[UInt8]] {
      window.withBytes { CSVTable.cells(of: $0[range], separator: table.separator) }
    }
    let left = rows.start..<max(rows.start, window.count)
    if !left.isEmpty {
      isTorn = true
      if rows.isPassing {
        loseRow(left, isContinued: true)
      } else {
        // The column whose quote is never closed.
        let column = table.name(ofColumn: cells(left).count - 1)
        lose(from: left.lowerBound, to: left.upperBound, .openQuote, field: column)
      }
    } else if let last = spans.last, last.end == window.count {
      let found = cells(last.start..<last.end)
      isTorn = found.count < table.columns.count && found.contains { !$0.isEmpty }
      if found.count == table.columns.count, let cell = found.last, !cell.isEmpty,
        window[last.end - 1] != UInt8(ascii: "\"")
      {
        openCell = OpenCell(column: table.name(ofColumn: found.count - 1), length: cell.count)
      }
    }
    cursor = window.count
  }
}

/// The last cell of a table whose last line has no end: it may be cut off, and nothing tells.
package struct OpenCell: Equatable, Sendable {
  package var column: String
  /// In bytes.
  package var length: Int
}

/// Finds where the rows of a table end: a line break ends one unless it is inside a quoted cell. A
/// quote opens a cell only at the cell's start (RFC 4180 section 2); anywhere else it is text.
struct RowScanner {
  private let separator: UInt8
  private let terminator: UInt8
  /// The bytes before it have been examined.
  private(set) var offset: Int
  private(set) var start: Int
  private(set) var isQuoted = false
  /// No line break is between `offset` and it.
  private var lineEnd = 0
  /// Whether the current row is too large, and passed over without being held.
  var isPassing = false

  struct Row {
    /// Without the line's end.
    var range: Range<Int>
    var next: Int
  }

  init(separator: UInt8, terminator: UInt8, at start: Int = 0) {
    (self.separator, self.terminator) = (separator, terminator)
    offset = start
    self.start = start
  }

  /// - Parameter table: nil where there are no rows.
  init(_ table: CSVTable?) {
    self.init(
      separator: table?.separator ?? 0, terminator: table?.terminator ?? 0,
      at: table?.headLength ?? 0)
  }

  /// The next row; nil if it is not complete, so that more bytes are needed.
  ///
  /// - Parameter isAtEnd: whether the input ends with the bytes: the last row needs no line break.
  mutating func nextRow(in bytes: UnsafeRawBufferPointer, isAtEnd: Bool) -> Row? {
    guard offset <= bytes.count else { return nil }
    while offset < bytes.count {
      if isQuoted {
        guard closeQuote(in: bytes, isAtEnd: isAtEnd) else { return nil }
        continue
      }
      let found = nextMark(in: bytes)
      guard found < bytes.count else { break }
      if bytes[found] == terminator { return take(bytes, end: found, next: found + 1) }
      isQuoted = found == start || bytes[found - 1] == separator
      offset = found + 1
    }
    offset = bytes.count
    guard isAtEnd, !isQuoted, start < bytes.count else { return nil }
    return take(bytes, end: bytes.count, next: bytes.count)
  }

  /// Moves behind the quote that ends a cell; false if it is not among the bytes.
  private mutating func closeQuote(in bytes: UnsafeRawBufferPointer, isAtEnd: Bool) -> Bool {
    guard let quote = ByteSearch.first(UInt8(ascii: "\""), in: bytes.bytes, from: offset) else {
      offset = bytes.count
      return false
    }
    guard quote + 1 < bytes.count else {
      // The next byte may double the quote.
      offset = isAtEnd ? bytes.count : quote
      isQuoted = !isAtEnd
      return isAtEnd
    }
    let isDoubled = bytes[quote + 1] == UInt8(ascii: "\"")
    isQuoted = isDoubled
    offset = quote + (isDoubled ? 2 : 1)
    return true
  }

  private mutating func take(_ bytes: UnsafeRawBufferPointer, end: Int, next: Int) -> Row {
    let hasReturn = terminator == 0x0A && end > start && bytes[end - 1] == 0x0D
    let row = Row(range: start..<(hasReturn ? end - 1 : end), next: next)
    offset = next
    start = next
    return row
  }

  /// Counts offsets from `cut` on, where the bytes before it are no longer held.
  mutating func forget(_ cut: Int) {
    offset -= cut
    start -= cut
    lineEnd -= cut
  }

  /// Drops the examined part of the current row, which is too large to hold, except for its last
  /// byte: that one tells whether a quote after it opens a cell.
  mutating func dropStart() { start = max(start, offset - 1) }

  /// The offset of the next quote or line break; the bytes' count if there is none.
  private mutating func nextMark(in bytes: UnsafeRawBufferPointer) -> Int {
    // A line of many quotes is looked through once for its end.
    let searched = max(offset, min(lineEnd, bytes.count))
    if searched == bytes.count || bytes[searched] != terminator {
      lineEnd = ByteSearch.first(terminator, in: bytes.bytes, from: searched) ?? bytes.count
    } else {
      lineEnd = searched
    }
    return ByteSearch.first(
      UInt8(ascii: "\""), in: bytes.bytes.extracting(first: lineEnd), from: offset) ?? lineEnd
  }
}
