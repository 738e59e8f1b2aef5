import Foundation
import Testing

@testable import MailMessages

/// Writes messages of every kind, and what was put into them, for the judges under
/// `Tests/Acceptance/mail`:
///
///     TIDINGS_WRITE_MESSAGES=DIR swift test --filter WriteMessages
struct WriteMessagesTests {
  private static let folder = ProcessInfo.processInfo.environment["TIDINGS_WRITE_MESSAGES"]
    .map { URL(filePath: $0) }
  private static let reason: Comment = "skipped: set TIDINGS_WRITE_MESSAGES to a folder"

  private struct Party: Encodable {
    var name: String
    var address: String

    init(_ mailbox: Mailbox) {
      name = mailbox.displayName ?? ""
      address = mailbox.address.description
    }
  }

  private struct Expected: Encodable {
    var file: String
    var from: Party
    var to: Party
    var subject: String
    var messageID: String
    var secondsSinceEpoch: Int64
    var fields: [String]
    var oneClick: Bool
    var smtputf8: Bool
    /// In format=flowed, as the reader finds it under the transfer encoding.
    var text: String
    var html: String
  }

  private struct Manifest: Encodable {
    var signed: [String]
    var messages: [Expected]
  }

  /// Words in each script: subject, and a line that stands in both parts.
  private static let kinds: [(name: String, language: String, words: String)] = [
    ("english", "en", "Transcript due tomorrow"),
    ("german", "de", "Zeugnis für Müller ist morgen fällig – größer, weiter"),
    ("russian", "ru", "Выписка из ведомости нужна завтра, не забудьте её отправить"),
    ("japanese", "ja", "成績証明書は明日が締め切りです。早めに提出してください。"),
    ("chinese", "zh-Hans", "成绩单明天截止，请尽快提交给大学招生办公室。"),
    ("arabic", "ar", "كشف الدرجات مستحق غدا، أرسله إلى الجامعة"),
    ("hebrew", "he", "גיליון הציונים נדרש מחר, שלחו אותו לאוניברסיטה"),
    ("emoji", "en", "👩‍👩‍👧‍👦 renée added 20 photos 🏳️‍🌈 🎉🎉🎉 to Awesome Fun"),
    ("hostile", "en", "=?UTF-8?Q?Bcc?= \"x\" <x@evil.example>, \r\nBcc: y@evil.example\u{202E}"),
    ("smtputf8", "en", "Письмо to a local part beyond ASCII"),
    ("dots", "en", ".\n.\nFrom me\n>From you\n--\n-- \n=3D=\n--=_0"),
  ]

  private func message(_ kind: (name: String, language: String, words: String)) throws -> Message {
    var headers = try SampleMessages.headers(
      subject: "2 urgent, 5 more: \(kind.words) (8 Feb)", fromName: kind.words,
      toName: String(kind.words.prefix(20)),
      to: kind.name == "smtputf8" ? "δοκιμή@παράδειγμα.example" : "renee@example.org")
    headers.language = kind.language
    headers.messageID = MessageID(
      hashing: [Array(kind.name.utf8)], domain: try DomainName("mail.example.com"))
    var text = FlowedText()
    text.appendLine("7 new, 2 of them urgent")
    text.appendLine("=======================")
    text.appendLine()
    for line in kind.words.split(whereSeparator: \.isNewline) { text.appendLine(String(line)) }
    text.appendParagraph(["A paragraph that was wrapped by the writer and", "flows for a reader."])
    text.appendLine("Open deadline [1]")
    text.appendLine()
    text.appendLine("[1] https://example.com/n/1")
    let escaped = kind.words.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing("\u{202E}", with: "").split(whereSeparator: \.isNewline).joined(
        separator: "<br>\n")
    let isRightToLeft = ["ar", "he"].contains(kind.language)
    let html = SampleMessages.html(
      body: "<p style=\"word-break:break-word\">\(escaped)</p>\n"
        + "<p>A paragraph that was wrapped by the writer and flows for a reader.</p>",
      language: kind.language, direction: isRightToLeft ? "rtl" : "ltr")
    return Message(headers: headers, text: text, html: Array(html.utf8))
  }

  private func expected(_ message: Message, file: String) -> Expected {
    let headers = message.headers
    return Expected(
      file: file, from: Party(headers.from), to: Party(headers.to),
      subject: HeaderText.flatten(headers.subject), messageID: "<\(headers.messageID)>",
      secondsSinceEpoch: headers.date.secondsSinceEpoch,
      fields: headers.fields.map(\.name.description) + ["MIME-Version", "Content-Type"],
      oneClick: headers.unsubscription?.isOneClick ?? false, smtputf8: headers.needsSMTPUTF8,
      text: String(decoding: BodyText(message.text.bytes).bytes, as: UTF8.self),
      html: String(decoding: BodyText(message.html).bytes, as: UTF8.self))
  }

  @Test(.enabled(if: folder != nil, reason))
  func messagesOfEveryKindAreWritten() throws {
    let folder = try #require(Self.folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var messages: [Expected] = []
    for kind in Self.kinds {
      let message = try message(kind)
      let bytes = SampleMessages.bytes(message)
      #expect(
        MessageLinter(allowsSMTPUTF8: message.headers.needsSMTPUTF8).findings(in: bytes) == [])
      try Data(bytes).write(to: folder.appending(path: "\(kind.name).eml"))
      messages.append(expected(message, file: "\(kind.name).eml"))
    }
    let manifest = Manifest(
      signed: MessageHeaders.signed.map(\.description), messages: messages)
    try JSONEncoder().encode(manifest).write(to: folder.appending(path: "expected.json"))
  }

  private struct Field: Encodable {
    var field: String
    var name: String
    var text: String
    var address: String?
  }

  @Test(.enabled(if: folder != nil, reason))
  func randomHeaderFieldsAreWritten() throws {
    let folder = try #require(Self.folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let count = ProcessInfo.processInfo.environment["TIDINGS_HEADERS"].flatMap { Int($0) } ?? 20_000
    var generator = SeededGenerator(seed: 8)
    var lines = Data()
    let address = try EmailAddress("a.b@example.com")
    for index in 0..<count {
      let text = RandomText.make(&generator)
      let isAddress = index % 2 == 1
      let mailbox = Mailbox(text, address)
      let field = isAddress ? HeaderField(.to, mailbox) : HeaderField(.subject, text: text)
      var bytes: [UInt8] = []
      field.write(into: &bytes)
      let row = Field(
        field: String(decoding: bytes, as: UTF8.self), name: field.name.description,
        text: HeaderText.flatten(text), address: isAddress ? address.description : nil)
      lines.append(try JSONEncoder().encode(row))
      lines.append(contentsOf: [10])
    }
    try lines.write(to: folder.appending(path: "headers.jsonl"))
  }

  private struct Domain: Encodable {
    var domain: String
    var aLabel: String?
  }

  @Test(.enabled(if: folder != nil, reason))
  func internationalisedDomainsAreWritten() throws {
    let folder = try #require(Self.folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let letters = Array(
      "abcxyz0129-ÄÖüßéñçøłžİıσςΣδабвЯёعربيةشבגדש日本語例えテスト。ー・한국어ไทยหनमस्ते்க\u{200D}\u{301}"
        .unicodeScalars)
    var generator = SeededGenerator(seed: 9)
    var lines = Data()
    for _ in 0..<5_000 {
      var scalars = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 1...9, using: &generator) {
        // Runs of one script, since labels of mixed direction are refused by the reader.
        let start = Int.random(in: 0..<letters.count, using: &generator)
        let end = min(letters.count, start + Int.random(in: 1...4, using: &generator))
        scalars.append(contentsOf: letters[start..<end])
      }
      let domain = String(scalars) + ".example"
      let row = Domain(domain: domain, aLabel: (try? DomainName(domain))?.description)
      lines.append(try JSONEncoder().encode(row))
      lines.append(contentsOf: [10])
    }
    try lines.write(to: folder.appending(path: "domains.jsonl"))
  }
}
