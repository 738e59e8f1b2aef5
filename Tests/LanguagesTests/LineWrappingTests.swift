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
}
