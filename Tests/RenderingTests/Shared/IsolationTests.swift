import Languages
import Testing

@testable import Rendering

struct IsolationTests {
  @Test(arguments: [
    ("plain", TextDirection.leftToRight, "plain"), ("12:00, 5 %", .rightToLeft, "12:00, 5 %"),
    ("שלום", .leftToRight, "\u{2068}שלום\u{2069}"), ("שלום", .rightToLeft, "שלום"),
    ("日本語", .leftToRight, "日本語"), ("日本語", .rightToLeft, "\u{2068}日本語\u{2069}"),
    ("abc", .rightToLeft, "\u{2068}abc\u{2069}"), ("👍 – …", .rightToLeft, "👍 – …"),
    ("a\u{202E}b", .leftToRight, "\u{2068}ab\u{2069}"),
    ("\u{2066}open", .leftToRight, "\u{2068}\u{2066}open\u{2069}\u{2069}"),
    ("close\u{2069}", .leftToRight, "\u{2068}close\u{2069}"), ("", .rightToLeft, ""),
  ])
  func `A foreign direction is isolated`(text: String, direction: TextDirection, expected: String) {
    let found = BidiIsolation.isolated(text, in: direction)
    #expect(found.utf8.elementsEqual(expected.utf8), "\(found.unicodeScalars.map(\.value))")
  }

  @Test(arguments: [
    ("see evil.example now", "see evil.|example now"), ("a@b.example", "a@|b.|example"),
    ("https://x.example/a.b", "https:|//x.|example/a.|b"), ("2.5 and 1.2.3", "2.5 and 1.2.3"),
    ("End. Begin...", "End. Begin..."), ("", ""), (".", "."), ("@me", "@me"), ("a@", "a@"),
    ("пример.рф", "пример.|рф"), ("v1.com", "v1.|com"), ("a: b", "a: b"), ("x:/", "x:/"),
  ])
  func `User text gives a mail program nothing to make a link of`(text: String, expected: String) {
    let found = LinkGuard.guarded(text).unicodeScalars.map { $0 == LinkGuard.joiner ? "|" : $0 }
    #expect(found.elementsEqual(expected.unicodeScalars), "\(found)")
  }

  @Test(arguments: [
    ("a\r\nb", "a b"), (" a  b ", "a b"), ("a\u{85}b\u{2028}c\u{2029}", "a b c"), ("\u{0}", ""),
    ("“a” – b…", "“a” – b…"), ("é\u{9B}x", "é x"), ("", ""), ("a\u{7F}b", "a b"), ("a·b", "a·b"),
    ("e\u{301}\u{302}\u{303}\u{304}\u{305}\u{1DC0}x", "e\u{301}\u{302}\u{303}\u{304}x"),
  ])
  func `User text is one line beside other words`(text: String, expected: String) {
    #expect(FlatText.line(text).utf8.elementsEqual(expected.utf8))
  }
}
