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
}
