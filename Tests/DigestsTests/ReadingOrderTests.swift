import Digests
import Notifications
import TestData
import Testing

struct ReadingOrderTests {
  private func ids(_ digest: Digest) -> [[String]] {
    digest.readingOrder.map { $0.lines.map { digest[$0].notification.id.text } }
  }

  private func headings(_ digest: Digest) -> [ReadingSection.Heading] {
    digest.readingOrder.map(\.heading)
  }

  /// Some of each day, unread and read, urgent and not.
  private let mixed = [
    sample("a", ago: 10), sample("b", ago: 20, priority: .high),
    sample("c", ago: 30, priority: .high, read: .read), sample("d", ago: 90_000),
    sample("e", ago: 90_001, priority: .high, read: .unknown),
    sample("f", ago: 300_000, priority: .high), sample("g", ago: 300_001, priority: .low),
  ]

  @Test func `What is unread and high comes first, from all days; then the rest, day by day`() {
    let made = digest(mixed)
    #expect(headings(made) == [.urgent, .day(.today), .day(.yesterday), .day(.earlier)])
    #expect(ids(made) == [["b", "e", "f"], ["a", "c"], ["d"], ["g"]])
    #expect(made.readingOrder.map(\.count) == [3, 2, 1, 1])
    #expect(made.urgentCount == 3)
  }

  @Test func `Days stay as they are where nothing is urgent, and where everything is`() {
    let calm = digest([sample("a"), sample("b", ago: 90_000), sample("c", priority: .low)])
    #expect(headings(calm) == [.day(.today), .day(.yesterday)])
    let urgent = digest([sample("a", priority: .high), sample("b", ago: 300_000, priority: .high)])
    #expect(headings(urgent) == [.day(.today), .day(.earlier)])
    #expect(urgent.urgentCount == 2)
    #expect(digest([]).readingOrder == [])
  }

  @Test func `A heading counts what is under it; a section without a line is left out`() {
    let made = digest(mixed).cut(toLines: 2)
    #expect(headings(made) == [.urgent])
    #expect(ids(made) == [["b", "e"]])
    #expect(made.readingOrder.map(\.count) == [2])
    #expect((made.omitted, made.omittedUrgent) == (5, 1))
    let three = digest(mixed).cut(toLines: 4)
    #expect(ids(three) == [["b", "e", "f"], ["c"]])
    #expect(three.readingOrder.map(\.count) == [3, 1])
  }

  @Test func `A line counts all its notifications where it is shown`() {
    let chain = (0..<3).map {
      sample("c\($0)", ago: 500 + $0, type: "added", priority: .high, actor: "a", subject: "s")
    }
    let made = digest(chain + [sample("a")])
    #expect(made.readingOrder.map(\.count) == [3, 1])
    #expect(made.urgentCount == 3)
  }

  @Test func `What is cut and urgent is told apart by type, too`() {
    let types = ["offer", "comment", "comment", "offer", "zeta", "zeta"]
    let all = types.enumerated().map {
      sample("\($0)", ago: Int64($0), type: $1, priority: $0 < 4 ? .high : .normal)
    }
    let cut = digest(all).cut(toLines: 2)
    #expect((cut.omitted, cut.omittedUrgent) == (4, 2))
    #expect(cut.omittedCounts.byType.map(\.tally.total) == [1, 1, 2])
    #expect(cut.omittedOthers.byType.map(\.type.key.text) == ["zeta"])
  }

  @Test func `What is cut is counted by type`() {
    let types = ["offer", "comment", "offer", "mention", "comment", "comment", "zeta"]
    let all = types.enumerated().map { sample("\($0)", ago: Int64($0), type: $1) }
    let cut = digest(all).cut(toLines: 2)
    // What is about the reader in person stays before newer ones.
    #expect(ids(cut) == [["0", "3"]])
    let rest = cut.omittedCounts
    #expect(rest.all == Tally(total: 5, unread: 5))
    #expect(rest.byType.map(\.type.key.text) == ["comment", "offer", "zeta"])
    #expect(rest.byType.map(\.tally.total) == [3, 1, 1])
    #expect(digest(all).omittedCounts == Counts())
  }

  @Test(arguments: 0..<60)
  func `An item stands once, and the headings' numbers add up`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let all = (0..<30).map { number in
      sample(
        "\(number)", ago: .random(in: 0...300_000, using: &random),
        type: ["added", "comment", "mention", "offer"].randomElement(using: &random) ?? "",
        priority: Priority.allCases.randomElement(using: &random) ?? .low,
        read: Bool.random(using: &random) ? .read : .unread, actor: "a",
        subject: ["r", "s"].randomElement(using: &random))
    }
    for limit in [0, 1, 5, 15, 40] {
      let made = digest(all).cut(toLines: limit)
      let lines = made.readingOrder.flatMap(\.lines)
      #expect(lines.count == made.lineCount)
      let shown = lines.flatMap { made[$0].ids }
      #expect(Set(shown).count == shown.count)
      #expect(shown.count + made.omitted == all.count)
      #expect(made.omittedCounts.all.total == made.omitted)
      for section in made.readingOrder where section.heading != .urgent {
        let times = section.lines.map { made[$0].notification.time }
        #expect(times == times.sorted(by: >))
      }
      // Of what an urgent one replaced, no heading tells.
      let replaced = lines.reduce(0) {
        $0 + (made[$1].isUrgent ? made[$1].ids.count - made[$1].urgentCount : 0)
      }
      let isDivided = made.readingOrder.first?.heading == .urgent
      let told = made.readingOrder.reduce(isDivided ? replaced : 0) { $0 + $1.count }
      #expect(told + made.omitted == all.count)
    }
  }
}
