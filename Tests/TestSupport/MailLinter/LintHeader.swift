/// A header field as found: its first line, and its value unfolded.
struct LintField {
  var line: Int
  var name: LintFieldName
  var value: [UInt8]

  var text: String { String(decoding: value, as: UTF8.self) }
}

/// The header of a message or of a part, and the lines after it.
struct LintHeader {
  /// The length that a line with a blank to fold at must not exceed (RFC 2047 section 2).
  private static let preferredLineLength = 76

  private(set) var fields: [LintField] = []
  private(set) var lines: ArraySlice<LintLine>
  /// The lines after the empty one.
  private(set) var body: ArraySlice<LintLine>

  init(_ all: ArraySlice<LintLine>, _ report: inout LintReport) {
    let end = all.firstIndex { $0.bytes.isEmpty } ?? all.endIndex
    lines = all[..<end]
    body = all[min(end + 1, all.endIndex)...]
    for line in lines {
      if let first = line.bytes.first, first == ASCII.space || first == ASCII.tab {
        continueField(with: line, &report)
      } else {
        beginField(with: line, &report)
      }
    }
    for index in fields.indices { fields[index].value = Self.trimmed(fields[index].value) }
  }

  func first(_ name: LintFieldName) -> LintField? { fields.first { $0.name == name } }

  private mutating func beginField(with line: LintLine, _ report: inout LintReport) {
    guard let colon = line.bytes.firstIndex(of: ASCII.colon),
      let name = LintFieldName(String(decoding: line.bytes[..<colon], as: UTF8.self))
    else {
      report.add(.malformedField, line: line.number, line.text)
      return
    }
    let value = Array(line.bytes[(colon + 1)...])
    fields.append(LintField(line: line.number, name: name, value: value))
  }

  private mutating func continueField(with line: LintLine, _ report: inout LintReport) {
    if fields.isEmpty { report.add(.malformedField, line: line.number, line.text) }
    guard !fields.isEmpty else { return }
    fields[fields.count - 1].value.append(contentsOf: line.bytes)
  }

  /// Controls, blank lines and lines that could have been folded.
  mutating func checkLines(_ report: inout LintReport) {
    for line in lines {
      if line.bytes.contains(where: { $0.isASCIIControl && $0 != ASCII.tab && $0 != ASCII.cr }) {
        report.add(.controlInHeader, line: line.number)
      }
      if line.bytes.allSatisfy({ $0 == ASCII.space || $0 == ASCII.tab }) {
        report.add(.blankFoldedLine, line: line.number)
      }
      if line.bytes.count > Self.preferredLineLength, Self.couldFold(line.bytes) {
        report.add(.unfoldedHeaderLine, line: line.number, "\(line.bytes.count) octets")
      }
    }
  }

  /// Whether a blank stands between two words; the one behind `Name:` counts.
  private static func couldFold(_ line: ArraySlice<UInt8>) -> Bool {
    line.drop { $0 == ASCII.space }.contains(ASCII.space)
  }

  private static func trimmed(_ value: [UInt8]) -> [UInt8] {
    let isInk = { (byte: UInt8) in byte != ASCII.space && byte != ASCII.tab }
    guard let first = value.firstIndex(where: isInk), let last = value.lastIndex(where: isInk)
    else { return [] }
    return Array(value[first...last])
  }
}
