/// Which fields a message has: all it needs, none twice, none that were slipped in.
enum LintFields {
  private static let required: [LintFieldName] = [
    .from, .to, .subject, .date, .messageID, .mimeVersion, .contentType, .autoSubmitted,
    .autoResponseSuppress,
  ]
  private static let forbidden: [LintFieldName] = [
    .bcc, .cc, .returnPath, .received, .contentTransferEncoding,
  ]
  /// Where an address may have a local part beyond ASCII.
  private static let withAddresses: [LintFieldName] = [.from, .to, .sender, .replyTo]

  static func check(
    _ fields: [LintField], allowsSMTPUTF8: Bool, _ report: inout LintReport
  ) {
    for name in required where !fields.contains(where: { $0.name == name }) {
      report.add(.missingField, line: 1, name.text)
    }
    checkDuplicates(fields, &report)
    for field in fields {
      let lowered = Array(field.name.text.utf8).asciiLowercased
      if forbidden.contains(field.name) || lowered.starts(with: "resent-".utf8) {
        report.add(.forbiddenField, line: field.line, field.name.text)
      }
      let mayHoldUTF8 = allowsSMTPUTF8 && withAddresses.contains(field.name)
      if !field.value.isASCII, !mayHoldUTF8 {
        report.add(.undeclared8BitInHeader, line: field.line, field.name.text)
      }
    }
  }

  static func checkDuplicates(_ fields: [LintField], _ report: inout LintReport) {
    var seen: Set<LintFieldName> = []
    for field in fields where !seen.insert(field.name).inserted {
      report.add(.duplicateField, line: field.line, field.name.text)
    }
  }
}
