import ByteText

/// Names the kind of a file that holds no readable records, and a command that converts it.
extension ForeignFormat {
  /// - Parameters:
  ///   - isExport: whether the file is an export, which may also come through a pipe.
  ///   - gzipped: whether the file is inside a gzip file.
  func fault(of file: String, isExport: Bool, gzipped: Bool = false) -> Fault {
    let source = ForeignFormatSource(file: file, isExport: isExport, gzipped: gzipped)
    // Whoever names a job's file as an export means the job.
    let job = self == .yaml && isExport ? "; a configuration file is named with --config" : ""
    return Fault(
      .unusable, code: rawValue, of: file, "this is \(name)\(job)", advice: source.advice(on: self))
  }

  private var name: String {
    switch self {
    case .zip: "a zip archive"
    case .workbook: "a spreadsheet"
    case .zstandard: "compressed with zstd"
    case .xz: "compressed with xz"
    case .bzip2: "compressed with bzip2"
    case .tar: "a tar archive"
    case .parquet: "a Parquet file"
    case .picture: "a picture"
    case .pdf: "a PDF document"
    case .html: "an HTML page"
    case .xml: "XML"
    case .sql: "a dump of a database, in SQL"
    case .csv: "a table without rows"
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
    case words(String)
  }

  func advice(on format: ForeignFormat) -> String {
    switch way(of: format) {
    case .words(let words): words
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
    case .zstandard: .filter("zstd -dc")
    case .xz: .filter("xz -dc")
    case .bzip2: .filter("bzip2 -dc")
    case .tar: .filter("tar -xO")
    case .parquet: .program("duckdb -jsonlines -c \"FROM read_parquet('FILE')\"")
    case .yaml:
      .filter(
        "python3 -c 'import sys, json, yaml; json.dump(yaml.safe_load(sys.stdin), sys.stdout, default=str)'"
      )
    case .jsonSequence: .filter("tr -d '\\036'")
    case .jsonScalar:
      .words("an API often answers like this when it fails: fetch the export with curl --fail")
    case .html:
      .words("such a page is often a login form or an error: fetch the export with curl --fail")
    case .workbook: .words("save the sheet as CSV and name that file")
    case .sql: .words("load it into its database and export the table as CSV or JSON Lines")
    case .csv:
      .words(
        isExport
          ? "export it with rows, and draft a profile of your own with tidings profiles draft"
          : "name a JSON or JSON Lines file")
    case .bars: .words("separate the columns by commas, semicolons or tabs")
    case .headlessTable:
      .words(
        "its first line must name the columns, as psql --csv (without -t) and sqlite3 -header -csv write it"
      )
    case .xml, .picture, .pdf, .zeros, .binary, .text:
      .words("name a JSON, JSON Lines, CSV or SQLite file")
    }
  }

  /// A file's name, quoted for a shell if needed.
  static func quoted(_ file: String) -> String {
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
