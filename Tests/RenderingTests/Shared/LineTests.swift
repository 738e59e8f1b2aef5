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

struct MessageOpeningTests {
  private static let long =
    "Nobody knows where the keys of the laundry have been since Thursday and so the training begins late"

  @Test(arguments: [
    ("The keys are back.", "The keys are back.", ""),
    ("The keys are back. They hang\nat the door.", "The keys are back.", "They hang\nat the door."),
    ("Who has the keys?\n\n They were here.", "Who has the keys?", "They were here."),
    ("\n Short\nand more", "Short", "and more"),
    ("Dr. Kim wrote to you. Answer", "Dr. Kim wrote to you.", "Answer"),
    ("The match on 3. February is off. Rest.", "The match on 3. February is off.", "Rest."),
    ("The scale of things, e.g. shoes, grows", "The scale of things, e.g. shoes, grows", ""),
    ("明日の練習は体育館で行います。忘れ物に注意。", "明日の練習は体育館で行います。", "忘れ物に注意。"),
    ("Mara joined your group! 🎉", "Mara joined your group! 🎉", ""),
    ("Third of eight! 🏁\nSee it", "Third of eight! 🏁", "See it"),
    ("自己ベストを更新しました！🏆", "自己ベストを更新しました！🏆", ""), ("", "", ""), (" \n ", "", ""),
    (
      long, "Nobody knows where the keys of the laundry have been since Thursday and so the…",
      "…training begins late"
    ),
    (String(repeating: "x", count: 90), String(repeating: "x", count: 79) + "…", "…xxxxxxxxxxx"),
  ])
  func `A message opens with its first sentence`(message: String, title: String, rest: String) {
    let opening = MessageOpening(message)
    #expect(opening.title == title)
    #expect(opening.rest == rest)
  }

  @Test(arguments: [
    ("The harbour goes on", 19, "The harbour goes on"),
    ("The harbour goes on and on", 19, "The harbour goes…"),
    ("The harbour goes on and on", 20, "The harbour goes on…"),
    ("The harbour is gone. It is", 22, "The harbour is gone…"),
    ("The port authoritiesofthecity", 27, "The port authoritiesofthec…"),
    ("https://example.org/a/b/c/d/e/f", 24, "https://example.org/a/b…"),
    ("自己ベストを更新しました", 11, "自己ベスト…"), ("", 4, ""),
    ("Müller 自己ベストを更新", 18, "Müller 自己ベスト…"), ("One\nlonger", 7, "One…"),
  ])
  func `A text is cut between words, or inside of a long one`(
    text: String, columns: Int, cut: String
  ) {
    #expect(MessageOpening.cut(text, columns: columns) == cut)
  }
}

struct AccentTests {
  @Test(arguments: ["#ffff00", "#1d4ed8", "#000000", "#ffffff", "#f97316", "#22c55e"])
  func `A brand's color is made readable in both schemes, and says so`(hex: String) throws {
    let accent = Accent(try #require(RGB(hex: hex)))
    for background in [0xFFFFFF, 0xF1F5F9, 0xEFF6FF, 0xFEF2F2] as [UInt32] {
      #expect(accent.light.contrast(with: RGB(background)) >= Accent.leastContrast)
    }
    for background in [0x0B1220, 0x111A2C, 0x12233F, 0x2A1216] as [UInt32] {
      #expect(accent.dark.contrast(with: RGB(background)) >= Accent.leastContrast)
    }
    #expect((accent.replaced != nil) == (accent.light.description != hex))
  }

  @Test(arguments: ["#1d4ed8", "#0f766e", "#7c3aed"])
  func `A brand's color that is readable in light is kept`(hex: String) throws {
    let accent = Accent(try #require(RGB(hex: hex)))
    #expect(accent.light.description == hex && accent.replaced == nil)
  }

  @Test func `The standard color passes as it is`() {
    #expect(Accent(Accent.standard.light).light == Accent.standard.light)
    #expect(Accent(Accent.standard.light).replaced == nil)
  }

  @Test(arguments: ["", "#12", "#12345g", "red", "#1234567", "-12345"])
  func `A brand's color is read from hexadecimal digits only`(text: String) {
    #expect(RGB(hex: text) == nil)
  }

  @Test func `Black on white has the highest contrast`() {
    #expect(abs(RGB(0).contrast(with: RGB(0xFFFFFF)) - 21) < 0.01)
  }
}
