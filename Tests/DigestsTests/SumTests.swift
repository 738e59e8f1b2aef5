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
