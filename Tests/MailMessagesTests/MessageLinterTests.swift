import MailLinter
import SeededNumbers
import Testing

@testable import MailMessages

/// One broken message for each rule, made from a whole one.
struct MessageLinterTests {
  struct Fault: Sendable, CustomStringConvertible {
    var rule: LintRule
    var from: String
    var to: String
    var description: String { "\(rule.rawValue): \(from.prefix(40)) -> \(to.prefix(40))" }

    init(_ rule: LintRule, _ from: String, _ to: String) {
      self.rule = rule
      self.from = from
      self.to = to
    }
  }

  /// A text before and after; the text is found once in the message at least.
  static let faults: [Fault] = [
    Fault(.bareCR, "Two lines", "Two\rlines"),
    Fault(.bareLF, "Two lines", "Two\nlines"),
    Fault(.lineOver998Octets, "<p>", "<p>" + String(repeating: "x", count: 1_000)),
    Fault(.malformedField, "MIME-Version: 1.0", "MIME-Version: 1.0\r\nno field"),
    Fault(.malformedField, "Date: ", " folded\r\nDate: "),
    Fault(.malformedField, "MIME-Version: 1.0", "MIME-Version : 1.0"),
    Fault(.controlInHeader, "Subject: 2 ", "Subject: 2\0 "),
    Fault(.undeclared8BitInHeader, "Subject: 2 ", "Subject: é "),
    Fault(.blankFoldedLine, "MIME-Version: 1.0", "MIME-Version: 1.0\r\n "),
    Fault(.unfoldedHeaderLine, "&s=abc>", "&s=abc>, <mailto:leave@example.com>"),
    Fault(.missingField, "Auto-Submitted: auto-generated\r\n", ""),
    Fault(.missingField, "X-Auto-Response-Suppress: OOF, AutoReply\r\n", ""),
    Fault(.missingField, "MIME-Version: 1.0\r\n", ""),
    Fault(.duplicateField, "MIME-Version: 1.0", "MIME-Version: 1.0\r\nMime-version: 1.0"),
    Fault(.duplicateField, "Subject: ", "Subject: x\r\nSubject: "),
    Fault(.forbiddenField, "Subject: ", "Bcc: x@evil.example\r\nSubject: "),
    Fault(.forbiddenField, "Subject: ", "Resent-To: x@evil.example\r\nSubject: "),
    Fault(.malformedEncodedWord, "Subject: 2 ", "Subject: =?UTF-8?Q?a=C?= "),
    Fault(.malformedEncodedWord, "Subject: 2 ", "Subject: =?UTF-8?B?YQ?= "),
    Fault(.malformedEncodedWord, "Subject: 2 ", "Subject: x=?UTF-8?Q?a?= "),
    Fault(.malformedEncodedWord, "Subject: 2 ", "Subject: =?UTF-8?X?a?= "),
    Fault(
      .encodedWordOver75, "Subject: 2 ",
      "Subject: =?UTF-8?Q?\(String(repeating: "a", count: 64))?=\r\n "),
    Fault(.encodedWordCharset, "Subject: 2 ", "Subject: =?ISO-8859-1?Q?=E9?= "),
    Fault(.paddedEncodedWord, "Subject: 2 ", "Subject: =?UTF-8?B?YQ==?= =?UTF-8?B?YmI=?= "),
    Fault(.splitCharacter, "Subject: 2 ", "Subject: =?UTF-8?Q?=C3?= =?UTF-8?Q?=A9?= "),
    Fault(.encodedWordInAddress, "Renée", "\"=?UTF-8?Q?x?=\""),
    Fault(.encodedWordInAddress, "<renee@", "<=?UTF-8?Q?renee?=@"),
    Fault(.malformedDate, "2026 10:05", "2026 25:05"),
    Fault(.malformedDate, "08 Feb", "8 Feb"),
    Fault(.malformedDate, "08 Feb", "30 Feb"),
    Fault(.malformedDate, "-0500", "EST"),
    Fault(.wrongWeekday, "Sun, ", "Mon, "),
    Fault(.malformedMessageID, "Message-ID: <", "Message-ID: "),
    Fault(.malformedMessageID, "Message-ID: <", "Message-ID: <a@b"),
    Fault(.malformedAddress, "<renee@example.org>", "<renee@[127.0.0.1]>"),
    Fault(.malformedAddress, "<renee@example.org>", "<renee@example.org"),
    Fault(.malformedAddress, "Renée", "\"Ren"),
    Fault(.malformedAddress, "Renée", "R. (Ren)"),
    Fault(.severalAddresses, "<renee@example.org>", "<renee@example.org>,\r\n x@evil.example"),
    Fault(.severalAddresses, "Renée", "friends:"),
    Fault(.wrongMIMEVersion, "MIME-Version: 1.0", "MIME-Version: 1.1"),
    Fault(.malformedListID, "<digest.mail.example.com>", "digest.mail.example.com"),
    Fault(
      .unbracketedListUnsubscribe, "<https://example.com/unsubscribe?u=1&s=abc>",
      "https://example.com/unsubscribe?u=1&s=abc"),
    Fault(.listUnsubscribePostAlone, "<https://example.com/unsubscribe", "<http://example.com/"),
    Fault(.listUnsubscribePostAlone, "List-Unsubscribe: ", "X-Other: "),
    Fault(.wrongListUnsubscribePost, "=One-Click", "=one-click"),
    Fault(.missingListUnsubscribePost, "List-Unsubscribe-Post: ", "X-Other: "),
    Fault(.wrongAutoSubmitted, "auto-generated", "no"),
    Fault(.notMultipartAlternative, "multipart/alternative", "multipart/mixed"),
    Fault(.notMultipartAlternative, "multipart/alternative;", "multipart/alternative; x;"),
    Fault(.malformedBoundary, "boundary=\"=_", "boundary=\"==_"),
    Fault(.notMultipartAlternative, "; boundary=", "; boundary=x; boundary="),
    Fault(.malformedBoundary, "boundary=\"=_", "boundary=\"=_\(String(repeating: "x", count: 70))"),
    Fault(.boundaryNotFound, "boundary=\"=_", "boundary=\"=_x"),
    Fault(.missingClosingBoundary, "--\r\n\u{4}", ""),
    Fault(.textOutsideParts, "--\r\n\u{4}", "--\r\nepilogue\r\n"),
    Fault(.wrongParts, "Content-Type: text/html", "Content-Type: text/plain"),
    Fault(.wrongCharset, "text/html; charset=utf-8", "text/html; charset=iso-8859-1"),
    Fault(.wrongCharset, "text/plain; charset=utf-8;", "text/plain;"),
    Fault(.wrongTransferEncoding, "Encoding: quoted-printable", "Encoding: 8bit"),
    Fault(.malformedQuotedPrintable, "=C3=A9", "=C3=A"),
    Fault(.malformedQuotedPrintable, "=C3=A9", "=c3=a9"),
    Fault(.malformedQuotedPrintable, "=C3=A9", "=XY"),
    Fault(.malformedQuotedPrintable, "</p>\r\n\r\n--", "</p>=\r\n--"),
    Fault(.malformedBase64, "Encoding: quoted-printable", "Encoding: base64"),
    Fault(.malformedEncodedWord, "Subject: 2 ", "Subject: =?UTF-8?B?YR==?= "),
    Fault(.encodedLineOver76, "Two lines", String(repeating: "x", count: 77)),
    Fault(.trailingBlank, "Two lines,", "Two lines, "),
    Fault(.dangerousLineBeginning, "Two lines", "From lines"),
    Fault(.dangerousLineBeginning, "Two lines", ".\r\nlines"),
    Fault(.undeclared8BitInBody, "Two lines", "Twö lines"),
    Fault(.invalidUTF8, "=C3=A9", "=C3=41"),
    Fault(.controlInBody, "=C3=A9", "=C2=92"),
    Fault(.controlInBody, "=C3=A9", "=00"),
    Fault(.bareLineBreakInBody, "=C3=A9", "=0A"),
    Fault(.bareLineBreakInBody, "=C3=A9", "=0D"),
    Fault(.longerEncoding, "Two lines", String(repeating: "=54", count: 25) + "\r\nTwo"),
    Fault(
      .htmlTooLarge, "<p>",
      "<p>" + String(repeating: String(repeating: "x", count: 70) + "\r\n", count: 1_400)),
    Fault(.unstuffedLine, "Two lines", ">Two lines"),
    Fault(.unstuffedLine, "Two lines", "=46rom lines"),
  ]

  /// The whole message, with the name as people write it and a marker at the end.
  private static func whole() throws -> [UInt8] {
    let headers = try SampleMessages.headers(toName: "Renée")
    let message = Message(
      headers: headers, text: FlowedText(wrapped: Array("Two lines,\nthe second é.\n".utf8)),
      html: Array("<p>A paragraph that is long enough for quoted-printable: é</p>\n".utf8))
    return SampleMessages.bytes(message)
      .replacing(encodedName.utf8, with: Array("Renée".utf8)) + [4]
  }

  private static let encodedName = "=?UTF-8?B?UmVuw6ll?="

  /// Replaces the first occurrence, byte by byte, and puts the name and the end right.
  private func broken(_ fault: Fault) throws -> [UInt8]? {
    var bytes = try Self.whole()
    guard let range = bytes.firstRange(of: Array(fault.from.utf8)) else { return nil }
    bytes.replaceSubrange(range, with: fault.to.utf8)
    return bytes.replacing(Array("To: Renée".utf8), with: Array("To: \(Self.encodedName)".utf8))
      .filter { $0 != 4 }
  }

  @Test func `The whole message has no fault`() throws {
    let bytes = try #require(try broken(Fault(.bareCR, "Two lines", "Two lines")))
    #expect(MessageLinter().findings(in: bytes) == [])
  }

  @Test(arguments: [
    Fault(.malformedAddress, "Renée", "\"R \\\" <x>, y\""),
    Fault(.malformedDate, "10:05:00 -0500", "10:05:00 +0530"),
    Fault(.malformedAddress, "Renée <renee@example.org>", "renee@example.org"),
  ])
  func `What is only unusual is accepted`(_ change: Fault) throws {
    let bytes = try #require(try broken(change), "nothing to replace")
    #expect(MessageLinter().findings(in: bytes) == [])
  }

  @Test(arguments: faults)
  func `A broken message is refused for the rule it breaks`(_ fault: Fault) throws {
    let bytes = try #require(try broken(fault), "nothing to replace")
    let findings = MessageLinter().findings(in: bytes)
    #expect(findings.contains { $0.rule == fault.rule }, "\(findings)")
  }

  @Test func `Every rule has a broken message`() {
    let missing = Set(LintRule.allCases).subtracting(Self.faults.map(\.rule))
    #expect(missing.isEmpty, "\(missing)")
  }

  @Test func `Findings name the line`() throws {
    let bytes = try #require(try broken(Fault(.wrongWeekday, "Sun, ", "Mon, ")))
    let finding = try #require(MessageLinter().findings(in: bytes).first)
    #expect(finding.line == 1)
    #expect(
      finding.description == "line 1: wrongWeekday: Mon, 08 Feb 2026 10:05:00 -0500, not "
        + "Sun, 08 Feb 2026 10:05:00 -0500")
  }

  @Test func `Nothing that is cut or mixed makes the linter trap`() throws {
    var generator = SeededGenerator(seed: 6)
    let whole = SampleMessages.bytes(try SampleMessages.message())
    for count in stride(from: 0, to: whole.count, by: 13) {
      #expect(!MessageLinter().findings(in: Array(whole.prefix(count))).isEmpty)
    }
    for _ in 0..<400 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[index] = UInt8.random(in: 0...255, using: &generator)
      }
      _ = MessageLinter().findings(in: bytes)
    }
  }
}
