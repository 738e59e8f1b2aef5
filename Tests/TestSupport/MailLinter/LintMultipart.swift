/// The structure of the message: two alternatives between boundaries (RFC 2046 section 5.1).
enum LintMultipart {
  static func check(_ message: LintHeader, _ report: inout LintReport) {
    guard let field = message.first(.contentType) else { return }
    guard let type = LintContentType(field.value), type.type == "multipart/alternative" else {
      report.add(.notMultipartAlternative, line: field.line, field.text)
      return
    }
    guard let boundary = type.parameters["boundary"], isBoundary(boundary) else {
      report.add(.malformedBoundary, line: field.line, field.text)
      return
    }
    checkParts(of: message.body, between: Array("--\(boundary)".utf8), field.line, &report)
  }

  private static func checkParts(
    of body: ArraySlice<LintLine>, between delimiter: [UInt8], _ fieldLine: Int,
    _ report: inout LintReport
  ) {
    let closing = delimiter + [ASCII.hyphen, ASCII.hyphen]
    let starts = body.indices.filter { body[$0].bytes.elementsEqual(delimiter) }
    guard let first = starts.first else {
      report.add(.boundaryNotFound, line: fieldLine)
      return
    }
    let end = body.indices.first { body[$0].bytes.elementsEqual(closing) }
    if end == nil { report.add(.missingClosingBoundary, line: body.last?.number ?? fieldLine) }
    let last = end ?? body.endIndex
    for line in body[..<first] + body[min(last + 1, body.endIndex)...] where !line.bytes.isEmpty {
      report.add(.textOutsideParts, line: line.number, line.text)
    }
    let edges = starts.filter { $0 < last } + [last]
    let parts = zip(edges, edges.dropFirst()).map { body[($0 + 1)..<max($0 + 1, $1)] }
    LintParts.check(parts, isClosed: end != nil, line: body[first].number, &report)
  }

  /// RFC 2046 section 5.1.1: at most 70 of these, no blank at the end. The first two characters keep
  /// it from occurring in an encoded body.
  private static func isBoundary(_ text: String) -> Bool {
    text.utf8.count <= 70 && text.hasPrefix("=_")
      && text.utf8.allSatisfy { byte in
        byte.isASCIILetter || byte.isASCIIDigit || "'()+_,-./:=?".utf8.contains(byte)
      }
  }
}

/// A `Content-Type` value: `type/subtype` in lower case, and parameters by lower-case name.
struct LintContentType {
  var type: String
  var parameters: [String: String] = [:]

  /// Nil when the value is malformed or names a parameter twice.
  init?(_ value: [UInt8]) {
    let pieces = value.split(separator: 0x3B, omittingEmptySubsequences: false).map { piece in
      piece.drop { $0 == ASCII.space || $0 == ASCII.tab }
    }
    guard let first = pieces.first, first.contains(0x2F) else { return nil }
    type = String(decoding: first.map(\.asciiLowercased), as: UTF8.self)
    for piece in pieces.dropFirst() {
      guard let equals = piece.firstIndex(of: ASCII.equals) else { return nil }
      let name = String(decoding: piece[..<equals].map(\.asciiLowercased), as: UTF8.self)
      var text = piece[(equals + 1)...]
      if text.first == ASCII.quote {
        guard text.count >= 2, text.last == ASCII.quote else { return nil }
        text = text.dropFirst().dropLast()
      } else if text.contains(where: { !$0.isAtomText && $0 != ASCII.dot }) || text.isEmpty {
        return nil
      }
      guard parameters[name] == nil else { return nil }
      parameters[name] = String(decoding: text, as: UTF8.self)
    }
  }
}
