/// A line of a message without its line break.
struct LintLine {
  /// Counted from 1.
  var number: Int
  var bytes: ArraySlice<UInt8>

  var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// Cuts a message into lines and checks their ends and lengths.
enum LintLines {
  static func split(_ message: [UInt8], _ report: inout LintReport) -> [LintLine] {
    var lines: [LintLine] = []
    var start = 0
    while start < message.count {
      let lf = message[start...].firstIndex(of: ASCII.lf)
      var end = lf ?? message.count
      let endsInCRLF = lf != nil && end > start && message[end - 1] == ASCII.cr
      if endsInCRLF { end -= 1 }
      let line = LintLine(number: lines.count + 1, bytes: message[start..<end])
      check(line, endsInCRLF: endsInCRLF, &report)
      lines.append(line)
      start = (lf ?? message.count) + 1
    }
    return lines
  }

  private static func check(_ line: LintLine, endsInCRLF: Bool, _ report: inout LintReport) {
    if !endsInCRLF { report.add(.bareLF, line: line.number) }
    if line.bytes.contains(ASCII.cr) { report.add(.bareCR, line: line.number) }
    if line.bytes.count > 998 {
      report.add(.lineOver998Octets, line: line.number, "\(line.bytes.count) octets")
    }
  }
}
