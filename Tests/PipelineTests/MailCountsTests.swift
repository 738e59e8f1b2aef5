import Digests
import Testing

@testable import Pipeline

@Suite("Counts in the ledger")
struct MailCountsTests {
  @Test("Counts in the ledger come back as they were kept")
  func roundTrip() {
    var counts = Counts()
    counts.all = Tally(total: 12, unread: 7)
    counts.byPriority = [
      Tally(total: 4, unread: 1), Tally(total: 6, unread: 4), Tally(total: 2, unread: 2),
    ]
    #expect(MailCounts.counts(MailCounts.bytes(of: counts)) == counts)
  }

  @Test(
    "Counts in the ledger are unknown where the ledger holds something else",
    arguments: ["", "1 2", "a b c d e f g h"])
  func unknown(text: String) {
    #expect(MailCounts.counts(Array(text.utf8)) == nil)
  }
}
