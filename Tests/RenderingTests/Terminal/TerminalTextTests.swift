import Digests
import Foundation
import Notifications
import TestData
import Testing

@testable import Rendering

struct TerminalTextTests {
  private func shown(_ raw: String, isUTF8: Bool = true) -> String {
    var bytes: [UInt8] = []
    TerminalText(raw, TerminalStyle(isUTF8: isUTF8)).append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("plain", "plain"), ("\u{1B}[31m", "␛[31m"), ("\u{9B}31m", "␛[31m"), ("\u{9D}", "␛]"),
    ("\u{0}\u{7}\u{8}\u{7F}", "␀␇␈␡"), ("a\rb", "a␍b"), ("a\r\nb", "a b"), ("a\r\r\nb", "a␍ b"),
    ("a\n\n\tb ", "a b"), ("  a   b  ", "a b"), ("a\u{2028}b\u{85}c", "a b c"), ("\n", ""),
    ("a\u{202E}b\u{2069}c\u{200F}", "abc"), ("a\u{200B}b\u{FEFF}c\u{AD}d\u{2060}", "abcd"),
    ("\u{E0041}x\u{E007F}", "x"), ("\u{FFFE}", "\u{FFFD}"), ("\u{301}x", "\u{25CC}\u{301}x"),
    ("a \u{301}", "a \u{25CC}\u{301}"), ("👨‍👩‍👧", "👨‍👩‍👧"), ("a\u{200D}b", "ab"),
    ("क्\u{200D}ष", "क्\u{200D}ष"), ("❤\u{FE0F}", "❤\u{FE0F}"), ("a\u{A0}b", "a\u{A0}b"),
    ("שלום", "\u{2068}שלום\u{2069}"), ("a مر b\u{202A}", "\u{2068}a مر b\u{2069}"),
    ("\u{2067}שלום", "\u{2068}שלום\u{2069}"),
  ])
  func `Controls become visible; what nobody can see goes`(raw: String, expected: String) {
    #expect(shown(raw).unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  @Test(arguments: [
    ("\u{1B}[31m\u{0}\u{7F}\u{9B}", "^[[31m^@^?^[["), ("Ñandú – “x”…", "Nandu - \"x\"..."),
    ("Straße Łódź", "Strasse Lodz"), ("日本", "??"), ("👨‍👩‍👧!", "?!"), ("ｆｕｌｌ", "full"),
  ])
  func `Without UTF-8 there is an approximation, ^ for controls`(raw: String, expected: String) {
    #expect(shown(raw, isUTF8: false) == expected)
  }

  @Test func `Six marks stay on a letter, however many it was given`() {
    let text = shown("e" + String(repeating: "\u{301}", count: 50) + "x\u{302}")
    #expect(text.unicodeScalars.count { $0 == "\u{301}" } == 6)
    #expect(text.unicodeScalars.count { $0 == "\u{302}" } == 1)
  }

  @Test(arguments: [true, false], [0, 1, 2, 3, 5, 9, 10])
  func `A cut text ends in an ellipsis and fits`(isUTF8: Bool, columns: Int) {
    let style = TerminalStyle(isUTF8: isUTF8)
    let cut = TerminalText("ten columns and more", style).cut(to: columns, style)
    #expect(cut.columns <= columns)
    #expect(columns == 0 || cut.text.hasSuffix(isUTF8 ? "…" : "."))
    #expect(TerminalText("short", style).cut(to: 5, style).text == "short")
  }

  @Test func `No scalar at all reaches the terminal as a control`() {
    var obeyed: [UInt32] = []
    // In each run of the planes of one kind of scalar (2 to 13, 15 and 16) one block in seven, and their ends.
    for first in stride(from: UInt32(0), to: 0x110000, by: 256) {
      let isMixed = first < 0x2_0000 || first >> 16 == 0xE || first & 0xFFFF == 0xFF00
      guard isMixed || Trials.takes(Int(first >> 8), of: 7) else { continue }
      let scalars = (first..<first + 256).compactMap(Unicode.Scalar.init)
      let raw = scalars.map { "a\($0)b" }.joined()
      if !isHarmless(TerminalText(raw, TerminalStyle()).text) { obeyed.append(first) }
    }
    #expect(obeyed == [])
  }

  @Test(.enabled(if: SharedData.hasHostileTexts, "\(SharedData.reasonToSkip)"))
  func `The lines of the naughty lists are shown and not obeyed, in every style`() throws {
    let texts = try SharedData.hostileTexts()
    #expect(texts.count > 500)
    for text in texts {
      #expect(isHarmless(TerminalText(text, TerminalStyle()).text))
      #expect(shown(text, isUTF8: false).utf8.allSatisfy { (0x20..<0x7F).contains($0) })
    }
  }

  @Test func `A text that is passed through as it is would be found out`() {
    #expect(!isHarmless("\u{1B}[31m"))
    #expect(!isHarmless("a\u{9B}"))
    #expect(!isHarmless("a\u{202E}b"))
    #expect(!isHarmless("a\nb"))
  }

  private func isHarmless(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0x61C: false
      default: true
      }
    }
  }
}
