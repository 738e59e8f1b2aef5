import Digests
import Notifications
import Testing

struct SupersessionTests {
  private func comment(
    _ id: String, ago: Int64, actor: String = "pete", room: String = "r"
  ) -> Notification { sample(id, ago: ago, type: "comment", actor: actor, subject: room) }

  private func mention(_ id: String, ago: Int64) -> Notification {
    sample(id, ago: ago, type: "mention", read: .read, actor: "pete", subject: "r")
  }

  @Test func `A mention replaces the comment of the same actor and room at most ten seconds apart`()
  {
    let all = [
      mention("m", ago: 100), comment("before", ago: 110), comment("after", ago: 90),
      comment("too early", ago: 111), comment("too late", ago: 89),
      comment("other actor", ago: 100, actor: "ann"), comment("other room", ago: 100, room: "q"),
    ]
    let made = digest(all)
    #expect(
      made.ids[0] == [
        ["too late"], ["after", "m", "before"], ["other actor"], ["other room"], ["too early"],
      ])
    let line = made.sections[0].items[1].notification
    #expect(line.id.text == "m")
    #expect(line.title == "Title m")
    #expect(line.readState == .unread, "marking the line read marks the comments too")
    #expect(made.counts.all == Tally(total: 7, unread: 6))
    #expect(made.counts.byType.map(\.tally.total) == [6, 1])
  }

  @Test func `Of two mentions the nearest takes the comment, of equally near ones the newer`() {
    #expect(
      digest([mention("m1", ago: 100), mention("m2", ago: 110), comment("c", ago: 106)]).ids[0]
        == [["m1"], ["c", "m2"]])
    #expect(
      digest([mention("m1", ago: 100), mention("m2", ago: 110), comment("c", ago: 105)]).ids[0]
        == [["m1", "c"], ["m2"]])
  }

  @Test func `Over midnight the comment is counted on the mention's day`() {
    let made = digest([mention("m", ago: 12 * 3600), comment("c", ago: 12 * 3600 + 2)])
    #expect(made.ids == [[["m", "c"]], [], []])
    #expect(made.sections.map(\.counts.all.total) == [2, 0, 0])
  }

  @Test func `Two types that supersede each other do not both vanish`() {
    var rules = rooms()
    rules.supersedes.append(
      SupersedeRule(
        superseding: TypeKey(normalizing: "comment"), superseded: TypeKey(normalizing: "mention"),
        seconds: 10))
    let made = digest([mention("m", ago: 10), comment("c", ago: 12)], rules: [rules])
    #expect(made.counts.all.total == 2)
    #expect(made.ids[0].joined().sorted() == ["c", "m"])
  }

  @Test func `Times at the ends of the range do not trap`() {
    var all = [mention("m", ago: 0), comment("c", ago: 0), comment("d", ago: 0)]
    all[0].content.time = Instant(microseconds: .min)
    all[1].content.time = Instant(microseconds: .min)
    all[2].content.time = noon
    var rules = rooms()
    rules.supersedes[0].seconds = .max
    #expect(digest(all, rules: [rules]).counts.all.total == 3)
  }
}
