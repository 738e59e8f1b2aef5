import Languages
import Notifications
import Testing

@testable import Digests
@testable import Rendering

struct TerminalBarsTests {
  private let utf8 = TerminalStyle()
  private let ascii = TerminalStyle(isUTF8: false)

  @Test(arguments: [
    ((0, 0), 100, "", ""), ((100, 100), 100, "██████████", "##########"),
    ((50, 50), 100, "█████", "#####"), ((50, 0), 100, "░░░░░", "-----"),
    ((100, 30), 100, "███░░░░░░░", "###-------"), ((100, 1), 100, "█░░░░░░░░░", "#---------"),
    ((100, 99), 100, "█████████░", "#########-"), ((2, 1), 1_000_000, "█", "#"),
    ((1, 0), 1_000_000, "░", "-"), ((Int.max, Int.max), Int.max, "██████████", "##########"),
    ((5, 5), 0, "", ""), ((-3, 0), 10, "", ""),
  ])
  func `A bar is as long as its share, in two shades, and neither is nothing for something`(
    tally: (total: Int, unread: Int), most: Int, expected: String, plain: String
  ) {
    let tally = Tally(total: tally.total, unread: tally.unread)
    let bar = TerminalBars.bar(tally, of: most, columns: 10, utf8)
    #expect(bar.unread + bar.read == expected)
    let other = TerminalBars.bar(tally, of: most, columns: 10, ascii)
    #expect(other.unread + other.read == plain)
  }

  @Test func `A strip has a sign for each value, its height the share of the highest`() {
    #expect(TerminalBars.strip([1, 0, 4, 8], utf8) == "▁ ▄█")
    #expect(TerminalBars.strip([1, 0, 4, 8], ascii) == ". =#")
    #expect(TerminalBars.strip([], utf8) == "")
    #expect(TerminalBars.strip([0, 0], utf8) == "  ")
  }

  @Test func `Days without anything are there, and very many days share their signs`() {
    func totals(_ days: [DayTally], _ limit: Int) -> [Int] {
      TerminalSpan(days, limit: limit).totals(days)
    }
    let days = [(10, 3), (12, 5)].map { DayTally(day: $0.0, tally: Tally(total: $0.1)) }
    #expect(totals(days, 10) == [3, 0, 5])
    #expect(totals(days, 2) == [3, 5])
    #expect(totals(days, 1) == [8])
    #expect(totals([], 5) == [])
    let far = [(Int32.min, 1), (Int32.max, 2)].map {
      DayTally(day: $0.0, tally: Tally(total: $0.1))
    }
    #expect(totals(far, 60).reduce(0, +) == 3)
    #expect(totals(far, 60).count <= 60)
  }

  @Test(arguments: [
    (10, 10, "per day"), (11, 10, "per 2 days"), (60, 10, "per 6 days"), (61, 10, "per week"),
    (71, 10, "per 2 weeks"), (530, 10, "per 8 weeks"),
  ])
  func `A strip says what its signs span`(days: Int32, limit: Int, expected: String) throws {
    let tallies = [0, days - 1].map { DayTally(day: $0, tally: Tally(total: 1)) }
    let span = TerminalSpan(tallies, limit: limit)
    #expect(try span.label(Samples.context().words) == expected)
    #expect(span.totals(tallies).count <= limit)
  }

  @Test func `Ids are cut inside, so that those that begin alike stay distinct`() {
    let id = TerminalText("01HXAMPLEAMPLEAMPLE9f3c", utf8)
    #expect(id.cutInside(to: 12, utf8).text == "01HXAMPL…f3c")
    #expect(id.cutInside(to: 12, utf8).columns == 12)
    #expect(id.cutInside(to: 40, utf8) == id)
    #expect(id.cutInside(to: 12, ascii).text == "01HXAM...f3c")
    for columns in 0...30 {
      #expect(TerminalText("短い名前の識別子です", utf8).cutInside(to: columns, utf8).columns <= columns)
    }
  }

  @Test func `Labels, bars and values of a chart stand in columns by what is seen`() {
    var page = TerminalPage(utf8)
    let rows = [("短い", 5), ("naïve label", 10), ("❤️", 1)].map {
      TerminalBarRow(label: $0.0, value: $0.1, color: .blue)
    }
    page.add(rows, indent: 2) { String($0) }
    let starts = page.bytes.split(separator: 0x0A).map { line in
      let text = String(decoding: line, as: UTF8.self)
      let bar = text.firstIndex { $0 == "█" } ?? text.startIndex
      return DisplayWidth.columns(of: String(text[..<bar]))
    }
    #expect(Set(starts) == [15])
  }
}
