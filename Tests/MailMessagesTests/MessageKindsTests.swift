import MailLinter
import Testing

@testable import MailMessages

struct MessageKindsTests {
  /// Words in each script, a name for each, and a line that stands in both parts.
  static let kinds: [(name: String, language: String, words: String)] = [
    ("english", "en", "Transcript due tomorrow"),
    ("german", "de", "Zeugnis für Müller ist morgen fällig – größer, weiter"),
    ("russian", "ru", "Выписка из ведомости нужна завтра, не забудьте её отправить"),
    ("japanese", "ja", "成績証明書は明日が締め切りです。早めに提出してください。"),
    ("arabic", "ar", "كشف الدرجات مستحق غدا، أرسله إلى الجامعة"),
    ("emoji", "en", "👩‍👩‍👧‍👦 renée added 20 photos 🏳️‍🌈 🎉🎉🎉 to Awesome Fun"),
    ("hostile", "en", "=?UTF-8?Q?Bcc?= \"x\" <x@evil.example>, \r\nBcc: y@evil.example\u{202E}"),
    ("smtputf8", "en", "Письмо to a local part beyond ASCII"),
    ("dots", "en", ".\n.\nFrom me\n>From you\n--\n-- \n=3D=\n--=_0"),
  ]

  @Test(arguments: kinds.map(\.name))
  func `A message of every kind passes the strict linter`(name: String) throws {
    let kind = try #require(Self.kinds.first { $0.name == name })
    var headers = try SampleMessages.headers(
      subject: "2 urgent, 5 more: \(kind.words) (8 Feb)", fromName: kind.words,
      toName: String(kind.words.prefix(20)),
      to: kind.name == "smtputf8" ? "δοκιμή@παράδειγμα.example" : "renee@example.org")
    headers.language = kind.language
    var text = FlowedText()
    for line in kind.words.split(whereSeparator: \.isNewline) { text.appendLine(String(line)) }
    text.appendParagraph(["A paragraph that was wrapped by the writer and", "flows for a reader."])
    let escaped = kind.words.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    let html = SampleMessages.html(
      body: "<p>\(escaped)</p>", language: kind.language,
      direction: kind.language == "ar" ? "rtl" : "ltr")
    let bytes = SampleMessages.bytes(
      Message(headers: headers, text: text, html: Array(html.utf8)))
    #expect(
      MessageLinter(allowsSMTPUTF8: headers.to.address.needsSMTPUTF8).findings(in: bytes) == [])
  }
}
