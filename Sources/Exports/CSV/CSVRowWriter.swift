import ByteText
import CByteWord

/// Writes rows of a table as the JSON objects that a SQLite row with the same values becomes: text
/// values, null for a cell that is empty or says so, JSON where a profile's path goes into a column.
/// For one thread.
///
/// A measured hot loop: a cell's bytes are copied and searched in words of eight at once. With slices of
/// the row, `memchr` and the escapes of `JSONEscape`, reading a table took 43 % more instructions.
final class CSVRowWriter {
  private struct Column {
    /// `,"name":` in `leads`; empty for a column without a name or with that of an earlier one, which
    /// is left out.
    var lead: Range<Int>
    var isNested: Bool
  }

  let table: CSVTable
  private let columns: UnsafeMutableBufferPointer<Column>
  private let leads: UnsafeMutableRawBufferPointer
  private let validator = EmbeddedJSON()

  init(_ table: CSVTable, usage: ColumnUsage) {
    self.table = table
    let usage = usage.collected()
    var leads: [UInt8] = []
    // Of two columns with one name the first counts: that of the table that a join begins with.
    var named = Set<String>()
    let columns = table.columns.map { name in
      let start = leads.count
      if !name.isEmpty, named.insert(name).inserted {
        leads.append(UInt8(ascii: ","))
        name.withRawBytes { JSONEscape.appendRaw($0, to: &leads) }
        leads.append(UInt8(ascii: ":"))
      }
      return Column(lead: start..<leads.count, isNested: usage.isNested(name))
    }
    self.columns = .allocate(capacity: columns.count)
    _ = self.columns.initialize(from: columns)
    self.leads = .allocate(byteCount: leads.count, alignment: 8)
    self.leads.copyBytes(from: leads)
  }

  deinit {
    columns.deallocate()
    leads.deallocate()
  }

  /// Appends the row as an object, if it is one. Eight bytes behind the row are readable.
  func append(_ row: UnsafeRawBufferPointer, to output: SlackBuffer) -> CSVRow {
    guard let source = row.baseAddress, let leads = leads.baseAddress else { return .blank }
    if row.count == table.header.count, table.header.withRawBytes(row.isEqual) { return .blank }
    output.reserve(self.leads.count + columns.count * 8 + row.count * 6 + 16)
    let start = output.base + output.count
    var reader = CellReader(at: source, end: source + row.count, target: start)
    var isBlank = true
    for index in columns.indices {
      let column = columns[index]
      if reader.isDone { return fault(row) }
      let lead = reader.target
      lead.copyMemory(from: leads + column.lead.lowerBound, byteCount: column.lead.count)
      reader.target += column.lead.count
      let cell = reader.at
      switch reader.cell(table.separator) {
      case .empty: break
      case .text:
        isBlank = false
        if column.isNested { nest(cell, &reader, at: lead + column.lead.count) }
      case .open: return fault(row)
      case .torn: return .lost(.textAfterQuote, column: table.name(ofColumn: index))
      }
      if column.lead.isEmpty { reader.target = lead }
    }
    guard reader.isDone || table.mayHaveSpareCells && hasNoMore(reader) else { return fault(row) }
    if isBlank { return .blank }
    return finish(start, reader.target, output: output)
  }

  private func finish(
    _ start: UnsafeMutableRawPointer, _ end: UnsafeMutableRawPointer, output: SlackBuffer
  ) -> CSVRow {
    // The first column's comma, or an object without members.
    start.storeBytes(of: UInt8(ascii: "{"), as: UInt8.self)
    end.storeBytes(of: UInt8(ascii: "}"), as: UInt8.self)
    output.count = end + 1 - output.base
    return .record(UnsafeRawBufferPointer(start: start, count: end + 1 - start))
  }

  /// Whether only empty cells follow the last column's.
  private func hasNoMore(_ reader: CellReader) -> Bool {
    UnsafeRawBufferPointer(start: reader.at, count: reader.end - reader.at)
      .allSatisfy { $0 == table.separator }
  }

  private func fault(_ row: UnsafeRawBufferPointer) -> CSVRow {
    var isQuoted = false
    let cells = CSVTable.cells(of: row, separator: table.separator, isOpen: &isQuoted)
    if isQuoted { return .lost(.openQuote, column: table.name(ofColumn: cells.count - 1)) }
    let isBlank = cells.allSatisfy { $0.allSatisfy(JSONScanner.isSpace) }
    if isBlank { return .blank }
    return .lost(.cellCount(cells.count, columns: table.columns.count), column: nil)
  }

  /// Replaces a cell that was written as a text by its JSON, if it holds an object or array.
  private func nest(
    _ source: UnsafeRawPointer, _ reader: inout CellReader, at target: UnsafeMutableRawPointer
  ) {
    let written = UnsafeRawBufferPointer(start: source, count: reader.at - source)
    let cells = CSVTable.cells(of: written, separator: table.separator)
    guard let text = cells.first, let byte = text.first,
      byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
    else { return }
    text.withUnsafeBytes { json in
      guard validator.isContainer(json), let base = json.baseAddress else { return }
      target.copyMemory(from: base, byteCount: json.count)
      reader.target = target + json.count
    }
  }
}

/// Reads a row cell by cell, and writes each as a JSON string.
private struct CellReader {
  enum Cell {
    case empty, text
    /// The row ends inside quotes.
    case open
    /// Text follows the closing quote.
    case torn
  }

  var at: UnsafeRawPointer
  let end: UnsafeRawPointer
  /// Where the next byte is written; the room is enough for any row.
  var target: UnsafeMutableRawPointer
  var isDone = false

  @inline(__always)
  mutating func cell(_ separator: UInt8) -> Cell {
    let start = target
    put(UInt8(ascii: "\""))
    let isQuoted = at < end && at.load(as: UInt8.self) == UInt8(ascii: "\"")
    if isQuoted {
      at += 1
      guard copyQuoted() else { return .open }
      if at < end, at.load(as: UInt8.self) != separator, hasText(separator) { return .torn }
    }
    copyPlain(separator)
    if at < end { at += 1 } else { isDone = true }
    guard target > start + 1, isQuoted || !isNull(start + 1) else {
      // "null", least significant byte first.
      start.storeBytes(of: UInt32(0x6C6C_756E).littleEndian, as: UInt32.self)
      target = start + 4
      return .empty
    }
    put(UInt8(ascii: "\""))
    return .text
  }

  /// Whether a cell is what `mysql` and `COPY` write for null: `NULL`, or `\N`, whose backslash is escaped.
  @inline(__always)
  private func isNull(_ start: UnsafeMutableRawPointer) -> Bool {
    let text = UnsafeRawBufferPointer(start: start, count: target - start)
    return text.count == 4 && text.elementsEqual("NULL".utf8)
      || text.count == 3 && text.elementsEqual("\\\\N".utf8)
  }

  /// Whether anything but blanks is left of the cell.
  private func hasText(_ separator: UInt8) -> Bool {
    let rest = UnsafeRawBufferPointer(start: at, count: end - at).prefix { $0 != separator }
    return !rest.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  /// Copies up to the separator or the row's end.
  @inline(__always)
  private mutating func copyPlain(_ separator: UInt8) {
    while at < end {
      let word = copyWord()
      guard skip(Self.escaped(word) | word.marks(separator)) else { continue }
      let byte = at.load(as: UInt8.self)
      if byte == separator { return }
      escape(byte)
    }
  }

  /// Copies up to the quote that ends the cell, and passes it; false if there is none.
  @inline(__always)
  private mutating func copyQuoted() -> Bool {
    while at < end {
      guard skip(Self.escaped(copyWord())) else { continue }
      if at.load(as: UInt8.self) == UInt8(ascii: "\"") {
        at += 1
        // A doubled quote stands for one.
        guard at < end, at.load(as: UInt8.self) == UInt8(ascii: "\"") else { return true }
      }
      escape(at.load(as: UInt8.self))
    }
    return false
  }

  /// Copies eight bytes, of which `skip` keeps those before the first mark.
  @inline(__always)
  private func copyWord() -> ByteWord {
    target.copyMemory(from: at, byteCount: 8)
    return ByteWord(at, at: 0)
  }

  /// Passes the bytes before the first mark; returns whether there is one before the row's end.
  @inline(__always)
  private mutating func skip(_ marks: UInt64) -> Bool {
    let length = ByteWord.first(marks)
    let kept = min(length, end - at)
    at += kept
    target += kept
    return kept == length && marks != 0 && at < end
  }

  /// Marks the bytes that JSON escapes: quotes, backslashes, controls.
  @inline(__always)
  private static func escaped(_ word: ByteWord) -> UInt64 {
    word.controls | word.marks(UInt8(ascii: "\"")) | word.marks(UInt8(ascii: "\\"))
  }

  private mutating func escape(_ byte: UInt8) {
    put(UInt8(ascii: "\\"))
    if byte < 0x20 {
      put(UInt8(ascii: "u"))
      put(UInt8(ascii: "0"))
      put(UInt8(ascii: "0"))
      put(UInt8(ascii: "0") + byte >> 4)
      put(byte & 15 < 10 ? UInt8(ascii: "0") + byte & 15 : UInt8(ascii: "a") + byte & 15 - 10)
    } else {
      put(byte)
    }
    at += 1
  }

  @inline(__always)
  private mutating func put(_ byte: UInt8) {
    target.storeBytes(of: byte, as: UInt8.self)
    target += 1
  }
}
