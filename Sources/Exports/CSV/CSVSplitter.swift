import ByteText

/// Splits a table into batches of rows, in one pass. Nothing larger than a row is in memory.
struct CSVSplitter {
  let table: CSVTable
  private(set) var window: ByteWindow
  private let rowLimit: Int
  private var scanner: RowScanner
  private var isStarted = false
  private var isFinished = false
  /// Whether the current row is too large, and passed over without being held.
  private var isPassing = false
  /// Whether the input ends inside a row.
  private(set) var isTorn = false

  private var spans: [RecordSpan] = []
  private var losses: [RecordLoss] = []
  /// The bytes of the window before it belong to complete rows.
  private var cursor = 0

  /// - Parameter rowLimit: rows of so many bytes are rejected.
  init(_ window: ByteWindow, _ table: CSVTable, rowLimit: Int) {
    self.window = window
    self.table = table
    self.rowLimit = rowLimit
    scanner = RowScanner(table)
  }

  /// The next rows; nil after the last.
  mutating func nextBatch(reusing spare: consuming [UInt8]? = nil) throws(Fault) -> RecordBatch? {
    guard !isFinished else { return nil }
    if !isStarted { try window.fill() }
    isStarted = true
    while true {
      findRows()
      if window.isAtEnd {
        finish()
        return batch(reusing: spare)
      }
      if isPassing || window.count - scanner.start >= rowLimit { passOver() }
      if cursor > 0 { return batch(reusing: spare) }
      try window.fill()
    }
  }

  private mutating func findRows() {
    var (scanner, spans, cursor, isPassing) = (scanner, [RecordSpan](), cursor, isPassing)
    swap(&spans, &self.spans)
    let isAtEnd = window.isAtEnd
    var passed: Range<Int>?
    var large: [Range<Int>] = []
    window.withBytes { bytes in
      while let row = scanner.nextRow(in: bytes, isAtEnd: isAtEnd) {
        if isPassing {
          passed = row.range
          isPassing = false
        } else if row.range.count >= rowLimit {
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
    (self.scanner, self.cursor, self.isPassing) = (scanner, cursor, isPassing)
    if let passed { lose(passed, .tooLarge(limit: rowLimit), isContinued: true) }
    for range in large { lose(range, .tooLarge(limit: rowLimit)) }
  }

  /// Gives up the current row, which fills the window.
  private mutating func passOver() {
    lose(scanner.start..<window.count, .tooLarge(limit: rowLimit), isContinued: isPassing)
    isPassing = true
    scanner.dropStart()
    cursor = scanner.start
  }

  /// What is left at the end is a row inside whose quotes the input ends. A last row without a line
  /// break was cut if cells are missing.
  private mutating func finish() {
    isFinished = true
    if scanner.start < window.count {
      isTorn = true
      let range = scanner.start..<window.count
      if isPassing {
        lose(range, .tooLarge(limit: rowLimit), isContinued: true)
      } else {
        lose(range, .openQuote, field: openColumn(range))
      }
    } else if let last = spans.last, last.end == window.count, hasMissingCells(last) {
      isTorn = true
    }
    cursor = window.count
  }

  private func hasMissingCells(_ span: RecordSpan) -> Bool {
    let found = window.withBytes {
      CSVTable.cells(of: $0[span.start..<span.end], separator: table.separator)
    }
    return found.count < table.columns.count && found.contains { !$0.isEmpty }
  }

  /// The column whose quote is never closed.
  private func openColumn(_ range: Range<Int>) -> String? {
    let found = window.withBytes { CSVTable.cells(of: $0[range], separator: table.separator) }
    return table.name(ofColumn: found.count - 1)
  }

  private mutating func lose(
    _ range: Range<Int>, _ reason: RejectReason, field: String? = nil, isContinued: Bool = false
  ) {
    losses.append(
      RecordLoss(
        range: window.base + Int64(range.lowerBound)..<window.base + Int64(range.upperBound),
        reason: reason, isContinued: isContinued, field: field))
  }

  private mutating func batch(reusing spare: consuming [UInt8]?) -> RecordBatch {
    let taken = window.cut(at: cursor, spare: spare)
    let batch = RecordBatch(
      bytes: taken.bytes, count: cursor, base: taken.base, spans: spans, losses: losses,
      owners: [], pages: [], unknown: 0, table: table)
    scanner.forget(cursor)
    cursor = 0
    spans.removeAll(keepingCapacity: true)
    losses.removeAll(keepingCapacity: true)
    return batch
  }
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

  init(_ table: CSVTable) {
    self.init(separator: table.separator, terminator: table.terminator, at: table.headLength)
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
