import Testing

@testable import Rendering

struct LineTests {
  /// The slow obvious way, which asks each character.
  private func oracle(_ text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).map(String.init)
  }

  private func lines(of text: String, atMost limit: Int = .max) -> [String] {
    var lines: [String] = []
    text.forEachLine {
      lines.append($0)
      return lines.count < limit
    }
    return lines
  }

  @Test(arguments: [
    "", "\n", "one", "one\n", "\none", "one\ntwo\n\n\nthree", "one\r\ntwo\rthree\n\rfour",
    "\u{0B}one\u{0C}two\u{85}three\u{2028}four\u{2029}five", "\u{85}\u{2028}", "é\nà\u{301}\n",
    "\u{A0}one\u{2003}two\u{202F}three", "\n\u{301}mark", "one\u{200D}\r\n\u{200D}two", "👩‍👩‍👧\n🇩🇪",
    "\u{1E}one\u{1F}two\tthree", "eightbyt\neightbyt\u{2028}12345678\u{85}1234567\n",
    "seven 7\u{2029}and âÂ more",
  ])
  func `Lines are what Character.isNewline parts, none of them empty`(_ text: String) {
    #expect(lines(of: text) == oracle(text))
  }

  @Test func `Reading lines stops where the caller has enough`() {
    #expect(lines(of: "one\ntwo\nthree", atMost: 2) == ["one", "two"])
  }
}

struct InitialsTests {
  @Test(arguments: [
    ("", ""), (" ", ""), ("ana maría", "A"), ("\u{2003}Ana", "A"), ("ßeta", "S"), ("< x", "<"),
    ("e\u{301}lan vital", "E\u{301}"), ("👩‍👩‍👧 family", "👩‍👩‍👧"), ("7 up", "7"),
  ])
  func `One sign stands for a name, in mails and on pages`(_ name: String, _ initial: String) {
    #expect(Initials.of(name) == initial)
  }
}
