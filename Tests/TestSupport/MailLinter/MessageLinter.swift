/// Checks a complete message, byte by byte, against what delivers and displays everywhere.
///
///     MessageLinter().findings(in: bytes).isEmpty
///
/// It is stricter than the standards and than the parsers that judge mail: it knows the one shape
/// that this package writes, so whatever else appears in a message was not meant.
package struct MessageLinter: Sendable {
  /// Addresses may have local parts beyond ASCII (RFC 6531).
  package var allowsSMTPUTF8: Bool

  package init(allowsSMTPUTF8: Bool = false) { self.allowsSMTPUTF8 = allowsSMTPUTF8 }

  /// All faults, in the order in which the rules are checked.
  package func findings(in message: [UInt8]) -> [LintFinding] {
    var report = LintReport()
    let lines = LintLines.split(message, &report)
    var reader = LintHeader(lines[...], &report)
    reader.checkLines(&report)
    LintFields.check(reader.fields, allowsSMTPUTF8: allowsSMTPUTF8, &report)
    for field in reader.fields { LintEncodedWords.check(field, &report) }
    LintValues.check(reader.fields, allowsSMTPUTF8: allowsSMTPUTF8, &report)
    LintLists.check(reader.fields, &report)
    LintMultipart.check(reader, &report)
    return report.findings
  }
}

/// The findings as they come in.
struct LintReport {
  private(set) var findings: [LintFinding] = []

  mutating func add(_ rule: LintRule, line: Int, _ detail: String = "") {
    findings.append(LintFinding(rule: rule, line: line, detail: detail))
  }
}
