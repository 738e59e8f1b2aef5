import Notifications
import Testing

@testable import Digests

struct SectionTests {
  @Test func `Today, yesterday and earlier are always there, divided where the civil days begin`() {
    let half: Int64 = 12 * 3600
    let all = [
      sample("last of earlier", ago: half + 86_401),
      sample("first of yesterday", ago: half + 86_400),
      sample("last of yesterday", ago: half + 1), sample("first of today", ago: half),
    ]
    let made = digest(all)
    #expect(made.sections.map(\.day) == [.today, .yesterday, .earlier])
    #expect(
      made.ids == [
        [["first of today"]], [["last of yesterday"], ["first of yesterday"]],
        [["last of earlier"]],
      ])
    #expect(digest([]).sections.map(\.day) == [.today, .yesterday, .earlier])
  }

  @Test func `Newest first, ties by priority, then by the bytes of the id`() {
    let all = [
      sample("b", ago: 60), sample("a", ago: 60), sample("B", ago: 60),
      sample("h", ago: 60, priority: .high), sample("l", ago: 60, priority: .low),
      sample("old", ago: 61, priority: .high), sample("new", ago: 59, priority: .low),
    ]
    #expect(digest(all).ids[0].flatMap { $0 } == ["new", "h", "B", "a", "b", "l", "old"])
  }

  @Test func `Types are counted in the profiles' order, unknown ones last by key`() {
    let all = ["zeta", "offer", "alpha", "mention", "added"].enumerated().map {
      sample("\($0)", ago: Int64($0), type: $1)
    }
    let foreign = [sample("f", type: "aaa", profile: "a"), sample("g", type: "aaa", profile: "z")]
    let rules = [rooms(), ProfileRules(profile: ProfileName("z"), types: [])]
    let counted = digest(all + foreign, rules: rules).counts.byType
    #expect(
      counted.map { "\($0.type.profile).\($0.type.key)" } == [
        "p.added", "p.mention", "p.offer", "p.alpha", "p.zeta", "z.aaa", "a.aaa",
      ])
  }

  @Test func `Counts are of raw notifications and add up`() {
    let all = [
      sample("a", priority: .high, read: .unread), sample("b", read: .read),
      sample("c", ago: 90_000, priority: .high, read: .unknown),
    ]
    let counts = digest(all).counts
    #expect(counts.all == Tally(total: 3, unread: 2))
    #expect(counts[.high] == Tally(total: 2, unread: 2))
    #expect(counts[.normal] == Tally(total: 1, unread: 0))
    #expect(counts[.low] == Tally())
  }

  @Test func `The window says what was asked for`() {
    let since = noon.adding(seconds: -100)
    #expect(digest([]).window == Window(from: nil, to: noon))
    let asked = digest([], selection: Selection(since: since, until: noon.adding(seconds: -1)))
    #expect(asked.window == Window(from: since, to: noon.adding(seconds: -1)))
  }
}

struct TypeIndexTests {
  private static func type(_ profile: String, _ key: String) -> TypeID {
    TypeID(ProfileName(profile), TypeKey(normalizing: key))
  }

  @Test(arguments: [0, 1, 3, 4, 17, 200])
  func `The index finds what a dictionary finds`(count: Int) {
    let types = (0..<count).map { Self.type("p\($0 % 3)", "type_\($0 / 2)") }
    let index = TypeIndex(types)
    var dictionary: [TypeID: Int] = [:]
    for (number, type) in types.enumerated() where dictionary[type] == nil {
      dictionary[type] = number
    }
    for profile in ["p0", "p1", "p2", "other"] {
      for number in 0..<(count + 3) {
        let type = Self.type(profile, "type_\(number)")
        #expect(index[type.profile, type.key] == dictionary[type])
      }
    }
  }

  @Test func `Types are the same when their bytes are`() {
    let index = TypeIndex([Self.type("p", "caf\u{E9}")])
    #expect(index[ProfileName("p"), TypeKey(normalizing: "caf\u{E9}")] == 0)
    #expect(index[ProfileName("p"), TypeKey(normalizing: "cafe\u{301}")] == nil)
  }
}
