import ByteText

/// A table in a text file (RFC 4180): how its rows are separated, and its columns, found in the file's
/// first bytes.
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
  /// Whether rows may have more cells than the header, all empty, as spreadsheets leave them: most of the
  /// first rows do, or the header itself ends so.
  let mayHaveSpareCells: Bool
  /// Whether every row that was examined has a cell for each column, and none looks like JSON.
  let isCertain: Bool
  /// Whether a complete row follows the header.
  let hasRows: Bool
  /// Whether its names or its rows tell that it is a table; a line of prose may be a header without
  /// rows as well.
  let isSure: Bool

  private static let separators = [UInt8(ascii: ","), UInt8(ascii: "\t"), UInt8(ascii: ";")]
  private static let mostSampled = 20
  private static let mostTitles = 5
  private static let longestName = 64

  /// The table that a text is; nil if its first line does not name columns, or most of the first rows
  /// have other cells.
  ///
  /// - Parameter isWhole: whether the bytes are the whole file, so that the last row is complete.
  static func found(in bytes: [UInt8], isWhole: Bool) -> CSVTable? {
    var found = separators.compactMap { CSVTable(bytes, isWhole: isWhole, separator: $0) }
    if found.isEmpty {
      found = separators.compactMap {
        CSVTable(bytes, isWhole: isWhole, separator: $0, isTorn: true)
      }
    }
    // Names and texts may have the other separators, but seldom as many.
    let sure = found.filter(\.isSure)
    let likely = sure.isEmpty ? found : sure
    let most = likely.map(\.columns.count).max()
    return likely.first { $0.columns.count == most }
  }

  /// Whether a table begins below a few lines with at most half as many cells as it has columns, such as a
  /// title or comments.
  static func isBelowTitle(_ bytes: [UInt8], isWhole: Bool) -> Bool {
    var rest = bytes[...]
    for _ in 0..<mostTitles {
      guard let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return false }
      let title = rest[..<end]
      rest = rest[(end + 1)...].drop { $0 == 0x0A || $0 == 0x0D }
      guard let table = found(in: Array(rest), isWhole: isWhole) else { continue }
      let filled = cells(of: title, separator: table.separator).count { !$0.isEmpty }
      return table.isCertain && table.columns.count > 2 && filled * 2 <= table.columns.count
    }
    return false
  }

  /// Whether vertical bars separate the columns, which no table that can be read has.
  static func hasBars(_ bytes: [UInt8], isWhole: Bool) -> Bool {
    CSVTable(bytes, isWhole: isWhole, separator: UInt8(ascii: "|"))?.isSure ?? false
  }

  /// - Parameter isTorn: whether it may be a table of which no row has a cell for each column.
  private init?(_ bytes: [UInt8], isWhole: Bool, separator: UInt8, isTorn: Bool = false) {
    let start = Self.headerStart(bytes)
    let terminator = Self.terminator(bytes[start...])
    (self.separator, self.terminator) = (separator, terminator)
    let rows = Self.rows(of: bytes, isWhole: isWhole, separator, terminator, from: start)
    guard let first = rows.first else { return nil }
    (header, headLength) = (Array(bytes[first.range]), first.next)
    let names = Self.cells(of: bytes[first.range], separator: separator).map(Self.trimmed)
    let plain = names.count(where: Self.isPlainName)
    let isPlain = plain == names.count
    guard names.count > 1, names.allSatisfy(Self.isName), names.count(where: { !$0.isEmpty }) > 1,
      names.joined().contains(where: Self.isLetter)
    else { return nil }
    columns = names.map { String(decoding: $0, as: UTF8.self) }
    func fits(_ row: ArraySlice<UInt8>) -> Bool {
      let cells = Self.cells(of: row, separator: separator)
      return cells.count >= names.count && cells[names.count...].allSatisfy(\.isEmpty)
    }
    // A last row without a line break may be torn.
    let sample = rows.dropFirst().filter {
      !$0.range.isEmpty && ($0.range.upperBound < $0.next || fits(bytes[$0.range]))
    }.map { bytes[$0.range] }
    let fitting = sample.count(where: fits)
    let isRegular = !sample.isEmpty && fitting == sample.count
    let spare = sample.count { row in
      fits(row) && Self.cells(of: row, separator: separator).count > names.count
    }
    mayHaveSpareCells = names.last?.isEmpty == true || spare * 2 > sample.count
    let isBare = isWhole && rows.dropFirst().allSatisfy(\.range.isEmpty)
    let isUsual = names.count > 2 && plain * 2 >= names.count && isRegular
    // Lines of prose seldom have two commas each.
    let isWide =
      names.count > 2
      && sample.allSatisfy { Self.cells(of: $0, separator: separator).count > 2 }
    guard isPlain ? fitting * 2 >= sample.count || isTorn && isWide : isBare || isUsual else {
      return nil
    }
    hasRows = !sample.isEmpty
    isSure = isPlain || !isBare
    isCertain =
      isRegular && isPlain
      && !sample.contains { "{[".utf8.contains($0.first ?? 0) }
  }

  private static func rows(
    of bytes: [UInt8], isWhole: Bool, _ separator: UInt8, _ terminator: UInt8, from start: Int
  ) -> [RowScanner.Row] {
    var rows: [RowScanner.Row] = []
    bytes.withUnsafeBytes { bytes in
      var scanner = RowScanner(separator: separator, terminator: terminator, at: start)
      while rows.count <= mostSampled, let row = scanner.nextRow(in: bytes, isAtEnd: isWhole) {
        rows.append(row)
      }
    }
    return rows
  }

  /// Whether a text that names no columns has rows of a table: three cells or more, the same number
  /// in each of the first lines.
  static func areRows(_ bytes: [UInt8], isWhole: Bool) -> Bool {
    let start = headerStart(bytes)
    let terminator = terminator(bytes[start...])
    return separators.contains { separator in
      let counts = rows(of: bytes, isWhole: isWhole, separator, terminator, from: start)
        .filter { !$0.range.isEmpty }
        .map { Self.cells(of: bytes[$0.range], separator: separator).count }
      return counts.count > 1 && counts[0] > 2 && counts.allSatisfy { $0 == counts[0] }
    }
  }

  /// The offset of the header line, after a byte order mark, blank lines and Excel's `sep=` line.
  private static func headerStart(_ bytes: [UInt8]) -> Int {
    var rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    if rest.starts(with: "sep=".utf8), rest.count > 5 { rest = rest.dropFirst(5) }
    return rest.firstIndex { $0 != 0x0A && $0 != 0x0D } ?? bytes.endIndex
  }

  private static func terminator(_ bytes: ArraySlice<UInt8>) -> UInt8 {
    guard let end = bytes.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }), bytes[end] == 0x0D,
      end + 1 < bytes.endIndex, bytes[end + 1] != 0x0A
    else { return 0x0A }
    return 0x0D
  }

  private static func trimmed(_ name: [UInt8]) -> [UInt8] {
    let end = name.lastIndex { !JSONScanner.isSpace($0) }.map { $0 + 1 } ?? 0
    return Array(name[..<end].drop(while: JSONScanner.isSpace))
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte > 0x7F || byte.isASCIILetter }

  /// Whether a text can be the name of a column, as forms and spreadsheets have them: `Urgent?`,
  /// `Name & Ort`. Rows of values have numbers and dates, JSON and XML have their signs.
  private static func isName(_ name: [UInt8]) -> Bool {
    name.count <= longestName && !isNumeric(name)
      && name.allSatisfy { $0 >= 0x20 && !"{}\"<>".utf8.contains($0) }
  }

  /// Whether a text can be a number, a date or a time.
  private static func isNumeric(_ name: [UInt8]) -> Bool {
    !name.isEmpty && name.allSatisfy { $0.isASCIIDigit || " .,:+-/".utf8.contains($0) }
  }

  /// Whether a name has nothing that lines of prose and logs are full of.
  private static func isPlainName(_ name: [UInt8]) -> Bool {
    name.allSatisfy { isLetter($0) || $0.isASCIIDigit || " _.-()/$@#".utf8.contains($0) }
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
