import Languages
import Notifications
import Testing

@testable import Digests
@testable import Rendering

@Suite struct TerminalBarsTests {
  private let utf8 = TerminalStyle()
  private let ascii = TerminalStyle(isUTF8: false)

  @Test(
    "A bar is as long as its share, in eighths, and never nothing for something",
    arguments: [
      (0, 100, "", ""), (100, 100, "██████████", "##########"), (50, 100, "█████", "#####"),
      (1, 1_000_000, "▏", "#"), (11, 80, "█▍", "#"), (Int.max, Int.max, "██████████", "##########"),
      (5, 0, "", ""), (-3, 10, "", ""),
    ])
  func bars(value: Int, most: Int, expected: String, plain: String) {
    #expect(TerminalBars.bar(value, of: most, columns: 10, utf8) == expected)
    #expect(TerminalBars.bar(value, of: most, columns: 10, ascii) == plain)
  }

  @Test("A strip has a sign for each value, its height the share of the highest")
  func strips() {
    #expect(TerminalBars.strip([1, 0, 4, 8], utf8) == "▁ ▄█")
    #expect(TerminalBars.strip([1, 0, 4, 8], ascii) == ". =#")
    #expect(TerminalBars.strip([], utf8) == "")
    #expect(TerminalBars.strip([0, 0], utf8) == "  ")
  }

  @Test("Days without anything are there, and very many days share their signs")
  func days() {
    let days = [(10, 3), (12, 5)].map { DayTally(day: $0.0, tally: Tally(total: $0.1)) }
    #expect(TerminalBars.perDay(days, limit: 10) == [3, 0, 5])
    #expect(TerminalBars.perDay(days, limit: 2) == [3, 5])
    #expect(TerminalBars.perDay(days, limit: 1) == [8])
    #expect(TerminalBars.perDay([], limit: 5) == [])
    let far = [(Int32.min, 1), (Int32.max, 2)].map {
      DayTally(day: $0.0, tally: Tally(total: $0.1))
    }
    #expect(TerminalBars.perDay(far, limit: 60).reduce(0, +) == 3)
    #expect(TerminalBars.perDay(far, limit: 60).count <= 60)
  }

  @Test("Labels, bars and values of a chart stand in columns by what is seen")
  func columns() {
    var page = TerminalPage(utf8)
    let rows = [("短い", 5), ("naïve label", 10), ("❤️", 1)].map {
      TerminalBarRow(label: $0.0, value: $0.1, color: .blue)
    }
    page.add(rows, indent: 2) { String($0) }
    let starts = page.bytes.split(separator: 0x0A).map { line in
      let text = String(decoding: line, as: UTF8.self)
      let bar = text.firstIndex { "█▏▎▍▌▋▊▉".contains($0) } ?? text.startIndex
      return DisplayWidth.columns(of: text[..<bar])
    }
    #expect(Set(starts) == [15])
  }
}
