import Notifications
import TestData
import Testing

@testable import Digests

struct RecordFactsTests {
  /// What need not be read must be what the whole notification would not be chosen for.
  @Test(arguments: 0..<40)
  func `What may not be chosen changes no digest`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let all = (0..<120).map { number in
      var one = sample(
        "n\(number)", ago: Int64.random(in: -900...1_000_000, using: &random),
        priority: Priority.allCases.randomElement(using: &random) ?? .normal,
        read: [.unread, .read, .unknown].randomElement(using: &random) ?? .unread,
        profile: Bool.random(using: &random) ? "p" : "q")
      one.content.isDeleted = Int.random(in: 0..<8, using: &random) == 0
      if Bool.random(using: &random) {
        one.content.expiry = noon.adding(seconds: Int64.random(in: -500...500, using: &random))
      }
      return one
    }
    var selection = Selection()
    if Bool.random(using: &random) { selection.isUnread = Bool.random(using: &random) }
    if Bool.random(using: &random) { selection.priorities = [.high, .low] }
    if Bool.random(using: &random) { selection.since = noon.adding(seconds: -500_000) }
    if Bool.random(using: &random) { selection.until = noon.adding(seconds: -100) }
    let builder = DigestBuilder(
      profiles: [ProfileRules(profile: ProfileName("q"), retention: 300_000)], selection: selection)
    let read = all.filter { builder.mayChoose(RecordFacts($0), of: $0.profile, at: noon) }
    let chosen = builder.select(from: read, at: noon)
    let expected = builder.select(from: all, at: noon)
    let ids = expected.candidates.map { all[$0.index].id }
    #expect(chosen.candidates.map { read[$0.index].id } == ids)
    #expect(chosen.upcoming == expected.upcoming)
    #expect(read.count == ids.count + expected.upcoming)
  }
}
