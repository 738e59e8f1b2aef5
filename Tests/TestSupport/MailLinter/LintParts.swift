import MailMessages

/// The two parts: what they declare, and whether they keep it.
enum LintParts {
  /// Gmail clips a message whose HTML takes more than 102,400 bytes; some room is left for what
  /// transports add.
  static let htmlLimit = 100_000

  static func check(
    _ parts: [ArraySlice<LintLine>], isClosed: Bool, line: Int, _ report: inout LintReport
  ) {
    let headers = parts.map { part in
      var header = LintHeader(part, &report)
      header.checkLines(&report)
      LintFields.checkDuplicates(header.fields, &report)
      return header
    }
    let types = headers.map { $0.first(.contentType).flatMap { LintContentType($0.value) } }
    let names = types.map { $0?.type ?? "none" }
    if names != ["text/plain", "text/html"] {
      report.add(.wrongParts, line: line, names.joined(separator: ", "))
    }
    for (index, header) in headers.enumerated() {
      let partLine = parts[index].first?.number ?? line
      let type = types[index]
      if type?.parameters["charset"]?.lowercased() != "utf-8" {
        report.add(.wrongCharset, line: partLine, type?.parameters["charset"] ?? "none")
      }
      check(header, type, line: partLine, &report)
    }
  }

  private static func check(
    _ header: LintHeader, _ type: LintContentType?, line: Int, _ report: inout LintReport
  ) {
    // The last line break belongs to the boundary (RFC 2046 section 5.1.1).
    let body = header.body
    checkLines(body, &report)
    let size = max(0, body.reduce(0) { $0 + $1.bytes.count + 2 } - 2)
    if type?.type == "text/html", size > htmlLimit {
      report.add(.htmlTooLarge, line: line, "\(size) bytes")
    }
    let encoding = header.first(.contentTransferEncoding).flatMap {
      TransferEncoding(rawValue: $0.text)
    }
    guard let encoding else {
      let found = header.first(.contentTransferEncoding)?.text ?? "none"
      report.add(.wrongTransferEncoding, line: line, found)
      return
    }
    guard let decoded = decode(body, encoding, &report) else { return }
    LintBody.check(decoded, type, line: body.first?.number ?? line, &report)
    let shortest = TransferEncoding.encodedCount(of: decoded)
    if size > shortest {
      report.add(.longerEncoding, line: line, "\(size) bytes instead of \(shortest)")
    }
  }

  private static func checkLines(_ body: ArraySlice<LintLine>, _ report: inout LintReport) {
    for line in body {
      if line.bytes.count > 76 {
        report.add(.encodedLineOver76, line: line.number, "\(line.bytes.count) octets")
      }
      if line.bytes.last == ASCII.space || line.bytes.last == ASCII.tab {
        report.add(.trailingBlank, line: line.number)
      }
      if line.bytes.first == ASCII.dot || line.bytes.starts(with: "From ".utf8) {
        report.add(.dangerousLineBeginning, line: line.number, line.text)
      }
      if !line.bytes.allSatisfy({ $0 < 0x80 }) {
        report.add(.undeclared8BitInBody, line: line.number)
      }
    }
  }

  private static func decode(
    _ body: ArraySlice<LintLine>, _ encoding: TransferEncoding, _ report: inout LintReport
  ) -> [UInt8]? {
    switch encoding {
    case .quotedPrintable: LintQuotedPrintable.decode(body, &report)
    case .base64: LintBase64.decode(body, &report)
    }
  }
}
