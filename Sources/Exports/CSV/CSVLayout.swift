import ByteText

/// The layout of a table, found in a file's first bytes.
struct CSVLayout {
  let separator: UInt8
  let terminator: UInt8
  let header: [UInt8]
  let rowsStart: Int
  let columns: [String]
  /// Whether every row that was examined has a cell for each column, and none looks like JSON.
  let isCertain: Bool
  /// Whether a complete row follows the header.
  let hasRows: Bool
  /// Whether its names or its rows tell that it is a table; a line of prose may be a header without
  /// rows as well.
  let isSure: Bool

  private static let separators = [UInt8(ascii: ","), UInt8(ascii: "\t"), UInt8(ascii: ";")]
  private static let mostSampled = 20
  private static let longestName = 64

  /// Nil if the first line does not name columns, or most of the first rows have other cells.
  ///
  /// - Parameter isWhole: whether the bytes are the whole file, so that the last row is complete.
  init?(_ bytes: [UInt8], isWhole: Bool) {
    var found = Self.separators.compactMap { CSVLayout(bytes, isWhole: isWhole, separator: $0) }
    if found.isEmpty {
      found = Self.separators.compactMap {
        CSVLayout(bytes, isWhole: isWhole, separator: $0, isTorn: true)
      }
    }
    // Names and texts may have the other separators, but seldom as many.
    let sure = found.filter(\.isSure)
    let likely = sure.isEmpty ? found : sure
    guard let most = likely.max(by: { $0.columns.count < $1.columns.count }) else { return nil }
    self = likely.first { $0.columns.count == most.columns.count } ?? most
  }

  /// Whether vertical bars separate the columns, which no table that can be read has.
  static func hasBars(_ bytes: [UInt8], isWhole: Bool) -> Bool {
    CSVLayout(bytes, isWhole: isWhole, separator: UInt8(ascii: "|"))?.isSure ?? false
  }

  /// - Parameter isTorn: whether it may be a table of which no row has a cell for each column.
  private init?(_ bytes: [UInt8], isWhole: Bool, separator: UInt8, isTorn: Bool = false) {
    let start = Self.headerStart(bytes)
    let terminator = Self.terminator(bytes[start...])
    (self.separator, self.terminator) = (separator, terminator)
    let rows = Self.rows(of: bytes, isWhole: isWhole, separator, terminator, from: start)
    guard let first = rows.first else { return nil }
    header = Array(bytes[first.range])
    rowsStart = first.next
    let names = CSVTable.cells(of: header, separator: separator).map(Self.trimmed)
    let plain = names.count(where: Self.isPlainName)
    let isPlain = plain == names.count
    guard names.count > 1, names.allSatisfy(Self.isName), names.count(where: { !$0.isEmpty }) > 1,
      names.joined().contains(where: Self.isLetter)
    else { return nil }
    columns = names.map { String(decoding: $0, as: UTF8.self) }
    func fits(_ row: ArraySlice<UInt8>) -> Bool {
      let cells = CSVTable.cells(of: row, separator: separator)
      return cells.count >= names.count && cells[names.count...].allSatisfy(\.isEmpty)
    }
    // A last row without a line break may be torn.
    let sample = rows.dropFirst().filter {
      !$0.range.isEmpty && ($0.range.upperBound < $0.next || fits(bytes[$0.range]))
    }.map { bytes[$0.range] }
    let fitting = sample.count(where: fits)
    let isRegular = !sample.isEmpty && fitting == sample.count
    let isBare = isWhole && rows.dropFirst().allSatisfy(\.range.isEmpty)
    let isUsual = names.count > 2 && plain * 2 >= names.count && isRegular
    // Lines of prose seldom have two commas each.
    let isWide =
      names.count > 2
      && sample.allSatisfy { CSVTable.cells(of: $0, separator: separator).count > 2 }
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
        .map { CSVTable.cells(of: bytes[$0.range], separator: separator).count }
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

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte > 0x7F || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Whether a text can be the name of a column, as forms and spreadsheets have them: `Urgent?`,
  /// `Name & Ort`. Rows of values have numbers and dates, JSON and XML have their signs.
  private static func isName(_ name: [UInt8]) -> Bool {
    name.count <= longestName && !isNumeric(name)
      && name.allSatisfy { $0 >= 0x20 && !"{}\"<>".utf8.contains($0) }
  }

  /// Whether a text can be a number, a date or a time.
  private static func isNumeric(_ name: [UInt8]) -> Bool {
    !name.isEmpty && name.allSatisfy { isDigit($0) || " .,:+-/".utf8.contains($0) }
  }

  /// Whether a name has nothing that lines of prose and logs are full of.
  private static func isPlainName(_ name: [UInt8]) -> Bool {
    name.allSatisfy { isLetter($0) || isDigit($0) || " _.-()/$@#".utf8.contains($0) }
  }
}
