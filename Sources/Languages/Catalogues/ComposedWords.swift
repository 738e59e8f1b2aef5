/// Sentences that are made of several messages, so that each number gets its own plural form.
extension Words {
  /// `7 new, 2 of them urgent`; `1 new and urgent`; `7 new`.
  package func newCount(_ total: Int, urgent: Int) -> String {
    if urgent <= 0 { return self(.countNew, count: total) }
    if urgent == total { return self(.countAllUrgent, count: total) }
    return self(
      .countNewUrgent,
      [
        "new": .text(self(.countNew, count: total)),
        "urgent": .text(self(.countOfThemUrgent, count: urgent)),
      ])
  }

  /// `… and 15 more in your inbox, 2 of them urgent`.
  package func more(_ count: Int, urgent: Int = 0, inInbox: Bool = false) -> String {
    let more = self(inInbox ? .moreInInbox : .moreItems, count: count)
    if urgent <= 0 { return more }
    return self(
      .moreUrgent, ["more": .text(more), "urgent": .text(self(.countOfThemUrgent, count: urgent))])
  }

  /// `2 urgent, 5 more: Transcript due tomorrow (8 Feb)`, or `Transcript due tomorrow (8 Feb)` where
  /// it is the only one; `title` is the top item's, already on one line.
  package func subject(total: Int, urgent: Int, title: String, date: CivilDate) -> String {
    var arguments: MessageArguments = [
      "title": .text(title), "date": .text(dates.dayAndMonth(date)),
    ]
    if total <= 1 {
      return self(urgent > 0 ? .mailSubjectOneUrgent : .mailSubjectOne, arguments)
    }
    let counts =
      urgent <= 0
      ? self(.countNew, count: total)
      : urgent >= total
        ? self(.countUrgent, count: urgent)
        : self(
          .mailSubjectCounts,
          [
            "urgent": .text(self(.countUrgent, count: urgent)),
            "more": .text(self(.mailMore, count: total - urgent)),
          ])
    arguments["counts"] = .text(counts)
    return self(.mailSubject, arguments)
  }

  /// `▲`-less words for a change: `4 more than yesterday`, `as many as yesterday`.
  package func change(_ difference: Int, since period: ChangePeriod) -> String {
    let keys: (more: MessageKey, fewer: MessageKey, same: MessageKey) =
      switch period {
      case .yesterday: (.changeYesterdayMore, .changeYesterdayFewer, .changeYesterdaySame)
      case .week: (.changeWeekMore, .changeWeekFewer, .changeWeekSame)
      case .last: (.changeLastMore, .changeLastFewer, .changeLastSame)
      }
    if difference == 0 { return self(keys.same) }
    return self(
      difference > 0 ? keys.more : keys.fewer,
      ["count": .integer(Int(clamping: difference.magnitude))])
  }

  /// `Feb 2 – Feb 8, 2026`; one day is one date, and a year is written once where both days are in it.
  ///
  /// - Parameter today: the year of this day goes without saying; nil writes every year.
  package func dateRange(
    from first: CivilDate, to last: CivilDate, knowing today: CivilDate? = nil
  ) -> String {
    let needsYear = today.map { $0.year != first.year || $0.year != last.year } ?? true
    if first == last { return dates.date(last, withYear: needsYear) }
    let isOneYear = first.year == last.year
    return self(
      .timeRange,
      [
        "from": .text(
          dates.date(first, withYear: needsYear && (!isOneYear || dates.yearComesFirst))),
        "to": .text(dates.date(last, withYear: needsYear && !(isOneYear && dates.yearComesFirst))),
      ])
  }

  /// A title with the number of notifications that it stands for: `Ana liked your room (5)`.
  package func repeated(_ title: String, times count: Int) -> String {
    if count <= 1 { return title }
    return self(.itemRepeated, ["title": .text(title), "count": .integer(count)])
  }

  /// `a, b and c`; empty for an empty list.
  package func list(_ items: [String]) -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    func join(_ key: MessageKey, _ first: String, _ second: String) -> String {
      self(key, ["first": .text(first), "second": .text(second)])
    }
    if items.count == 2 { return join(.listPair, items[0], last) }
    let most = items.dropFirst().dropLast().reduce(items[0]) { join(.listMiddle, $0, $1) }
    return join(.listEnd, most, last)
  }
}

/// What a digest is compared with.
package enum ChangePeriod: Sendable {
  case yesterday, week, last
}
