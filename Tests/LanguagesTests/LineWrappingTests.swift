import TestData
import Testing

@testable import Languages

struct LineWrappingTests {
  @Test(arguments: [
    ("", 10, [""]), ("one two", 10, ["one two"]), ("one two three", 7, ["one two", "three"]),
    ("one two three", 8, ["one two", "three"]), ("one  two", 4, ["one", "two"]),
    ("aé bé cé", 5, ["aé bé", "cé"]), ("ééééé", 2, ["éé", "éé", "é"]),
    ("abcdefgh", 3, ["abc", "def", "gh"]), ("日本語の文章", 6, ["日本語", "の文章"]),
    ("これは、長い", 6, ["これ", "は、長", "い"]), ("「長い」文", 5, ["「長", "い」", "文"]), ("a\nb", 10, ["a", "b"]),
    ("é\r\n\r\nb", 10, ["é", "", "b"]), ("ab cd", 0, ["a", "b", "c", "d"]),
    ("Read 日本 now", 8, ["Read 日", "本 now"]), ("é x", 1, ["é", "x"]),
    ("📊 1 · 📅\u{A0}Termin 2", 9, ["📊 1 ·", "📅\u{A0}Termin", "2"]),
    ("abc ", 3, ["abc"]), ("    abc def", 7, ["    abc", "def"]),
  ])
  func `A text breaks at spaces and wide characters`(text: String, columns: Int, lines: [String]) {
    #expect(DisplayWidth.wrapped(text, columns: columns) == lines)
  }

  @Test func `An address that is longer than a line can be kept whole`() {
    let text = "see https://example.org/a/long/path now"
    let lines = ["see", "https://example.org/a/long/path", "now"]
    #expect(DisplayWidth.wrapped(text, columns: 10, keepsAddresses: true) == lines)
    let accented = text.replacing("see", with: "sée")
    #expect(
      DisplayWidth.wrapped(accented, columns: 10, keepsAddresses: true) == ["sée"]
        + lines.dropFirst())
  }

  @Test func `An isolate at which a line breaks stays with what it isolates`() {
    let text = "aé \u{2068}bc\u{2069} d"
    #expect(DisplayWidth.wrapped(text, columns: 3) == ["aé", "\u{2068}bc\u{2069}", "d"])
    #expect(DisplayWidth.wrapped(text + "🇩🇪", columns: 3).dropFirst().first == "\u{2068}bc\u{2069}")
  }

  @Test func `The way in one pass knows no width that is not the one of the standard`() {
    var known = 0
    for scalar in (0..<0x20000 as Range<UInt32>).compactMap(Unicode.Scalar.init) {
      let columns = LineStream.columns(scalar.value)
      if let columns {
        known += 1
        #expect(columns == ScalarWidth.columns(of: scalar) && !ScalarWidth.joins(scalar))
      }
      var text = String(scalar)
      text.withUTF8 {
        if $0.narrow(at: 0) > 0 { #expect($0.narrow(at: 0) == $0.count && columns == 1) }
      }
    }
    #expect(known > 30_000)
  }

  @Test(arguments: 1...12)
  func `Texts of every script are broken where the obvious way breaks them`(columns: Int) {
    let pieces = [
      "a", "bc", "é", "مر", "日", "한", "か", "👍🏽", "e\u{301}", "🇩🇪", " ", " ", "  ", "👍", "Ж",
      "\u{2068}", "\u{2069}", " \u{2068}",
    ]
    var generator = SeededGenerator(seed: UInt64(columns))
    for _ in 0..<200 {
      let text = generator.text(of: pieces, count: 20...20)
      #expect(
        DisplayWidth.wrapped(text, columns: columns)
          == ObviousWrapping.lines(of: text, columns: columns), "\(text)")
    }
  }
}

/// Wraps grapheme by grapheme, with strings; knows no punctuation.
private enum ObviousWrapping {
  static func lines(of text: String, columns: Int) -> [String] {
    if width(text) <= columns { return [text] }
    var lines: [String] = []
    var line = ""
    for (spaces, word) in words(of: text) {
      if line.isEmpty && lines.isEmpty {
        line = String(repeating: " ", count: min(spaces, columns))
      } else if width(line) > 0, width(line) + spaces + width(word) > columns {
        lines.append(line)
        line = ""
      } else {
        line += String(repeating: " ", count: spaces)
      }
      if width(line) + width(word) <= columns {
        line += word
        continue
      }
      for unit in units(of: word) {
        if width(line) > 0, width(line) + width(unit) > columns {
          lines.append(withoutLastSpaces(line))
          line = ""
        }
        line += unit
      }
    }
    return line.isEmpty && !lines.isEmpty ? lines : lines + [line]
  }

  /// What stays together, each with the number of spaces before it.
  private static func words(of text: String) -> [(spaces: Int, text: String)] {
    var words: [(spaces: Int, text: String)] = []
    var spaces = 0
    var last = ""
    for unit in units(of: text) {
      if unit == " " {
        spaces += 1
      } else if spaces == 0, !words.isEmpty, !mayBreak(between: last, and: unit) {
        words[words.count - 1].text += unit
      } else {
        words.append((spaces, unit))
        spaces = 0
      }
      last = unit
    }
    return words
  }

  /// A line of nothing else keeps its spaces.
  private static func withoutLastSpaces(_ line: String) -> String {
    if line.allSatisfy({ $0 == " " }) { return line }
    return String(line.reversed().drop { $0 == " " }.reversed())
  }

  /// Graphemes, each with what follows it and has no columns; a space takes nothing of the kind.
  private static func units(of text: String) -> [String] {
    var units: [String] = []
    for character in text {
      if let last = units.last, last != " ", width(String(character)) == 0 {
        units[units.count - 1].append(character)
      } else {
        units.append(String(character))
      }
    }
    return units
  }

  private static func mayBreak(between left: String, and right: String) -> Bool {
    let widths = [width(left), width(right)]
    return widths.contains(2) && !widths.contains(0)
  }

  private static func width(_ text: String) -> Int { DisplayWidth.columns(of: text) }
}
