import Notifications
import TestData
import Testing

@testable import Digests

struct SummaryTests {
  private let types = ["offer", "other", "added"].map {
    TypeID(ProfileName("p"), TypeKey(normalizing: $0))
  }

  private func summary(of fold: SummaryFold, busiest: Int = 10) -> Summary {
    fold.summary(
      types: types, recipient: { RecipientID("r\($0)") }, profiles: [rooms()], busiest: busiest)
  }

  private struct Facts {
    var recipient: Int
    var type: Int
    var day: Int32
    var priority: Priority
    var standing: SummaryStanding

    func add(to fold: inout SummaryFold) {
      fold.add(recipient: recipient, type: type, day: day, priority: priority, standing: standing)
    }
  }

  private func random(_ count: Int) -> [Facts] {
    var random = SeededGenerator(seed: 42)
    let standings: [SummaryStanding] = [.unread, .deleted, .expired, .upcoming]
    return (0..<count).map { _ in
      Facts(
        recipient: .random(in: 0..<9, using: &random), type: .random(in: 0..<3, using: &random),
        day: .random(in: 20_000..<20_010, using: &random),
        priority: Priority.allCases.randomElement(using: &random) ?? .low,
        standing: standings.randomElement(using: &random) ?? .read)
    }
  }

  @Test func `A fold counts what filtering counts`() {
    let facts = random(500)
    var fold = SummaryFold()
    for fact in facts { fact.add(to: &fold) }
    let summary = summary(of: fold)
    let unread = facts.filter { $0.standing == .unread }
    #expect(summary.counts.all == Tally(total: 500, unread: unread.count))
    for priority in Priority.allCases {
      #expect(summary.counts[priority].total == facts.count { $0.priority == priority })
      #expect(summary.counts[priority].unread == unread.count { $0.priority == priority })
    }
    #expect(summary.counts.byType.map(\.type.key.text) == ["added", "offer", "other"])
    #expect(
      summary.counts.byType.map(\.tally.total)
        == [2, 0, 1].map { type in facts.count { $0.type == type } })
    #expect(summary.recipients == 9)
    #expect(summary.deleted == facts.count { $0.standing == .deleted })
    #expect(summary.expired == facts.count { $0.standing == .expired })
    #expect(summary.upcoming == facts.count { $0.standing == .upcoming })
    #expect(summary.byDay.map(\.day) == Array(20_000..<20_010))
    for day in summary.byDay {
      #expect(day.tally.total == facts.count { $0.day == day.day })
      #expect(day.tally.unread == unread.count { $0.day == day.day })
    }
  }

  @Test func `Parts merged in any order make the whole`() {
    let facts = random(300)
    var whole = SummaryFold()
    for fact in facts { fact.add(to: &whole) }
    for cut in [0, 1, 150, 299, 300] {
      var first = SummaryFold()
      for fact in facts[..<cut] { fact.add(to: &first) }
      var second = SummaryFold()
      for fact in facts[cut...] { fact.add(to: &second) }
      var backwards = second
      backwards.merge(first)
      first.merge(second)
      #expect(summary(of: first) == summary(of: whole))
      #expect(summary(of: backwards) == summary(of: whole))
    }
  }

  @Test func `The busiest come first, ties by unread, then by id`() {
    var fold = SummaryFold()
    for (recipient, unread, total) in [(3, 0, 2), (1, 0, 2), (7, 1, 2), (5, 0, 9), (0, 0, 1)] {
      for index in 0..<total {
        fold.add(
          recipient: recipient, type: 0, day: 0, priority: .low,
          standing: index < unread ? .unread : .read)
      }
    }
    #expect(summary(of: fold).busiest.map(\.id.text) == ["r5", "r7", "r1", "r3", "r0"])
    #expect(summary(of: fold, busiest: 2).busiest.map(\.id.text) == ["r5", "r7"])
    #expect(summary(of: fold, busiest: 0).busiest.isEmpty)
    #expect(summary(of: fold, busiest: 0).recipients == 5)
  }

  @Test func `Days at the ends of time cost no memory and are not lost`() {
    var fold = SummaryFold()
    let days: [Int32] = [.min, -1, 0, 20_000, 19_000, 65_535, 65_536, .max]
    for day in days {
      fold.add(recipient: 0, type: 0, day: day, priority: .low, standing: .read)
    }
    #expect(summary(of: fold).byDay.map(\.day) == days.sorted())
    #expect(summary(of: fold).byDay.allSatisfy { $0.tally.total == 1 })
  }

  @Test func `Of deleted, expired and upcoming, the first that holds is counted`() {
    let ahead = noon.adding(seconds: 301)
    let deleted = SummaryStanding(isUnread: true, concealment: .deleted, time: ahead, now: noon)
    #expect(deleted == .deleted)
    let upcoming = SummaryStanding(isUnread: false, concealment: nil, time: ahead, now: noon)
    #expect(upcoming == .upcoming)
    let skewed = SummaryStanding(
      isUnread: false, concealment: nil, time: noon.adding(seconds: 300), now: noon)
    #expect(skewed == .read)
  }
}

struct RecipientTalliesTests {
  @Test(arguments: 0..<30)
  func `Numbers in any order and in parts are counted as a dictionary counts them`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let from = Int.random(in: 0..<50, using: &random)
    var facts = (0..<400).map { _ in
      (
        number: Int.random(in: from..<(from + 90), using: &random),
        isUnread: Bool.random(using: &random)
      )
    }
    if seed % 3 == 0 { facts.sort { $0.number > $1.number } }
    var expected: [Int: Tally] = [:]
    for fact in facts { expected[fact.number, default: Tally()].add(isUnread: fact.isUnread) }

    var whole = RecipientTallies()
    for fact in facts { whole.add(isUnread: fact.isUnread, at: fact.number) }
    var parts = RecipientTallies()
    for share in [facts[250...], facts[..<100], facts[100..<250], []] {
      var part = RecipientTallies()
      for fact in share { part.add(isUnread: fact.isUnread, at: fact.number) }
      parts.add(part)
    }
    #expect(parts == whole)
    #expect(whole.present.map(\.number) == expected.keys.sorted())
    #expect(whole.present.allSatisfy { expected[$0.number] == $0.tally })
    parts.add(isUnread: true, at: from)
    #expect(parts != whole)
  }
}
