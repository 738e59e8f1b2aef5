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
    case .yaml: "YAML"
    case .jsonSequence: "a JSON text sequence, with a control character before each record"
    case .jsonScalar: "a single JSON value, not records"
    case .zeros: "nothing but zero bytes, as after a crash"
    case .binary: "binary data of an unknown kind"
    case .text: "plain text without JSON"
    }
  }
}
