package import ByteText
package import SQLite

/// A file of objects beside the exports, such as recipients, marks and what joins look up, read as a
/// whole: JSON, JSON Lines, CSV or SQLite, also gzipped or piped.
package struct ObjectFile: Sendable {
  package let path: String
  let content: Content

  enum Content {
    /// UTF-8 text without a byte order mark.
    case text(SideFileText)
    /// Rows of a table, in text from its first byte.
    case table(SideFileText, CSVTable)
    case database
  }

  /// A database, of which it is known that it is one.
  package init(database path: String) { (self.path, content) = (path, .database) }

  package init(_ text: SideFileText, path: String) { (self.path, content) = (path, .text(text)) }

  package var isDatabase: Bool { if case .database = content { true } else { false } }

  /// How objects are found in a file of each kind.
  package struct Layout {
    package var shape: EntryShape
    /// The columns that may hold JSON.
    package var usage: ColumnUsage
    /// Chooses the tables of a database, with the names that entries tell of them.
    package var tables: (Database) throws -> [(table: ChosenTable, name: String?)]
    /// The folder for a private copy of a database with leftover logs.
    package var temporaryFolder: String

    package init(
      shape: EntryShape, usage: ColumnUsage = ColumnUsage(named: [], nested: []),
      temporaryFolder: String,
      tables: @escaping (Database) throws -> [(table: ChosenTable, name: String?)]
    ) {
      (self.shape, self.usage) = (shape, usage)
      (self.temporaryFolder, self.tables) = (temporaryFolder, tables)
    }
  }

  /// Passes every object to `body`, in the order of the file; a row that is none with its fault.
  ///
  /// - Parameter inspect: looks at an object around others in JSON.
  package func visit(
    _ layout: Layout,
    inspect: (UnsafeRawBufferPointer) throws(Fault) -> Void = { (_) throws(Fault) in },
    _ body: (SideFileEntry) -> Void
  ) throws(Fault) {
    switch content {
    case .text(let text):
      try text.withBytes { (bytes) throws(Fault) in
        var entries = SideFileEntries(bytes, file: path, shape: layout.shape)
        try entries.visit(inspect: inspect, body)
      }
    case .table(let text, let table): try visitRows(of: text, in: table, layout.usage, body)
    case .database: try visitDatabase(layout, body)
    }
  }

  /// Throws if it is a text of nothing but blanks, as after a failed dump.
  package func refuseBlank() throws(Fault) {
    guard case .text(let text) = content,
      text.withBytes({ $0.allSatisfy(JSONScanner.isSpace) })
    else { return }
    throw Fault(
      .unusable, code: "empty", of: path, "the file is empty", advice: "name the right file")
  }

  /// Throws if a text is not UTF-8.
  package func checkUTF8() throws(Fault) {
    switch content {
    case .text(let text), .table(let text, _):
      if let line = text.firstLineNotUTF8 { throw .notUTF8(path, line: line) }
    case .database: break
    }
  }

  /// Passes every row that is not blank to `body`, as JSON. Throws where a quote is never closed: whom
  /// the rest is about is not known.
  private func visitRows(
    of text: SideFileText, in table: CSVTable, _ usage: ColumnUsage, _ body: (SideFileEntry) -> Void
  ) throws(Fault) {
    let rows = CSVRowReader(usage)
    var scanner = RowScanner(table)
    var lines = LineCounter()
    try text.withBytes { (bytes) throws(Fault) in
      while scanner.start < bytes.count {
        let start = scanner.start
        let line = lines.count(in: bytes.bytes, to: start) + 1
        guard let found = scanner.nextRow(in: bytes, isAtEnd: true) else {
          throw .openQuote(path, line: line)
        }
        let row = UnsafeRawBufferPointer(rebasing: bytes[found.range])
        var entry = SideFileEntry(bytes: row, place: Fault.Place(line: line))
        switch rows.record(of: row, in: table) {
        case .record(let json):
          entry.bytes = json
          body(entry)
        case .blank: break
        case .lost(let reason, let column):
          entry.fault = Fault(.unusable, code: "row", reason.words(of: column))
          body(entry)
        }
      }
    }
  }

  private func visitDatabase(_ layout: Layout, _ body: (SideFileEntry) -> Void) throws(Fault) {
    do throws(Fault) {
      let hardened = try HardenedDatabase(path: path, temporaryDirectory: layout.temporaryFolder)
      try hardened.read { database in
        for (table, name) in try layout.tables(database) {
          var number = 0
          try database.forEachRow(of: table, usage: layout.usage) { row, blob in
            number += 1
            var entry = SideFileEntry(bytes: row, place: Fault.Place(record: number), table: name)
            entry.fault = blob.map { .wrongType($0, expected: "a text or number") }
            body(entry)
          }
        }
      }
    } catch { throw error.of(path) }
  }
}
