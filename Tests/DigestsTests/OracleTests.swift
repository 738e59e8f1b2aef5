import Digests
import Notifications
import TestData
import Testing

/// The slow, obvious way from notifications to lines, to judge the quick one.
struct Oracle {
  var all: [Notification]
  var isBroken = false

  private func newer(_ left: Notification, _ right: Notification) -> Bool {
    if left.time != right.time { return left.time > right.time }
    if left.priority != right.priority { return left.priority > right.priority }
    return left.id < right.id
  }

  private func seconds(_ left: Notification, _ right: Notification) -> Double {
    Double(abs(left.time.microseconds - right.time.microseconds)) / 1e6
  }

  private func isSame(_ left: Notification, _ right: Notification) -> Bool {
    left.actor?.id != nil && left.subject?.id != nil && left.actor?.id == right.actor?.id
      && left.subject?.id == right.subject?.id
  }

  /// The mention that takes a comment's place.
  private func successor(of comment: Notification) -> Notification? {
    guard comment.type.text == "comment" else { return nil }
    let mentions = all.filter {
      $0.type.text == "mention" && isSame($0, comment) && seconds($0, comment) <= 10
    }
    return mentions.sorted(by: newer).min { seconds($0, comment) < seconds($1, comment) }
  }

  /// Groups of ids per section: starting with every notification alone, two groups are joined as long
  /// as any two of their members are neighbors in a chain.
  func lines() -> [Set<Set<String>>] {
    var sections = [Set<Set<String>>](repeating: [], count: 3)
    for (position, day) in Day.allCases.enumerated() {
      let members = all.filter { days.day(of: $0.time) == day && successor(of: $0) == nil }
      var groups = members.map { [$0] }
      var hasJoined = true
      while hasJoined {
        hasJoined = false
        search: for one in groups.indices {
          for other in groups.indices where other > one && areNeighbors(groups[one], groups[other])
          {
            groups[one] += groups.remove(at: other)
            hasJoined = true
            break search
          }
        }
      }
      sections[position] = Set(
        groups.map { group in
          let ids = Set(group.map(\.id.text))
          let taken = all.filter { successor(of: $0).map { ids.contains($0.id.text) } ?? false }
          return ids.union(taken.map(\.id.text))
        })
    }
    return sections
  }

  private func areNeighbors(_ one: [Notification], _ other: [Notification]) -> Bool {
    let window: Double = isBroken ? 299 : 300
    return one.contains { left in
      other.contains { right in
        left.type.text == "added" && right.type.text == "added" && isSame(left, right)
          && left.isUrgent == right.isUrgent && seconds(left, right) <= window
      }
    }
  }
}

struct OracleTests {
  private func random(_ seed: UInt64) -> [Notification] {
    var random = SeededGenerator(seed: seed)
    return (0..<40).map { number in
      // Times in steps of 5 s around midnight, so that borders are hit often.
      let ago = 12 * 3600 - 1000 + 5 * Int64.random(in: 0...400, using: &random)
      return sample(
        "\(number)", ago: ago,
        type: ["added", "comment", "mention", "offer"].randomElement(using: &random) ?? "",
        priority: Priority.allCases.randomElement(using: &random) ?? .low,
        read: Bool.random(using: &random) ? .read : .unread,
        actor: ["a", "b", nil].randomElement(using: &random) ?? nil,
        subject: ["r", "s", nil].randomElement(using: &random) ?? nil)
    }
  }

  private func lines(_ digest: Digest) -> [Set<Set<String>>] {
    digest.ids.map { Set($0.map { Set($0) }) }
  }

  @Test(arguments: 0..<200)
  func `Lines are those of the obvious way, in order, and counts add up`(seed: Int) {
    let all = random(UInt64(seed))
    let made = digest(all)
    #expect(lines(made) == Oracle(all: all).lines())
    for section in made.sections {
      let times = section.items.map(\.notification.time)
      #expect(times == times.sorted(by: >))
      #expect(
        section.counts.all.total == section.items.reduce(section.omitted) { $0 + $1.ids.count })
      expectParts(of: section.counts)
    }
    expectParts(of: made.counts)
    #expect(made.counts.all.total == all.count)
    #expect(made.counts.all.unread == all.count { $0.isUnread })
    #expect(made.urgentCount == all.count { $0.isUrgent })
  }

  @Test(arguments: 0..<100)
  func `Limits keep the counts, cut the least, and never leave one`(seed: Int) {
    let all = random(UInt64(seed))
    for limit in [0, 1, 2, 5, 10, 20] {
      var selection = Selection()
      selection.limit = limit
      let whole = digest(all)
      let cut = digest(all, selection: selection)
      #expect(cut.counts == whole.counts)
      #expect(cut.lineCount <= limit + 1)
      #expect(cut.omitted != 1)
      #expect(cut.urgentCount == whole.urgentCount)
      for (section, full) in zip(cut.sections, whole.sections) {
        let kept = Set(section.items.map { $0.ids })
        let lost = full.items.filter { !kept.contains($0.ids) }
        #expect(section.omitted == lost.reduce(0) { $0 + $1.ids.count })
        #expect(section.omittedUrgent == lost.reduce(0) { $0 + $1.urgentCount })
        for item in lost {
          let isLeast = section.items.allSatisfy { rank(of: $0) >= rank(of: item) }
          #expect(isLeast)
        }
      }
    }
  }

  private func rank(of item: DigestItem) -> (Int, Priority, Instant) {
    (item.isUrgent ? 1 : 0, item.notification.priority, item.notification.time)
  }

  @Test func `An oracle with a window one second short is found out`() {
    let disagreements = (0..<200).count { seed in
      let all = random(UInt64(seed))
      return lines(digest(all)) != Oracle(all: all, isBroken: true).lines()
    }
    #expect(disagreements > 0)
  }

  private func expectParts(of counts: Counts) {
    let priorities = counts.byPriority.reduce(into: Tally()) { $0 += $1 }
    let types = counts.byType.reduce(into: Tally()) { $0 += $1.tally }
    #expect(priorities == counts.all)
    #expect(types == counts.all)
  }
}
