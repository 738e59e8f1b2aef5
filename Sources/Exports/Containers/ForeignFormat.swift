import ByteText

/// The format of a file without readable records, by its first bytes.
///
/// One table for exports, recipients, marks and lists of addresses: a known format is refused by
/// name instead of being read as damaged lines of JSON.
package enum ForeignFormat: String, CaseIterable, Sendable {
  case zip, workbook, zstandard, xz, bzip2, tar, parquet, picture, pdf
  case html, xml, sql, csv, bars, yaml
  /// Rows of a table without the names of its columns.
  case headlessTable
  /// A table below a title or a comment.
  case titledTable
  /// Objects with a record separator before each (RFC 7464).
  case jsonSequence
  /// A single text, number or word of JSON, such as an error.
  case jsonScalar
  /// Only zero bytes, as a crash leaves a file that was not written yet.
  case zeros
  case binary, text

  /// The number of bytes that are examined.
  static let headLength = 1 << 16

  /// The format of a file that begins with `head`, or is `head` if that is shorter than
  /// `headLength`; nil if it may be readable, even if only some of it looks like JSON.
  init?(head: [UInt8]) {
    // JSON may have any text at any offset.
    let isJSON = Self.beginsAsJSON(head)
    let known = Self.signatures.first {
      head.dropFirst($0.offset).starts(with: $0.bytes) && !(isJSON && $0.offset > 0)
    }
    if let known {
      self = known.format == .zip && Self.isWorkbook(head) ? .workbook : known.format
      return
    }
    if head.isEmpty || ContainerFormat.beginning(of: head) != .text { return nil }
    let text = ForeignText(head)
    if let format = text.declared {
      self = format
    } else if text.isSequence {
      self = .jsonSequence
    } else if text.holdsJSON || text.isBlank {
      return nil
    } else if text.isBinary {
      self = head.allSatisfy { $0 == 0 } ? .zeros : .binary
    } else {
      self = text.shape
    }
  }

  /// The table in a text file that begins with `head`; nil if that is no table.
  ///
  /// - Parameter isHeader: whether a file of only a header is a table whatever its names are.
  static func table(head: [UInt8], isHeader: (CSVTable) -> Bool = { _ in false }) -> CSVTable? {
    guard let table = CSVTable.found(in: head, isWhole: head.count < headLength) else { return nil }
    if table.isCertain || !table.isSure && isHeader(table) { return table }
    // Damaged first lines of JSON or SQL may look like a header.
    switch ForeignFormat(head: head) {
    case .csv, .text: return table.isSure ? table : nil
    default: return nil
    }
  }

  private static func beginsAsJSON(_ head: [UInt8]) -> Bool {
    let text = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head[3...] : head[...]
    return text.first { !JSONScanner.isSpace($0) }.map { "{[".utf8.contains($0) } ?? false
  }

  private static let signatures: [(format: ForeignFormat, bytes: [UInt8], offset: Int)] = [
    (.zip, Array("PK\u{3}\u{4}".utf8), 0), (.zip, Array("PK\u{5}\u{6}".utf8), 0),
    (.zip, Array("PK\u{7}\u{8}".utf8), 0), (.zstandard, [0x28, 0xB5, 0x2F, 0xFD], 0),
    (.xz, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], 0), (.bzip2, Array("1AY&SY".utf8), 4),
    (.tar, Array("ustar".utf8), 257), (.parquet, Array("PAR1".utf8), 0),
    (.pdf, Array("%PDF-".utf8), 0),
    (.picture, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], 0),
    (.picture, [0xFF, 0xD8, 0xFF], 0), (.picture, Array("GIF8".utf8), 0),
    (.picture, Array("WEBP".utf8), 8), (.sql, Array("PGDMP".utf8), 0),
  ]

  /// The first files of a package of Office Open XML or OpenDocument.
  private static func isWorkbook(_ head: [UInt8]) -> Bool {
    let first = ["[Content_Types].xml", "xl/", "_rels/", "docProps/"]
    // A local file header has its name at 30 (APPNOTE.TXT 4.3.7).
    let name = head.dropFirst(30).prefix(80)
    return first.contains { name.starts(with: $0.utf8) }
      || name.starts(with: "mimetypeapplication/vnd.oasis.opendocument.spreadsheet".utf8)
  }

  // MARK: What is said of it

  /// The fault of a file of this format: what it is, and what to do with it.
  ///
  /// - Parameters:
  ///   - isExport: whether the file is an export, which may also come through a pipe.
  ///   - gzipped: whether the file is inside a gzip file.
  func fault(of file: String, isExport: Bool, gzipped: Bool = false) -> Fault {
    // Whoever names a job's file as an export means the job.
    let job = self == .yaml && isExport ? "; a configuration file is named with --config" : ""
    let name = file == "-" ? "FILE" : Self.quoted(file)
    let output = isExport ? " | tidings … -" : " > recipients.json"
    let advice =
      switch row.way {
      case .words(let words): words
      case .program(let command): "try: " + command.replacing("NAME", with: name) + output
      case .filter(let command) where file == "-":
        "try: … | " + (gzipped ? "gzip -dc | " : "") + command + output
      case .filter(let command) where gzipped: "try: gzip -dc < \(name) | \(command)" + output
      case .filter(let command): "try: \(command) < \(name)" + output
      case .rows where isExport:
        "export it with rows, and draft a profile of your own with tidings profiles draft"
      case .rows: "name a JSON or JSON Lines file"
      }
    return Fault(.unusable, code: rawValue, of: file, "this is \(row.name)\(job)", advice: advice)
  }

  /// Whether none of its lines is text; a list of addresses may be of any other kind.
  package var isNoText: Bool { !row.isText }

  private enum Way {
    /// A command that reads standard input and writes the contents.
    case filter(String)
    /// A command that takes the file's name and writes the contents.
    case program(String)
    case words(String)
    /// Rows, which it has none of.
    case rows

    static let other = words("name a JSON, JSON Lines, CSV or SQLite file")
  }

  private var row: (name: String, way: Way, isText: Bool) {
    switch self {
    case .zip: ("a zip archive", .program("unzip -p NAME"), false)
    case .workbook: ("a spreadsheet", .words("save the sheet as CSV and name that file"), false)
    case .zstandard: ("compressed with zstd", .filter("zstd -dc"), false)
    case .xz: ("compressed with xz", .filter("xz -dc"), false)
    case .bzip2: ("compressed with bzip2", .filter("bzip2 -dc"), false)
    case .tar: ("a tar archive", .filter("tar -xO"), false)
    case .parquet:
      ("a Parquet file", .program("duckdb -jsonlines -c \"FROM read_parquet('FILE')\""), false)
    case .picture: ("a picture", .other, false)
    case .pdf: ("a PDF document", .other, false)
    case .html:
      (
        "an HTML page",
        .words("such a page is often a login form or an error: fetch the export with curl --fail"),
        false
      )
    // An address in angle brackets begins as XML does.
    case .xml: ("XML", .other, true)
    case .sql:
      (
        "a dump of a database, in SQL",
        .words("load it into its database and export the table as CSV or JSON Lines"), true
      )
    case .csv: ("a table without rows", .rows, true)
    case .bars:
      (
        "a table with vertical bars between its columns",
        .words("separate the columns by commas, semicolons or tabs"), true
      )
    case .headlessTable:
      (
        "a table without a header line",
        .words(
          "its first line must name the columns, as psql --csv (without -t) and sqlite3 -header -csv write it"
        ), true
      )
    case .titledTable:
      (
        "a table with another line above the names of its columns",
        .words("delete what is above them, as tail -n +2 does for one line"), true
      )
    case .yaml:
      (
        "YAML",
        .filter(
          "python3 -c 'import sys, json, yaml; json.dump(yaml.safe_load(sys.stdin), sys.stdout, default=str)'"
        ), true
      )
    case .jsonSequence:
      (
        "a JSON text sequence, with a control character before each record",
        .filter("tr -d '\\036'"), true
      )
    case .jsonScalar:
      (
        "a single JSON value, not records",
        .words("an API often answers like this when it fails: fetch the export with curl --fail"),
        true
      )
    case .zeros: ("nothing but zero bytes, as after a crash", .other, false)
    case .binary: ("binary data of an unknown kind", .other, false)
    case .text: ("plain text without JSON", .other, true)
    }
  }

  /// A file's name, quoted for a shell if needed.
  static func quoted(_ file: String) -> String {
    if file.utf8.allSatisfy({ $0.isASCIILetterOrDigit || "/._-+,:@%".utf8.contains($0) }) {
      return file
    }
    return "'" + file.replacing("'", with: "'\\''") + "'"
  }
}
