import TestData
import Testing

@testable import Digests

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
