import ByteText
import Digests
import Languages
import Testing

@testable import Pipeline

struct MailMemoryTests {
  private var counts: Counts {
    var counts = Counts()
    counts.all = Tally(total: 12, unread: 7)
    counts.byPriority = [
      Tally(total: 4, unread: 1), Tally(total: 6, unread: 4), Tally(total: 2, unread: 2),
    ]
    return counts
  }

  private func day(_ number: Int) -> CivilDate { CivilDate(dayNumber: 20_000 + number) }

  @Test func `The memory of mails comes back as it was kept`() {
    let one = MailMemory(
      after: nil, counts: counts, day: day(20), subject: "Transcript due tomorrow")
    let two = MailMemory(after: one, counts: counts, day: day(21), subject: "Camp + 3 more")
    #expect(MailMemory(two.bytes) == two)
    #expect(two.counts == counts)
  }

  @Test func `The memory of mails holds the subjects of the last fourteen, and no others`() {
    var memory: MailMemory?
    for number in 0..<20 {
      memory = MailMemory(after: memory, counts: counts, day: day(number), subject: "Day \(number)")
    }
    for day in 0..<20 { #expect(memory?.holds(subject: "Day \(day)") == (day >= 6)) }
  }

  @Test func `The memory of an earlier version has counts and no subjects`() {
    let memory = MailMemory(Array("12 7 4 1 6 4 2 2".utf8))
    #expect(memory?.counts == counts)
    #expect(memory?.subjects == [])
    #expect(memory?.period(on: day(1), comesOften: false) == .last)
  }

  @Test func `Of several mails a day the last is not that of yesterday`() {
    let memory = MailMemory(after: nil, counts: counts, day: day(0), subject: "s")
    #expect(memory.period(on: day(1), comesOften: false) == .yesterday)
    #expect(memory.period(on: day(1), comesOften: true) == .last)
  }

  @Test(arguments: ["", "1 2", "a b c d e f g h"])
  func `The memory of mails is empty where the ledger holds something else`(text: String) {
    #expect(MailMemory(Array(text.utf8)) == nil)
  }
}
