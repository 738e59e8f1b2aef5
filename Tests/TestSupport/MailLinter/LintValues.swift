import MailMessages

/// The values of the fields that programs read: date, identifier, addresses, version.
enum LintValues {
  private static let mailboxes: [LintFieldName] = [.from, .to, .sender, .replyTo]

  static func check(
    _ fields: [LintField], allowsSMTPUTF8: Bool, _ report: inout LintReport
  ) {
    for field in fields {
      if field.name == .date { checkDate(field, &report) }
      if field.name == .messageID { checkMessageID(field, &report) }
      if field.name == .mimeVersion, field.text != "1.0" {
        report.add(.wrongMIMEVersion, line: field.line, field.text)
      }
      if field.name == .autoSubmitted, field.text != "auto-generated" {
        report.add(.wrongAutoSubmitted, line: field.line, field.text)
      }
      if mailboxes.contains(field.name) { checkMailbox(field, &report) }
    }
  }

  /// The date is read, written anew and compared: only the one form passes.
  private static func checkDate(_ field: LintField, _ report: inout LintReport) {
    guard let date = LintDate.parse(field.text) else {
      report.add(.malformedDate, line: field.line, field.text)
      return
    }
    let right = date.description
    if right == field.text { return }
    let differsInWeekday = right.dropFirst(3) == field.text.dropFirst(3)
    report.add(
      differsInWeekday ? .wrongWeekday : .malformedDate, line: field.line,
      "\(field.text), not \(right)")
  }

  private static func checkMessageID(_ field: LintField, _ report: inout LintReport) {
    let value = field.value
    let inner = value.dropFirst().dropLast()
    let sides = inner.split(separator: ASCII.at, omittingEmptySubsequences: false)
    let isWellFormed =
      value.first == ASCII.less && value.last == ASCII.greater && sides.count == 2
      && sides.allSatisfy { side in
        !side.isEmpty && side.allSatisfy { $0.isAtomText || $0 == ASCII.dot }
      }
    if !isWellFormed { report.add(.malformedMessageID, line: field.line, field.text) }
  }

  private static func checkMailbox(_ field: LintField, _ report: inout LintReport) {
    let unquoted = LintQuotes.removed(from: field.value)
    guard let unquoted else {
      report.add(.malformedAddress, line: field.line, field.text)
      return
    }
    if unquoted.contains(where: { $0 == 0x2C || $0 == 0x3B || $0 == ASCII.colon }) {
      report.add(.severalAddresses, line: field.line, field.text)
      return
    }
    if !isMailbox(field.value, unquoted: unquoted) {
      report.add(.malformedAddress, line: field.line, field.text)
    }
  }

  /// An address alone, or a phrase and an address in angle brackets.
  private static func isMailbox(_ value: [UInt8], unquoted: [UInt8]) -> Bool {
    guard value.last == ASCII.greater else { return isAddress(value[...]) }
    guard let open = value.lastIndex(of: ASCII.less),
      let phraseEnd = unquoted.firstIndex(of: ASCII.less)
    else { return false }
    let isPhrase = unquoted[..<phraseEnd].allSatisfy { $0.isAtomText || $0 == ASCII.space }
    return isPhrase && isAddress(value[(open + 1)..<(value.count - 1)])
  }

  private static func isAddress(_ bytes: ArraySlice<UInt8>) -> Bool {
    let address = try? EmailAddress(String(decoding: bytes, as: UTF8.self))
    return address?.bytes == Array(bytes)
  }
}

/// Quoted strings in structured values.
enum LintQuotes {
  /// The value without its quoted strings; nil when one is not closed.
  static func removed(from value: [UInt8]) -> [UInt8]? {
    var outside: [UInt8] = []
    var isQuoted = false
    var index = 0
    while index < value.count {
      let byte = value[index]
      if byte == ASCII.quote {
        isQuoted.toggle()
      } else if isQuoted, byte == ASCII.backslash {
        index += 1
      } else if !isQuoted {
        outside.append(byte)
      }
      index += 1
    }
    return isQuoted ? nil : outside
  }
}
