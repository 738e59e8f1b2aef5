import ByteText

/// Tells the format of a text that is not JSON, by its first lines.
struct ForeignText {
  private let bytes: ArraySlice<UInt8>
  /// The first lines without their ends; the last one may be truncated.
  private let lines: [ArraySlice<UInt8>]

  private static let mostLines = 1_000

  init(_ head: [UInt8]) {
    bytes = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
    lines = bytes.split(maxSplits: Self.mostLines, omittingEmptySubsequences: true) {
      $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
    }
  }

  var isBlank: Bool { bytes.allSatisfy(JSONScanner.isSpace) }

  /// Whether it has bytes that no text has.
  var isBinary: Bool {
    bytes.contains { $0 < 0x20 && !JSONScanner.isSpace($0) && $0 != 0x0C && $0 != 0x1B }
  }

  // MARK: JSON

  /// Whether JSON seems to begin or continue at a line: damaged first lines hide no later ones.
  var holdsJSON: Bool {
    let start = Self.trimmed(bytes)
    // The first line tells it of nearly every file; a damaged array is searched to its end.
    return start.first == UInt8(ascii: "{") || lines.contains { isJSON(Self.trimmed($0)) }
      || isArray(start) || isDamagedArray(start)
  }

  /// Whether a record separator precedes the first object, as in RFC 7464.
  var isSequence: Bool {
    let start = Self.trimmed(bytes)
    guard start.first == 0x1E else { return false }
    return Self.trimmed(start.dropFirst()).first.map { "{[".utf8.contains($0) } ?? false
  }

  /// Whether all of it is one value that is neither an object nor an array.
  private var isScalar: Bool {
    bytes.withUnsafeBytes { bytes in
      let reader = ShapeReader(bytes: bytes, names: EnvelopeNames([]))
      let start = reader.skippingSpace(0)
      guard start < bytes.count else { return false }
      let end = bytes[start] == UInt8(ascii: "\"") ? reader.stringEnd(from: start + 1) : nil
      if let end { return reader.skippingSpace(end) == bytes.count }
      let word = bytes[start...].prefix { !JSONScanner.isSpace($0) }
      return Self.isScalar(word) && reader.skippingSpace(word.endIndex) == bytes.count
    }
  }

  /// Whether a word is a literal, or has only signs of numbers.
  private static func isScalar(_ word: some Collection<UInt8>) -> Bool {
    ["true", "false", "null"].contains { word.elementsEqual($0.utf8) }
      || word.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
  }

  /// Whether a text begins like an array of numbers or literals; a line of a log may begin with a
  /// time in brackets.
  private func isArray(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.first == UInt8(ascii: "[") else { return false }
    let value = Self.trimmed(text.dropFirst())
    let scalar = value.prefix { !JSONScanner.endsScalar($0) }
    let next = Self.trimmed(value[scalar.endIndex...]).first
    return !scalar.isEmpty && Self.isScalar(scalar)
      && (next == nil || next == UInt8(ascii: ",") || next == UInt8(ascii: "]"))
  }

  /// Whether records follow a bracket, with anything between them.
  private func isDamagedArray(_ text: ArraySlice<UInt8>) -> Bool {
    text.first == UInt8(ascii: "[")
      && (text.firstRange(of: Array(",{\"".utf8)) ?? text.firstRange(of: Array("[{\"".utf8))) != nil
  }

  private func isJSON(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first else { return false }
    let rest = Self.trimmed(line.dropFirst())
    switch first {
    case UInt8(ascii: "{"):
      // Two quotes are a cell's, unless the key is empty.
      return rest.first == UInt8(ascii: "}")
        || rest.first == UInt8(ascii: "\"")
          && !(rest.starts(with: "\"\"".utf8) && rest.count > 2
            && rest[rest.startIndex + 2] != UInt8(ascii: ":"))
    case UInt8(ascii: "["):
      return rest.isEmpty || "{[],\"".utf8.contains(rest[rest.startIndex])
    case UInt8(ascii: "\""):
      guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { return false }
      return Self.trimmed(rest[(end + 1)...]).first == UInt8(ascii: ":")
    default: return false
    }
  }

  // MARK: What says what it is

  var declared: ForeignFormat? {
    let text = Self.trimmed(bytes)
    func begins(_ words: String...) -> Bool {
      words.contains { word in
        text.count >= word.utf8.count
          && zip(text, word.utf8).allSatisfy { ($0 | 0x20) == ($1 | 0x20) }
      }
    }
    if begins("<!doctype html", "<html", "<head", "<body") { return .html }
    if begins("<?xml") {
      return text.prefix(1_024).firstRange(of: Array("<html".utf8)) != nil ? .html : .xml
    }
    if begins("<rss", "<feed", "<!doctype plist", "<plist") { return .xml }
    let dumps = begins(
      "-- MySQL dump", "-- MariaDB dump", "/*M!", "/*!40", "--\n-- PostgreSQL database",
      "--\r\n-- PostgreSQL database", "PRAGMA foreign_keys=")
    return dumps ? .sql : nil
  }

  var shape: ForeignFormat {
    let first = lines.first { !Self.trimmed($0).isEmpty } ?? []
    let start = Self.trimmed(first)
    if isScalar { return .jsonScalar }
    if start.first == UInt8(ascii: "<") { return .xml }
    if Self.isSQL(start) { return .sql }
    let isWhole = bytes.count < ForeignFormat.headLength
    if CSVTable.found(in: Array(bytes), isWhole: isWhole)?.isSure == true { return .csv }
    if CSVTable.isBelowTitle(Array(bytes), isWhole: isWhole) { return .titledTable }
    if isYAML { return .yaml }
    if CSVTable.hasBars(Array(bytes), isWhole: isWhole) { return .bars }
    return CSVTable.areRows(Array(bytes), isWhole: isWhole) ? .headlessTable : .text
  }

  private static func isSQL(_ line: ArraySlice<UInt8>) -> Bool {
    let words = String(decoding: line.prefix(16), as: UTF8.self).uppercased()
    return ["INSERT INTO", "CREATE TABLE", "DROP TABLE", "BEGIN;", "SET ", "COPY ", "BEGIN TRANS"]
      .contains { words.hasPrefix($0) }
  }

  private static func isColumn(_ field: ArraySlice<UInt8>) -> Bool {
    let name = field.filter { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\r") }
    return name.count <= 64
      && name.allSatisfy {
        $0 > 0x7F || ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z")
          || $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") || " _.-".utf8.contains($0)
      }
  }

  /// Whether the first lines that are not blank or comments are keys or items of a list.
  private var isYAML: Bool {
    let said = lines.map(Self.trimmed).filter {
      !$0.isEmpty && $0.first != UInt8(ascii: "#") && $0.first != UInt8(ascii: "%")
    }
    guard let first = said.first else { return false }
    if first.elementsEqual("---".utf8) { return true }
    let line = first.starts(with: "- ".utf8) ? first.dropFirst(2) : first
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else {
      return false
    }
    let isKey = Self.isColumn(line[..<colon]) && !line[..<colon].contains(0x20)
    return isKey && (colon + 1 == line.endIndex || line[colon + 1] == 0x20)
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    text.drop(while: JSONScanner.isSpace)
  }
}
