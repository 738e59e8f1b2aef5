/// The bytes of a part after its transfer encoding is taken off.
enum LintBody {
  static func check(
    _ body: [UInt8], _ type: LintContentType?, line: Int, _ report: inout LintReport
  ) {
    if !LintUTF8.isValid(body) { report.add(.invalidUTF8, line: line) }
    if let offset = LintUTF8.firstControl(body) {
      report.add(.controlInBody, line: line, "byte \(offset) of the decoded part")
    }
    if let offset = firstBareLineBreak(body) {
      report.add(.bareLineBreakInBody, line: line, "byte \(offset) of the decoded part")
    }
    if type?.parameters["format"]?.lowercased() == "flowed" {
      checkFlowed(body, line: line, &report)
    }
  }

  private static func firstBareLineBreak(_ body: [UInt8]) -> Int? {
    body.indices.first { index in
      switch body[index] {
      case ASCII.lf: index == 0 || body[index - 1] != ASCII.cr
      case ASCII.cr: index + 1 == body.count || body[index + 1] != ASCII.lf
      default: false
      }
    }
  }

  private static func checkFlowed(_ body: [UInt8], line: Int, _ report: inout LintReport) {
    for text in body.split(separator: ASCII.lf) {
      if text.first == ASCII.greater || text.starts(with: "From ".utf8) {
        report.add(.unstuffedLine, line: line, String(decoding: text, as: UTF8.self))
      }
    }
  }
}
