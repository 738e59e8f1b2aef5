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
  mutating func nextBatch(reusing spare: consuming [UInt8]? = nil) throws(ExportError)
    -> RecordBatch?
  {
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

  /// Finds the complete rows of the window.
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
    lose(
      scanner.start..<window.count, .tooLarge(limit: rowLimit), isContinued: isPassing)
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
    let found = window.withBytes {
      CSVTable.cells(of: $0[range], separator: table.separator)
    }
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
