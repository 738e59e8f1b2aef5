import ByteText

/// A table in a text file (RFC 4180): how its rows are separated, and its columns.
///
/// Immutable and shared by all threads.
package final class CSVTable: Sendable {
  /// A comma, semicolon or tab.
  let separator: UInt8
  /// A line feed, or a carriage return if no line feed follows the first one.
  let terminator: UInt8
  /// The bytes before the first row: a byte order mark, Excel's `sep=` line, the header line.
  let headLength: Int
  /// The header line as written, without its end.
  let header: [UInt8]
  /// The header's names without surrounding blanks; some may be empty.
  package let columns: [String]

  init(_ layout: CSVLayout) {
    separator = layout.separator
    terminator = layout.terminator
    headLength = layout.rowsStart
    header = layout.header
    columns = layout.columns
  }

  private enum CellState { case start, plain, quoted, quote }

  func name(ofColumn index: Int) -> String {
    let name = columns.dropFirst(index).first ?? ""
    return name.isEmpty ? "column \(index + 1)" : name
  }

  /// The cells of one row without quotes; for the header and for rows that are looked at once.
  static func cells(of row: some Collection<UInt8>, separator: UInt8) -> [[UInt8]] {
    var isOpen = false
    return cells(of: row, separator: separator, isOpen: &isOpen)
  }

  /// - Parameter isOpen: set to whether the row ends inside a quoted cell.
  static func cells(
    of row: some Collection<UInt8>, separator: UInt8, isOpen: inout Bool
  ) -> [[UInt8]] {
    var (cells, cell, state) = ([[UInt8]](), [UInt8](), CellState.start)
    for byte in row {
      switch (state, byte) {
      case (.start, UInt8(ascii: "\"")): state = .quoted
      case (.quoted, UInt8(ascii: "\"")): state = .quote
      case (.quoted, _): cell.append(byte)
      case (.quote, UInt8(ascii: "\"")):
        cell.append(byte)
        state = .quoted
      case (_, separator):
        cells.append(cell)
        (cell, state) = ([], .start)
      default:
        cell.append(byte)
        state = .plain
      }
    }
    isOpen = state == .quoted
    return cells + [cell]
  }
}
