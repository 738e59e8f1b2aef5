import ByteText

/// Why a row of a table is no record.
package enum RowFault: Equatable, Sendable {
  /// All of its cells are empty, or it repeats the header: nothing is lost.
  case blank
  /// It has more or fewer cells than the header.
  case cells(Int, columns: Int)
  /// A quote opens in this column and is never closed.
  case openQuote(column: String)
  /// Text follows the quote that closes this column's cell: it or the one that opened the cell was
  /// probably lost, and rows between them with it.
  case textAfterQuote(column: String)
}

/// A row of a table.
package enum CSVRow {
  /// As JSON.
  case record(UnsafeRawBufferPointer)
  case none(RowFault)
}

extension RowFault {
  /// Why a row is no record, with its column.
  package var words: String {
    switch self {
    case .blank: "the row is empty"
    case .cells(let found, let columns): RejectReason.cellCount(found, columns: columns).words
    case .openQuote(let column): "\(column): \(RejectReason.openQuote.words)"
    case .textAfterQuote(let column): "\(column): \(RejectReason.textAfterQuote.words)"
    }
  }
}
