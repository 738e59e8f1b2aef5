import ByteText

/// The format of a file without readable records, by its first bytes.
///
/// One table for exports, recipients, marks and lists of addresses: a known format is refused by
/// name instead of being read as damaged lines of JSON.
package enum ForeignFormat: String, CaseIterable, Sendable {
  // Compressed or packed.
  case zip, workbook, zstandard, xz, lzma, bzip2, sevenZip, rar, lz4, compress, tar
  // Encrypted.
  case openPGP, age
  // Tables and databases of others.
  case parquet, arrow, orc, avro, duckDB, bson, writeAheadLog, postgresArchive
  // Documents and pictures.
  case png, jpeg, gif, webP, pdf, oldOffice, richText, html
  // Text of other kinds.
  case xml, propertyList, binaryPropertyList, mysqlDump, postgresDump, sqliteDump, sql
  case gitLFS, csv, tsv, semicolons, bars, yaml
  /// Rows of a table without the names of its columns.
  case headlessTable
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
    let known = Self.signatures.first { $0.fits(head) && !(isJSON && $0.offset > 0) }
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
  static func table(
    head: [UInt8], isHeader: (CSVLayout) -> Bool = { _ in false }
  ) -> CSVLayout? {
    guard let layout = CSVLayout(head, isWhole: head.count < headLength) else { return nil }
    if layout.isCertain || !layout.isSure && isHeader(layout) { return layout }
    // Damaged first lines of JSON or SQL may look like a header.
    switch ForeignFormat(head: head) {
    case .csv, .tsv, .semicolons, .text: return layout.isSure ? layout : nil
    default: return nil
    }
  }

  /// The kind of a table that can be read.
  init(_ layout: CSVLayout) {
    switch layout.separator {
    case UInt8(ascii: "\t"): self = .tsv
    case UInt8(ascii: ";"): self = .semicolons
    default: self = .csv
    }
  }

  private static func beginsAsJSON(_ head: [UInt8]) -> Bool {
    let text = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head[3...] : head[...]
    return text.first { !JSONScanner.isSpace($0) }.map { "{[".utf8.contains($0) } ?? false
  }

  private struct Signature {
    let format: ForeignFormat
    let bytes: [UInt8]
    var offset = 0

    func fits(_ head: [UInt8]) -> Bool { head.dropFirst(offset).starts(with: bytes) }
  }

  private static func signature(
    _ format: ForeignFormat, _ text: String, at offset: Int = 0
  ) -> Signature {
    Signature(format: format, bytes: Array(text.utf8), offset: offset)
  }

  private static let signatures =
    packed + tables + [
      Signature(format: .png, bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
      Signature(format: .jpeg, bytes: [0xFF, 0xD8, 0xFF]),
      signature(.gif, "GIF8"), signature(.webP, "WEBP", at: 8), signature(.pdf, "%PDF-"),
      Signature(format: .oldOffice, bytes: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]),
      signature(.richText, "{\\rtf"), signature(.binaryPropertyList, "bplist0"),
    ]

  private static let packed = [
    signature(.zip, "PK\u{3}\u{4}"), signature(.zip, "PK\u{5}\u{6}"),
    signature(.zip, "PK\u{7}\u{8}"),
    Signature(format: .zstandard, bytes: [0x28, 0xB5, 0x2F, 0xFD]),
    Signature(format: .xz, bytes: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]),
    Signature(format: .lzma, bytes: [0x5D, 0x00, 0x00]),
    signature(.bzip2, "1AY&SY", at: 4),
    Signature(format: .sevenZip, bytes: [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
    signature(.rar, "Rar!\u{1A}\u{7}"),
    Signature(format: .lz4, bytes: [0x04, 0x22, 0x4D, 0x18]),
    Signature(format: .compress, bytes: [0x1F, 0x9D]),
    signature(.tar, "ustar", at: 257),
    signature(.openPGP, "-----BEGIN PGP MESSAGE-----"), signature(.age, "age-encryption.org/"),
    signature(.age, "-----BEGIN AGE ENCRYPTED FILE-----"),
  ]

  private static let tables = [
    signature(.parquet, "PAR1"), signature(.arrow, "ARROW1"), signature(.orc, "ORC"),
    signature(.avro, "Obj\u{1}"), signature(.duckDB, "DUCK", at: 8),
    Signature(format: .writeAheadLog, bytes: [0x37, 0x7F, 0x06, 0x82]),
    Signature(format: .writeAheadLog, bytes: [0x37, 0x7F, 0x06, 0x83]),
    signature(.postgresArchive, "PGDMP"),
    // A document's length, then its first element, an ObjectId of the name `_id`.
    signature(.bson, "\u{7}_id\0", at: 4),
  ]

  /// The first files of a package of Office Open XML or OpenDocument.
  private static func isWorkbook(_ head: [UInt8]) -> Bool {
    let first = ["[Content_Types].xml", "xl/", "_rels/", "docProps/"]
    // A local file header has its name at 30 (APPNOTE.TXT 4.3.7).
    let name = head.dropFirst(30).prefix(80)
    return first.contains { name.starts(with: $0.utf8) }
      || name.starts(with: "mimetypeapplication/vnd.oasis.opendocument.spreadsheet".utf8)
  }
}

extension ForeignFormat {
  /// Whether none of its lines is text; a list of addresses may be of any other kind.
  package var isNoText: Bool {
    switch self {
    case .zip, .workbook, .zstandard, .xz, .lzma, .bzip2, .sevenZip, .rar, .lz4, .compress, .tar,
      .openPGP, .age, .parquet, .arrow, .orc, .avro, .duckDB, .bson, .writeAheadLog,
      .postgresArchive, .png, .jpeg, .gif, .webP, .pdf, .oldOffice, .richText, .html,
      .binaryPropertyList, .propertyList, .mysqlDump, .postgresDump, .sqliteDump, .gitLFS,
      .zeros, .binary:
      true
    // An address in angle brackets begins as XML does.
    case .xml, .sql, .csv, .tsv, .semicolons, .bars, .headlessTable, .yaml, .jsonSequence,
      .jsonScalar,
      .text:
      false
    }
  }
}
