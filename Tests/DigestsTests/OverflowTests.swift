import Digests
import Notifications
import TestData
import Testing

struct OverflowTests {
  private func limited(_ all: [Notification], to limit: Int) -> Digest {
    var selection = Selection()
    selection.limit = limit
    return digest(all, selection: selection)
  }

  private func made(_ priorities: [Priority], from ago: Int64 = 0) -> [Notification] {
    priorities.enumerated().map { sample("\(ago + Int64($0))", ago: ago + Int64($0), priority: $1) }
  }

  @Test func `Where even the urgent ones do not fit, their oldest go, and are told apart`() {
    let cut = limited(made([.high, .normal, .high, .high, .high, .low]), to: 2)
    #expect(cut.ids[0] == [["0"], ["2"]])
    #expect(cut.sections[0].omitted == 4)
    #expect(cut.sections[0].omittedUrgent == 2)
  }

  @Test func `What is unread and high comes before what is only high`() {
    let read = sample("read", ago: 1, priority: .high, read: .read)
    let unread = sample("unread", ago: 9, priority: .high)
    let cut = limited([read, unread] + made([.normal, .normal], from: 20), to: 1)
    #expect(cut.ids[0] == [["unread"]])
    #expect(cut.sections[0].omittedUrgent == 0)
  }

  @Test func `The one that alone would be cut is shown, wherever it is`() {
    let today = made([.low, .normal, .normal])
    let earlier = made([.normal, .normal, .low], from: 200_000)
    #expect(limited(today + earlier, to: 5).omitted == 0)
    let cut = limited(today + earlier, to: 4)
    #expect(cut.sections.map(\.omitted) == [1, 0, 1])
    #expect(cut.omitted == 2)
  }

  @Test func `A line that stands for several notifications is more than one more`() {
    let chain = (0..<3).map {
      sample("c\($0)", ago: 500 + $0, type: "added", priority: .high, actor: "a", subject: "s")
    }
    let cut = limited(made([.high, .high]) + chain, to: 2)
    #expect(cut.sections[0].omitted == 3)
    #expect(cut.sections[0].omittedUrgent == 3)
  }

  @Test func `A document has a thousand lines unless more are asked for`() {
    let all = made(Array(repeating: .normal, count: 1_500))
    #expect(digest(all).lineCount == 1_000)
    #expect(digest(all).sections[0].omitted == 500)
    #expect(limited(all, to: 1_500).lineCount == 1_500)
  }

  @Test func `Cutting later, and in steps, is cutting at once; a larger limit shows no fewer`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<50 {
      let all = (0..<Int.random(in: 0...25, using: &random)).map { number in
        sample(
          "\(number)", ago: .random(in: 0...200_000, using: &random),
          type: Bool.random(using: &random) ? "added" : "offer",
          priority: Priority.allCases.randomElement(using: &random) ?? .low, actor: "a",
          subject: "s")
      }
      let whole = limited(all, to: .max)
      var before = 0
      for limit in 0...26 {
        #expect(whole.cut(toLines: limit) == limited(all, to: limit))
        #expect(whole.cut(toLines: limit + 3).cut(toLines: limit) == limited(all, to: limit))
        #expect(whole.cut(toLines: limit).lineCount >= before)
        before = whole.cut(toLines: limit).lineCount
      }
    }
  }
}
