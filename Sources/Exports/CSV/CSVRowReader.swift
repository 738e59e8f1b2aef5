import ByteText

/// A row of a table, as it is read.
enum CSVRow {
  /// As JSON.
  case record(UnsafeRawBufferPointer)
  /// All of its cells are empty, or it repeats the header: nothing is lost.
  case blank
  /// It is no record.
  ///
  /// - column: that with a quote that is never closed, or with text behind one: it or the one that
  ///   opened the cell was probably lost, and rows between them with it.
  case lost(RejectReason, column: String?)
}

/// Turns rows of tables into JSON records in its own buffer; for one thread.
final class CSVRowReader {
  let buffer = SlackBuffer()
  private let usage: ColumnUsage
  private var writers: [CSVRowWriter] = []

  init(_ usage: ColumnUsage) { self.usage = usage }

  private func writer(_ table: CSVTable) -> CSVRowWriter {
    if let known = writers.last(where: { $0.table === table }) { return known }
    let writer = CSVRowWriter(table, usage: usage)
    writers.append(writer)
    return writer
  }

  /// The JSON of one row, valid until the next call.
  func record(of row: UnsafeRawBufferPointer, in table: CSVTable) -> CSVRow {
    buffer.count = 0
    return writer(table).append(row, to: buffer)
  }

  /// The batch with JSON records, in the buffer, for its rows; a row that is no record is a loss.
  func records(of batch: borrowing RecordBatch, _ bytes: UnsafeRawBufferPointer) -> RecordBatch {
    var records = RecordBatch(bytes: [], count: batch.count, base: batch.base, spans: [])
    guard let table = batch.table else { return records }
    let writer = writer(table)
    records.spans.reserveCapacity(batch.spans.count)
    buffer.count = 0
    var losses = batch.losses[...]
    for var span in batch.spans {
      while let loss = losses.first, loss.range.lowerBound < batch.base + Int64(span.start) {
        records.losses.append(losses.removeFirst())
      }
      let (start, row) = (buffer.count, span.start..<span.end)
      switch writer.append(UnsafeRawBufferPointer(rebasing: bytes[row]), to: buffer) {
      case .record:
        (span.start, span.value, span.end, span.row) = (start, start, buffer.count, row)
        records.spans.append(span)
      case .blank: break
      case .lost(let reason, let column):
        let range = batch.base + Int64(row.lowerBound)..<batch.base + Int64(row.upperBound)
        records.losses.append(
          RecordLoss(range: range, reason: reason, isContinued: false, field: column))
      }
    }
    records.losses += losses
    return records
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
