import Languages
import Testing

@Suite("Line wrapping")
struct LineWrappingTests {
  @Test(
    "A text is broken at spaces and between wide characters",
    arguments: [
      ("", 10, [""]), ("one two", 10, ["one two"]), ("one two three", 7, ["one two", "three"]),
      ("one two three", 8, ["one two", "three"]), ("one  two", 4, ["one", "two"]),
      ("aé bé cé", 5, ["aé bé", "cé"]), ("ééééé", 2, ["éé", "éé", "é"]),
      ("abcdefgh", 3, ["abc", "def", "gh"]), ("日本語の文章", 6, ["日本語", "の文章"]),
      ("これは、長い", 6, ["これ", "は、長", "い"]), ("「長い」文", 5, ["「長", "い」", "文"]),
      ("a\nb", 10, ["a", "b"]), ("é\r\n\r\nb", 10, ["é", "", "b"]),
      ("ab cd", 0, ["a", "b", "c", "d"]),
      ("Read 日本 now", 8, ["Read 日", "本 now"]), ("é x", 1, ["é", "x"]),
      ("abc ", 3, ["abc"]), ("    abc def", 7, ["    abc", "def"]),
    ])
  func wrapped(text: String, columns: Int, lines: [String]) {
    #expect(DisplayWidth.wrapped(text, columns: columns) == lines)
  }

  @Test("An address that is longer than a line can be kept whole")
  func kept() {
    let text = "see https://example.org/a/long/path now"
    let lines = ["see", "https://example.org/a/long/path", "now"]
    #expect(DisplayWidth.wrapped(text, columns: 10, longWords: .kept) == lines)
    let accented = text.replacing("see", with: "sée")
    #expect(
      DisplayWidth.wrapped(accented, columns: 10, longWords: .kept) == ["sée"] + lines.dropFirst())
  }

  @Test("The fast way for ASCII breaks where the slow one does", arguments: 1...24)
  func asciiAgrees(columns: Int) {
    // A combining mark that takes no column sends the same text the slow way.
    let mark = "\u{301}"
    for text in ["a bb  ccc dddd eeeee f", "  indented words", "aaaaaaaaaaaaaa b", "x  ", "   "] {
      for longWords in [DisplayWidth.LongWords.broken, .kept] {
        let fast = DisplayWidth.wrapped(text, columns: columns, longWords: longWords)
        let slow = DisplayWidth.wrapped(
          text.replacing("a", with: "a" + mark).replacing("x", with: "x" + mark)
            .replacing("e", with: "e" + mark), columns: columns, longWords: longWords)
        #expect(
          slow.map { String($0.unicodeScalars.filter { $0 != "\u{301}" }) } == fast, "\(text)")
      }
    }
  }

  @Test("Texts of every script are broken where the obvious way breaks them", arguments: 1...12)
  func agreesWithTheObviousWay(columns: Int) {
    let pieces = ["a", "bc", "é", "مر", "日", "한", "か", "👍🏽", "e\u{301}", "🇩🇪", " ", " ", "  "]
    var seed = UInt64(columns)
    for _ in 0..<200 {
      var text = ""
      for _ in 0..<20 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += pieces[Int(seed >> 33) % pieces.count]
      }
      for longWords in [DisplayWidth.LongWords.broken, .kept] {
        #expect(
          DisplayWidth.wrapped(text, columns: columns, longWords: longWords)
            == ObviousWrapping.lines(of: text, columns: columns, longWords: longWords), "\(text)")
      }
    }
  }
}

/// Wraps grapheme by grapheme, with strings; knows no punctuation.
private enum ObviousWrapping {
  static func lines(
    of text: String, columns: Int, longWords: DisplayWidth.LongWords
  ) -> [String] {
    if width(text) <= columns { return [text] }
    var lines: [String] = []
    var line = ""
    for (spaces, word) in words(of: text) {
      if line.isEmpty && lines.isEmpty {
        line = String(repeating: " ", count: longWords == .broken ? min(spaces, columns) : spaces)
      } else if width(line) + spaces + width(word) > columns {
        lines.append(line)
        line = ""
      } else {
        line += String(repeating: " ", count: spaces)
      }
      if longWords == .kept || width(line) + width(word) <= columns {
        line += word
        continue
      }
      for character in word {
        if !line.isEmpty, width(line) + width(String(character)) > columns {
          lines.append(line)
          line = ""
        }
        line.append(character)
      }
    }
    return line.isEmpty && !lines.isEmpty ? lines : lines + [line]
  }

  /// What stays together, each with the number of spaces before it.
  private static func words(of text: String) -> [(spaces: Int, text: String)] {
    var words: [(spaces: Int, text: String)] = []
    var spaces = 0
    for character in text {
      if character == " " {
        spaces += 1
      } else if spaces == 0, let last = words.last?.text.last, !isWide(last), !isWide(character) {
        words[words.count - 1].text.append(character)
      } else {
        words.append((spaces, String(character)))
        spaces = 0
      }
    }
    return words
  }

  private static func isWide(_ character: Character) -> Bool { width(String(character)) == 2 }

  private static func width(_ text: String) -> Int { DisplayWidth.columns(of: text) }
}
