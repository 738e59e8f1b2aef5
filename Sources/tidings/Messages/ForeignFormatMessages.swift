import Exports

/// Names the kind of a file that holds no readable records, and a command that converts it.
enum ForeignFormatSentence {
  /// - Parameters:
  ///   - isExport: whether the file is an export, which may also come through a pipe.
  ///   - gzipped: whether the file is inside a gzip file.
  static func words(
    _ format: ForeignFormat, file: String, isExport: Bool, gzipped: Bool = false
  ) -> (ExitStatus, String, String) {
    let source = ForeignFormatSource(file: file, isExport: isExport, gzipped: gzipped)
    return (.noUsableData, "this is \(name(format))", source.advice(on: format))
  }

  private static func name(_ format: ForeignFormat) -> String {
    switch format {
    case .zip: "a zip archive"
    case .workbook: "a spreadsheet"
    case .zstandard: "compressed with zstd"
    case .xz: "compressed with xz"
    case .lzma: "compressed with lzma"
    case .bzip2: "compressed with bzip2"
    case .sevenZip: "a 7z archive"
    case .rar: "a RAR archive"
    case .lz4: "compressed with lz4"
    case .compress: "compressed with compress"
    case .tar: "a tar archive"
    case .openPGP: "encrypted with OpenPGP"
    case .age: "encrypted with age"
    case .parquet: "a Parquet file"
    case .arrow: "an Arrow file"
    case .orc: "an ORC file"
    case .avro: "an Avro file"
    case .duckDB: "a DuckDB database"
    case .bson: "BSON, as mongodump writes it"
    case .writeAheadLog: "the write-ahead log of a SQLite database"
    case .postgresArchive: "a pg_dump archive"
    case .png: "a PNG picture"
    case .jpeg: "a JPEG picture"
    case .gif: "a GIF picture"
    case .webP: "a WebP picture"
    case .pdf: "a PDF document"
    case .oldOffice: "an old Office document"
    case .richText: "a rich text document"
    case .html: "an HTML page"
    case .xml: "XML"
    case .propertyList, .binaryPropertyList: "a property list"
    case .mysqlDump: "a MySQL or MariaDB dump"
    case .postgresDump: "a PostgreSQL dump"
    case .sqliteDump: "an SQLite dump"
    case .sql: "SQL"
    case .gitLFS: "a Git LFS pointer, not the file itself"
    case .csv: "CSV"
    case .tsv: "tab-separated values"
    case .semicolons: "CSV with semicolons"
    case .bars: "a table with vertical bars between its columns"
    case .headlessTable: "a table without a header line"
    case .yaml: "YAML"
    case .jsonSequence: "a JSON text sequence, with a control character before each record"
    case .jsonScalar: "a single JSON value, not records"
    case .zeros: "nothing but zero bytes, as after a crash"
    case .binary: "binary data of an unknown kind"
    case .text: "plain text without JSON"
    }
  }
}

/// What to do with a file that holds no readable records.
struct ForeignFormatSource {
  let file: String
  let isExport: Bool
  let gzipped: Bool

  private enum Way {
    /// A command that reads standard input and writes the contents.
    case filter(String)
    /// A command that takes the file's name and writes the contents.
    case program(String)
    /// A command that reads standard input and creates a database.
    case database(String)
    case words(String)
  }

  func advice(on format: ForeignFormat) -> String {
    switch way(of: format) {
    case .words(let words): words
    case .database(let command): "try: " + piped(into: command)
    case .filter(let command): "try: " + piped(into: command) + output
    case .program(let command): "try: " + command + output
    }
  }

  private var output: String { isExport ? " | tidings … -" : " > recipients.json" }

  /// A pipeline that gives a command the file's bytes.
  private func piped(into command: String) -> String {
    if file == "-" { return "… | " + (gzipped ? "gzip -dc | " : "") + command }
    return gzipped
      ? "gzip -dc < \(Self.quoted(file)) | \(command)" : "\(command) < \(Self.quoted(file))"
  }

  private func way(of format: ForeignFormat) -> Way {
    let name = file == "-" ? "FILE" : Self.quoted(file)
    return switch format {
    case .zip: .program("unzip -p \(name)")
    case .sevenZip: .program("7z x -so \(name)")
    case .rar: .program("unrar p -inul \(name)")
    case .zstandard: .filter("zstd -dc")
    case .xz: .filter("xz -dc")
    case .lzma: .filter("xz -dc --format=lzma")
    case .bzip2: .filter("bzip2 -dc")
    case .lz4: .filter("lz4 -dc")
    case .compress: .filter("gzip -dc")
    case .tar: .filter("tar -xO")
    case .openPGP: .filter("gpg -d")
    case .age: .filter("age -d")
    case .bson: .filter("bsondump")
    case .parquet: .program("duckdb -jsonlines -c \"FROM read_parquet('FILE')\"")
    case .duckDB: .program("duckdb -readonly -jsonlines \(name) -c 'FROM notifications'")
    case .binaryPropertyList, .propertyList:
      .filter(Self.python("json, plistlib", "plistlib.load(sys.stdin.buffer)"))
    case .yaml: .filter(Self.python("json, yaml", "yaml.safe_load(sys.stdin)"))
    case .jsonSequence: .filter("tr -d '\\036'")
    case .sqliteDump: .database("sqlite3 notifications.db")
    case .mysqlDump, .postgresDump, .postgresArchive, .sql, .arrow, .orc, .avro, .writeAheadLog,
      .workbook, .oldOffice, .xml, .html, .gitLFS, .png, .jpeg, .gif, .webP, .pdf, .richText,
      .jsonScalar, .zeros, .binary, .text, .csv, .semicolons, .tsv, .bars,
      .headlessTable:
      .words(words(on: format))
    }
  }

  private func words(on format: ForeignFormat) -> String {
    switch format {
    case .postgresDump, .postgresArchive:
      "load it, then try: psql -Atc 'SELECT row_to_json(n) FROM notifications n' | tidings … -"
    case .writeAheadLog: "name its database instead: the file without -wal"
    case .gitLFS: "try: git lfs pull"
    case .jsonScalar:
      "an API often answers like this when it fails: fetch the export with curl --fail"
    case .html: "such a page is often a login form or an error: fetch the export with curl --fail"
    case .workbook, .oldOffice: "save the sheet as CSV and name that file"
    case .mysqlDump, .sql: "load it into its database and export the table as CSV or JSON Lines"
    case .csv, .tsv, .semicolons:
      isExport
        ? "export it with rows, and draft a profile of your own with tidings profiles draft"
        : "name a JSON or JSON Lines file"
    case .bars: "separate the columns by commas, semicolons or tabs"
    case .headlessTable:
      "its first line must name the columns, as psql --csv (without -t) and sqlite3 -header -csv write it"
    default: "name a JSON, JSON Lines, CSV or SQLite file"
    }
  }

  private static func python(_ modules: String, _ value: String) -> String {
    "python3 -c 'import sys, \(modules); json.dump(\(value), sys.stdout, default=str)'"
  }

  /// A file's name, quoted for a shell if needed.
  private static func quoted(_ file: String) -> String {
    let isPlain = file.utf8.allSatisfy {
      ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z")
        || $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") || "/._-+,:@%".utf8.contains($0)
    }
    if isPlain { return file }
    return "'"
      + file.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }
}
