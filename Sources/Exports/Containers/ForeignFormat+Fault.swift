import ByteText

/// Names the kind of a file that holds no readable records, and what to do with it.
extension ForeignFormat {
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
