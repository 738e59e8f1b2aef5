import Foundation
import TestData
import Testing

@testable import MailMessages

struct TransferEncodingTests {
  private func quotedPrintable(_ text: String) -> String {
    var bytes: [UInt8] = []
    let fits = QuotedPrintable.append(BodyText(Array(text.utf8)), limit: 100_000, to: &bytes)
    return fits ? String(decoding: bytes, as: UTF8.self) : "does not fit"
  }

  @Test(arguments: [
    ("", ""), ("plain", "plain"), ("a=b", "a=3Db"), ("é", "=C3=A9"),
    ("a \nb\t\nc ", "a=20\r\nb=09\r\nc=20"), ("a b\tc", "a b\tc"),
    (".\n.x\n..", "=2E\r\n=2Ex\r\n=2E."),
    ("From me\n From me\nFrom", "=46rom me\r\n From me\r\nFrom"),
    ("a\r\nb\rc\nd", "a\r\nb\r\nc\r\nd"), ("a\0\u{7}b\u{92}c\u{85}d\u{7F}", "abc d"),
    ("\n\n", "\r\n\r\n"),
  ])
  func `Quoted-printable is written as its standard says`(_ text: String, _ encoded: String) {
    #expect(quotedPrintable(text) == encoded)
  }

  @Test func `A line of 76 fits and a longer one is broken`() {
    let line76 = String(repeating: "x", count: 76)
    #expect(quotedPrintable(line76) == line76)
    #expect(quotedPrintable(line76 + "\n") == line76 + "\r\n")
    let line75 = String(repeating: "x", count: 75)
    #expect(quotedPrintable(line76 + "x") == line75 + "=\r\nxx")
    #expect(quotedPrintable(line75 + "é") == line75 + "=\r\n=C3=A9")
    #expect(
      quotedPrintable(String(repeating: "x", count: 70) + "é")
        == String(repeating: "x", count: 70) + "=C3=A9")
    #expect(quotedPrintable(line75 + ".x") == line75 + "=\r\n=2Ex")
  }

  @Test func `Base64 is that of Foundation`() {
    var generator = SeededGenerator(seed: 4)
    for count in 0..<300 {
      let raw = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      var encoded: [UInt8] = []
      Base64.append(raw[...], bytesPerLine: Base64.bytesPerLine, to: &encoded)
      let options: Data.Base64EncodingOptions = [
        .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
      ]
      #expect(Data(encoded) == Data(raw).base64EncodedData(options: options))
      #expect(encoded.count == Base64.encodedCount(of: count))
      var plain: [UInt8] = []
      Base64.append(raw[...], to: &plain)
      #expect(Data(plain) == Data(raw).base64EncodedData())
    }
  }

  @Test(
    arguments: [
      ("Plain English, with an = or two.", .quotedPrintable),
      (String(repeating: "お知らせがあります。", count: 20), .base64),
      (String(repeating: "Уведомления за сегодня. ", count: 20), .base64),
      (
        String(repeating: "Ein Gruß aus dem schönen Süden des Landes, ", count: 20),
        .quotedPrintable
      ),
    ] as [(String, TransferEncoding)])
  func `The shorter encoding is taken`(_ text: String, _ encoding: TransferEncoding) {
    var bytes: [UInt8] = []
    let body = BodyText(Array(text.utf8))
    #expect(TransferEncoding.append(body, to: &bytes) { _, _ in } == encoding)
    #expect(bytes.count == TransferEncoding.encodedCount(of: Array(text.utf8)))
    var quoted: [UInt8] = []
    #expect(QuotedPrintable.append(body, limit: 100_000, to: &quoted))
    let coded = Base64.encodedCount(of: body.canonicalCount)
    #expect(bytes.count == min(quoted.count, coded))
  }

  @Test func `What the head wrote for the other encoding is taken back`() {
    var bytes = Array("before ".utf8)
    let body = BodyText(Array(String(repeating: "語", count: 100).utf8))
    _ = TransferEncoding.append(body, to: &bytes) { $1.append(contentsOf: $0.rawValue.utf8) }
    #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("before base64"))
  }
}
