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

  @Test func `Of two mentions the nearest takes the comment, of equally near ones the newer`() {
    #expect(
      digest([mention("m1", ago: 100), mention("m2", ago: 110), comment("c", ago: 106)]).ids[0]
        == [["m1"], ["c", "m2"]])
    #expect(
      digest([mention("m1", ago: 100), mention("m2", ago: 110), comment("c", ago: 105)]).ids[0]
        == [["m1", "c"], ["m2"]])
  }

  @Test func `A line is as urgent as its unread ones, and counts no other as urgent`() {
    var urgent = mention("m", ago: 12)
    (urgent.content.priority, urgent.content.readState) = (.high, .unread)
    let made = digest([urgent, comment("c", ago: 10), sample("x", ago: 99)])
    #expect(made.ids[0] == [["c", "m"], ["x"]])
    #expect(made.urgentCount == 1 && made.readingOrder.map(\.count) == [1, 1])
    urgent.content.readState = .read
    #expect(digest([urgent, comment("c", ago: 10)]).urgentCount == 0)
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
