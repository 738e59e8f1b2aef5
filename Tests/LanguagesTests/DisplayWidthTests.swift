import TestData
import Testing

@testable import Languages

struct DisplayWidthTests {
  /// Texts and their columns, as people see them in a terminal.
  private static let texts: [(String, Int)] = [
    ("", 0), ("Hello", 5), ("naïve café", 10), ("cafe\u{301}", 4), ("日本語", 6), ("ﾊﾝｶｸ", 4),
    ("ＦＵＬＬ", 8), ("한국어", 6), ("\u{1112}\u{1161}\u{11AB}", 2), ("مرحبا", 5), ("שלום", 4),
    ("שָׁלוֹם", 4), ("Привет", 6), ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧‍👦", 2), ("🇩🇪", 2),
    ("🇩🇪🇫🇷", 4), ("1️⃣", 2), ("❤", 1), ("❤️", 2), ("⏰", 2), ("🏳️‍🌈", 2),
    ("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", 2), ("か\u{3099}", 2),
    ("z\u{338}\u{327}\u{31B}", 1), ("a\u{200B}b", 2), ("\u{2068}שם\u{2069}", 2),
    ("नमस्ते", 4), ("สวัสดี", 4), ("“…”—•", 5), ("│┃█▂", 4), ("🖼️", 2), ("ℹ️", 2), ("✅", 2),
    ("e\u{FE0F}", 1), ("\u{AD}", 1),
  ]

  @Test(arguments: texts)
  func `Texts take the columns that a terminal gives them`(text: String, columns: Int) {
    #expect(DisplayWidth.columns(of: text) == columns)
    #expect(DisplayWidth.columns(of: "ab\(text)é") == columns + 3)
  }

  /// Whether Python has wcwidth with the tables of our version of Unicode.
  private static let hasJudge =
    (try? Repository.python("display_width.py", ["texts"], input: "a\n")) ?? nil != nil

  @Test(.enabled(if: hasJudge, "skipped: needs python3 with wcwidth of Unicode 17"))
  func `Every code point is as wide as Python's wcwidth has it`() throws {
    let output = try #require(try Repository.python("display_width.py", ["scalars"]))
    #expect(try Self.differences(output) == [])
  }

  @Test func `The comparison of code points finds a wrong width`() throws {
    #expect(try Self.differences("41 43 1\n4e00 4e01 2") == [])
    #expect(try Self.differences("41 43 2\n4e00 4e01 1") == ["41", "42", "43", "4e00", "4e01"])
  }

  /// The code points of lines `first last width` that have another width here. In each run all of the planes
  /// with signs of many widths; of the others the ends of every run, and one in 61.
  private static func differences(_ runs: String) throws -> [String] {
    var wrong: [String] = []
    for line in runs.split(separator: "\n") {
      let parts = line.split(separator: " ")
      let first = try #require(UInt32(parts[0], radix: 16))
      let last = try #require(UInt32(parts[1], radix: 16))
      for scalar in (first...last).compactMap(Unicode.Scalar.init) {
        let isMixed = scalar.value < 0x2_0000 || scalar.value >> 16 == 0xE
        let isEnd = scalar.value == first || scalar.value == last
        guard isMixed || isEnd || Trials.takes(Int(scalar.value), of: 61) else { continue }
        let width = DisplayWidth.columns(of: String(Character(scalar)))
        if String(width) != parts[2] { wrong.append(String(scalar.value, radix: 16)) }
      }
    }
    return wrong
  }

  @Test(.enabled(if: hasJudge, "skipped: needs python3 with wcwidth of Unicode 17"))
  func `Whole texts are as wide as Python's wcwidth has them`() throws {
    let input = Self.texts.map { $0.0 + "\n" }.joined()
    let output = try #require(try Repository.python("display_width.py", ["texts"], input: input))
    let widths = output.split(separator: "\n").map { Int($0) }
    #expect(widths == Self.texts.map(\.1))
  }

  @Test(arguments: [
    ("Hello, world", 12, "Hello, world"), ("Hello, world", 11, "Hello, wor…"),
    ("Hello, world", 8, "Hello,…"), ("Hello", 1, "…"), ("Hello", 0, ""), ("Hello", -5, ""),
    ("日本語テキスト", 7, "日本語…"), ("日本語テキスト", 6, "日本…"), ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 5, "👨‍👩‍👧‍👦👨‍👩‍👧‍👦…"), ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 3, "👨‍👩‍👧‍👦…"),
    ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("🇩🇪🇫🇷🇮🇹", 4, "🇩🇪…"), ("", 0, ""),
  ])
  func `A text is cut between graphemes, with an …`(text: String, columns: Int, expected: String) {
    let cut = DisplayWidth.truncated(text, columns: columns)
    #expect(cut == expected)
    #expect(DisplayWidth.columns(of: cut) <= max(0, columns))
  }

  @Test(arguments: 1...14)
  func `A text is cut where the obvious way cuts it`(columns: Int) {
    let pieces = [
      "a", " ", "é", "Ж", "مر", "日", "か", "👍", "e\u{301}", "🇩🇪", "👍🏽", "\u{2068}",
      "1\u{FE0F}\u{20E3}",
    ]
    var generator = SeededGenerator(seed: UInt64(columns))
    for _ in 0..<1000 {
      let text = generator.text(of: pieces, count: 0...12)
      var cut = ""
      var used = 0
      for character in text {
        used += DisplayWidth.columns(of: character)
        if used < columns { cut.append(character) }
      }
      while cut.last == " " { cut.removeLast() }
      let expected = used <= columns ? text : cut + "…"
      let found = DisplayWidth.truncated(text, columns: columns)
      #expect(found.utf8.elementsEqual(expected.utf8), "\(text): \(found)")
    }
  }

  @Test(arguments: 0...20)
  func `Printable ASCII is told byte by byte`(length: Int) {
    let plain = [UInt8](repeating: UInt8(ascii: "~"), count: length)
    #expect(plain.withUnsafeBufferPointer { $0.isPrintableASCII })
    for place in 0..<length {
      for byte in UInt8.min...UInt8.max {
        var bytes = plain
        bytes[place] = byte
        let isPrintable = (0x20...0x7E).contains(byte)
        #expect(bytes.withUnsafeBufferPointer { $0.isPrintableASCII } == isPrintable)
      }
    }
  }

  @Test(arguments: [
    ("Hello", 5, "Hello"), ("Hello!", 5, "Hell…"), ("👨‍👩‍👧‍👦👍🏽🇩🇪", 3, "👨‍👩‍👧‍👦👍🏽🇩🇪"),
    ("👨‍👩‍👧‍👦👍🏽🇩🇪a", 3, "👨‍👩‍👧‍👦👍🏽…"), ("Hello", 0, ""), ("a b c", 3, "a…"),
  ])
  func `A text is cut to a number of graphemes`(text: String, count: Int, expected: String) {
    #expect(DisplayWidth.truncated(text, characters: count) == expected)
  }
}
