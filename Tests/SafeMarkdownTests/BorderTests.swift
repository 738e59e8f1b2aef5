import SinkJudge
import TestData
import Testing

@testable import SafeMarkdown

/// Every kind of character that is not simply shown, beside everything that means something.
struct BorderTests {
  /// C0 and C1 controls, format characters, marks, joiners, spaces, line breaks, noncharacters,
  /// private and unassigned ones.
  static let strangers: [Unicode.Scalar] =
    ((0...0x20).map { $0 } + (0x7F...0xA0) + (0x200B...0x200F) + (0x2028...0x202F)
    + (0x2060...0x206F) + (0xFFF9...0xFFFF) + (0xFDD0...0xFDD1) + [
      0xAD, 0x300, 0x34F, 0x378, 0x600, 0x61C, 0x903, 0x1160, 0x1680, 0x180E, 0x20DD, 0x20E3,
      0x3000, 0x3164, 0xFE0F, 0xFE20, 0xFEFF, 0xE000, 0x1_BCA0, 0x1_D173, 0x1_FFFE, 0xE_0001,
      0xE_0041, 0xE_007F, 0xE_0100, 0x10_FFFF,
    ]).compactMap { Unicode.Scalar(UInt32($0)) }

  /// What opens a block, or means something within a line.
  static let markers = [
    "# a", "###### a", "> a", "- a", "+ a", "* a", "1. a", "12) a", "---", "***", "===", "```",
    "~~~", "&#27;", "&#x202e;", "&lt;", "<b>", "<http://a.b>", "*a*", "**a**", "_a_", "`a`",
    "[a](b)", "![a](b)", "[a]: /b", "|a|", "~~a~~", "a\\", "a!", "a #", "  a", "a  ", "\n# a",
    "a\n- b", "a\n===", "a\n\n    b",
  ]

  /// Every scalar at every place of every marker, alone and twice. In each run one in three of them: what
  /// one stranger is not tried with, those beside it are.
  static func forEachText(_ stranger: Unicode.Scalar, _ judge: (String) -> Void) {
    var number = 0
    func body(_ scalars: [Unicode.Scalar]) {
      number += 1
      guard Trials.takes(number, of: 3, from: Int(stranger.value)) else { return }
      judge(String(String.UnicodeScalarView(scalars)))
    }
    for marker in markers {
      let scalars = Array(marker.unicodeScalars)
      for place in 0...scalars.count {
        for count in 1...2 {
          let strangers = Array(repeating: stranger, count: count)
          body(scalars.prefix(place) + strangers + scalars.dropFirst(place))
        }
      }
      for place in 1..<max(2, scalars.count) {
        body([stranger] + scalars.prefix(place) + [stranger] + scalars.dropFirst(place))
      }
    }
    for byte in UInt8(0x21)...0x7E where !Character(Unicode.Scalar(byte)).isLetter {
      let sign = Unicode.Scalar(byte)
      for text in [
        [stranger, sign, " ", "a"], [sign, stranger, " ", "a"], ["a", sign, stranger],
      ] {
        body(text)
      }
    }
  }

  @Test(arguments: strangers)
  func `Characters at borders are text to cmark, its breaks hard ones`(stranger: Unicode.Scalar) {
    Self.forEachText(stranger) { Self.expectNothing(Sinks.markdown($0), of: $0) }
  }

  @Test(arguments: strangers)
  func `Characters at borders bring no control and no open isolate`(stranger: Unicode.Scalar) {
    // Each text in one surrounding, and each stranger in all of them: every pair of the two takes
    // as long as all other tests of the module.
    var turn = 0
    Self.forEachText(stranger) { text in
      turn += 1
      let all = ["*\(text)*", "`\(text)`", "a\n\(text)\n- b", "```\n\(text)\n```"]
      let markdown = all[turn % all.count]
      var found: [UInt8] = []
      UserMarkdown.append(markdown, indent: 2, to: &found)
      Self.expectNothing(WrittenBytes.complaint(of: found), of: markdown)
      let read = PlainContent(of: Document(Array("- ".utf8) + found)).string
      if !read.utf8.elementsEqual(UserMarkdown.plainText(markdown).utf8) {
        Issue.record("\(read) of \(markdown.unicodeScalars.map(\.value))")
      }
      var html: [UInt8] = []
      HTMLEscape.append(text, to: &html)
      UserMarkdown.appendHTML(text, to: &html)
      Self.expectNothing(WrittenBytes.complaint(of: html), of: text)
    }
  }

  // Compared by hand: a million `#expect` take a minute.
  private static func expectNothing(_ complaint: String?, of text: String) {
    guard let complaint else { return }
    Issue.record("\(complaint) in \(text.unicodeScalars.map(\.value))")
  }

  /// Negative control.
  @Test func `The judges see what must not be`() {
    #expect(Leaves(of: Array("# a".utf8)) == .text("a"))
    #expect(Leaves(of: Array("- # a".utf8)) == .structure("heading"))
    #expect(Leaves(of: Array("&#27;".utf8)) == .text("\u{1B}"))
    #expect(WrittenBytes.complaint(of: [0x1B]) == "a control")
    #expect(WrittenBytes.complaint(of: Array("\u{80}".utf8)) == "a control")
    #expect(WrittenBytes.complaint(of: Array("\u{2068}a".utf8)) == "left open")
    #expect(WrittenBytes.complaint(of: Array("\u{2068}a\n\u{2069}".utf8)) == "left open")
    #expect(WrittenBytes.complaint(of: Array("a\u{202C}".utf8)) == "an end of nothing")
    #expect(WrittenBytes.complaint(of: Array("\u{2068}a\u{2069}\n\t".utf8)) == nil)
  }
}
