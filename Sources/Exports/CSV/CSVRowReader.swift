import ByteText

/// Turns rows of tables into JSON records in its own buffer; for one thread.
final class CSVRowReader {
  let buffer = RowBuffer()
  private let usage: ColumnUsage
  private var writers: [CSVRowWriter] = []

  init(_ usage: ColumnUsage) { self.usage = usage }

  /// The writer of a table's rows; nil if there is no memory.
  func writer(_ table: CSVTable) -> CSVRowWriter? {
    if let known = writers.last(where: { $0.table === table }) { return known }
    guard let writer = CSVRowWriter(table, usage: usage) else { return nil }
    writers.append(writer)
    return writer
  }

  /// The JSON of one row, valid until the next call.
  func record(of row: UnsafeRawBufferPointer, in table: CSVTable) -> CSVRow {
    buffer.count = 0
    guard let writer = writer(table) else { return .none(.blank) }
    if let fault = writer.append(row, to: buffer) { return .none(fault) }
    return .record(buffer.bytes)
  }

  /// The batch with JSON records, in the buffer, for its rows; a row that is no record is a loss.
  func records(of batch: borrowing RecordBatch, _ bytes: UnsafeRawBufferPointer) -> RecordBatch {
    var records = RecordBatch(
      bytes: [], count: batch.count, base: batch.base, spans: [], losses: [], owners: [],
      pages: [], unknown: 0)
    guard let table = batch.table, let writer = writer(table) else { return records }
    records.spans.reserveCapacity(batch.spans.count)
    buffer.count = 0
    var losses = batch.losses[...]
    for var span in batch.spans {
      while let loss = losses.first, loss.range.lowerBound < batch.base + Int64(span.start) {
        records.losses.append(losses.removeFirst())
      }
      let (start, row) = (buffer.count, span.start..<span.end)
      let fault = writer.append(UnsafeRawBufferPointer(rebasing: bytes[row]), to: buffer)
      if let fault {
        if let loss = loss(fault, row, base: batch.base) { records.losses.append(loss) }
      } else {
        (span.start, span.value, span.end, span.row) = (start, start, buffer.count, row)
        records.spans.append(span)
      }
    }
    records.losses += losses
    return records
  }

  private func loss(_ fault: RowFault, _ row: Range<Int>, base: Int64) -> RecordLoss? {
    let range = base + Int64(row.lowerBound)..<base + Int64(row.upperBound)
    switch fault {
    case .blank: return nil
    case .cells(let found, let columns):
      return RecordLoss(
        range: range, reason: .cellCount(found, columns: columns), isContinued: false)
    case .openQuote(let column):
      return RecordLoss(range: range, reason: .openQuote, isContinued: false, field: column)
    case .textAfterQuote(let column):
      return RecordLoss(range: range, reason: .textAfterQuote, isContinued: false, field: column)
    }
  }
}

extension RejectReason {
  /// The line breaks in a row of a table, which a stray quote makes one of many lines.
  func innerLines(
    of range: Range<Int64>, in outer: (bytes: UnsafeRawBufferPointer, base: Int64)
  ) -> Int {
    switch self {
    case .cellCount, .openQuote, .textAfterQuote:
      let end = min(max(Int(range.upperBound - outer.base), 0), outer.bytes.count)
      let start = min(max(Int(range.lowerBound - outer.base), 0), end)
      return LineCounter.lineFeeds(in: outer.bytes.bytes.extracting(start..<max(start, end - 1)))
    case .malformed, .tooLarge, .missingField, .nullField, .emptyField, .notText,
      .loneSurrogate, .unreadableTime, .blob:
      return 0
    }
  }
}

extension BatchReader {
  /// Passes a batch's records to `body`: those of a table as JSON in a buffer of this reader.
  func withRecords(
    of batch: borrowing RecordBatch, _ bytes: UnsafeRawBufferPointer,
    _ body: (borrowing RecordBatch, UnsafeRawBufferPointer) -> Void
  ) {
    guard batch.table != nil else { return body(batch, bytes) }
    let records = rows.records(of: batch, bytes)
    body(records, rows.buffer.bytes)
  }
}

/// What splits an input: the rows of a table, or a document.
struct InputSplitter {
  private var document: RecordSplitter?
  private var table: CSVSplitter?

  init(_ document: RecordSplitter) { self.document = document }

  init(_ table: CSVSplitter) { self.table = table }

  /// The next records; nil after the last.
  mutating func nextBatch(reusing spare: consuming [UInt8]? = nil) throws(Fault) -> RecordBatch? {
    if document != nil { return try document?.nextBatch(reusing: spare) }
    return try table?.nextBatch(reusing: spare)
  }

  var isTorn: Bool { document?.isTorn ?? table?.isTorn ?? false }
  var hasLateOwner: Bool { document?.hasLateOwner ?? false }
  var isWrapped: Bool { document?.isWrapped ?? false }
  var hasSeenValue: Bool { document?.hasSeenValue ?? true }
  /// The number of bytes that were split.
  var bytes: Int64 { document?.window.base ?? table?.window.base ?? 0 }
}
