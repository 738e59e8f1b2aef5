import Digests
import Notifications
import Testing

struct SumTests {
  private func payment(
    _ number: Int, _ amount: String?, _ currency: String = "USD", type: String = "paid"
  ) -> Notification {
    var payment = sample("\(number)", ago: Int64(number), type: type)
    payment.content.title = "Payment received"
    payment.content.amount = amount.flatMap { Amount($0, currency: currency) }
    return payment
  }

  private func line(
    _ payments: [Notification], tellsSum: Bool = true, collapse: [CollapseRule] = []
  ) -> DigestItem {
    let rules = ProfileRules(
      profile: ProfileName("p"), collapse: collapse,
      lineTitle: { merged, _, _ in
        merged.amount.map {
          (
            words: "\($0.units)/\($0.places) in \(merged.batchCount ?? 0)", tellsCount: true,
            tellsSum: tellsSum
          )
        }
      })
    let items = digest(payments, rules: [rules]).sections[0].items
    #expect(items.count == 1)
    return items[0]
  }

  @Test func `Equal titles say what their amounts add up to, and that is all they say`() {
    var payments = [payment(1, "250.50"), payment(2, "249.5")]
    payments[0].content.body = "Thank you"
    let line = line(payments)
    #expect(line.notification.title == "500/0 in 2" && line.notification.body == nil)
    #expect(line.untoldCount == 1 && line.ids.count == 2)
    #expect(line.notification.amount == Amount("500", currency: "USD"))
  }

  @Test func `No sum is said unless every amount is known, of one currency, and adds up`() {
    let others = [payment(2, nil), payment(2, "1", "EUR"), payment(2, "9223372036854775807")]
    for other in others {
      for payments in [[payment(1, "250"), other], [payment(3, "250"), other]] {
        let line = line(payments)
        #expect(line.notification.title == "Payment received" && line.untoldCount == 2)
        #expect(line.notification.amount == nil)
      }
    }
    #expect(line([payment(1, "1"), payment(2, "1")], tellsSum: false).untoldCount == 2)
    #expect(line([payment(1, "1"), payment(2, "2"), payment(3, nil)]).untoldCount == 3)
  }

  @Test func `A rule that joins several types adds up those of one only`() {
    let rule = CollapseRule(
      types: [TypeKey(normalizing: "paid"), TypeKey(normalizing: "due")], same: [.title],
      seconds: 300)
    let mixed = [payment(1, "1"), payment(2, "1", type: "due")]
    #expect(line(mixed, collapse: [rule]).notification.amount == nil)
    let alike = [payment(1, "1"), payment(2, "1")]
    #expect(line(alike, collapse: [rule]).notification.title == "2/0 in 2")
  }
}

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
