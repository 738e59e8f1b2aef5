/// Addresses that are never mailed.
///
/// One address a line. Empty lines count for nothing, nor does what follows a `#` at the beginning
/// of a line or behind a blank. Of a CSV file the first column counts, whether it is divided by
/// commas, semicolons or tabs, and a first line without `@` is its heading.
public struct SuppressionList: Sendable {
  /// The first of the lines that are no address, and why: whoever stands there may be mailed.
  public private(set) var rejects: [CompanionReject] = []
  public private(set) var rejectedCount = 0

  private var addresses = ByteTable()
  private let keys: AddressKeys

  /// More rejects than these are only counted.
  static let rejectLimit = 1_000

  /// A list that holds nobody.
  public init() { keys = .asWritten }

  /// Reads the list in the file at `path`.
  public init(path: String, keys: AddressKeys) throws(CompanionError) {
    self.init(try CompanionFile.text(of: path, refuses: \.isNoText), file: path, keys: keys)
    if addresses.count == 0, rejectedCount > 0 {
      throw CompanionError(file: path, reason: .noAddresses)
    }
  }

  init(_ text: CompanionText, file: String, keys: AddressKeys) {
    self.keys = keys
    text.withBytes { bytes in
      var start = 0
      var line = 0
      while start < bytes.count {
        let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
        line += 1
        read(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), line: line, file: file)
        start = end + 1
      }
    }
  }

  /// How many addresses there are.
  public var count: Int { addresses.count }

  public func contains(_ address: String) -> Bool {
    guard addresses.count > 0 else { return false }
    return keys.key(address).withUnsafeBytes { addresses.number(of: $0) } != nil
  }

  private mutating func read(_ line: UnsafeRawBufferPointer, line number: Int, file: String) {
    let column = SuppressionLine.address(in: line)
    if column.isEmpty { return }
    guard SuppressionLine.isAddress(column) else {
      let isHeading = number == 1 && !column.contains(UInt8(ascii: "@"))
      if !isHeading { reject(column, line: number, file: file) }
      return
    }
    keys.key(column).withUnsafeBytes { _ = addresses.add($0) }
  }

  private mutating func reject(_ column: UnsafeRawBufferPointer, line: Int, file: String) {
    rejectedCount += 1
    guard rejects.count < Self.rejectLimit else { return }
    let fault = FieldFault.malformed(
      "address", String(decoding: column.prefix(64), as: UTF8.self), expected: "an address")
    rejects.append(CompanionReject(file: file, place: .line(line), fault: fault))
  }
}

/// What a line of a suppression list says.
enum SuppressionLine {
  /// The address of the first column, also where a name stands before it in the way of mails
  /// (`Vic <vic@example.org>`) or a dot behind it; empty for a comment.
  static func address(in line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var column = self.column(of: line)
    if column.last == UInt8(ascii: ">"), let open = column.lastIndex(of: UInt8(ascii: "<")) {
      column = UnsafeRawBufferPointer(rebasing: column[(open + 1)..<(column.count - 1)])
    }
    if column.last == UInt8(ascii: "."), column.contains(UInt8(ascii: "@")) {
      column = UnsafeRawBufferPointer(rebasing: column.dropLast())
    }
    return ASCII.trimmed(column)
  }

  /// The first column without its quotes.
  private static func column(of line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let text = ASCII.trimmed(withoutComment(line))
    if text.first == UInt8(ascii: "\""), let quoted = quotedColumn(text) { return quoted }
    let end = text.firstIndex { isSeparator($0) } ?? text.count
    return ASCII.trimmed(UnsafeRawBufferPointer(rebasing: text[..<end]))
  }

  /// Something before an `@`, something behind it, and nothing that no address has.
  static func isAddress(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let at = text.lastIndex(of: UInt8(ascii: "@")), at > 0, at < text.count - 1 else {
      return false
    }
    return !text.contains {
      $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">")
    }
  }

  private static func withoutComment(_ line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    // A `#` inside an address is one of its letters.
    let hash = line.indices.first {
      line[$0] == UInt8(ascii: "#") && ($0 == 0 || ASCII.isBlank(line[$0 - 1]))
    }
    return UnsafeRawBufferPointer(rebasing: line[..<(hash ?? line.count)])
  }

  /// A column in quotes (RFC 4180 section 2); nil where the quotes are those of a local part.
  private static func quotedColumn(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard let end = text.dropFirst().firstIndex(of: UInt8(ascii: "\"")),
      end + 1 == text.count || isSeparator(text[end + 1])
    else { return nil }
    return ASCII.trimmed(UnsafeRawBufferPointer(rebasing: text[1..<end]))
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte == 0x09
  }
}
