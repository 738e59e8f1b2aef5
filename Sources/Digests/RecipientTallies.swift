/// Tallies by the recipients' numbers, eight bytes each: there may be millions of recipients. The
/// numbers need not begin at 0, so that several workers can count a part of them each.
struct RecipientTallies: Sendable {
  private struct Small: Equatable {
    var total: UInt32 = 0
    var unread: UInt32 = 0
  }

  /// The number of the first tally.
  private var first = 0
  private var tallies: [Small] = []

  private var numbers: Range<Int> { first..<(first + tallies.count) }

  mutating func add(isUnread: Bool, at number: Int) {
    cover(number)
    tallies[number - first].total += 1
    if isUnread { tallies[number - first].unread += 1 }
  }

  mutating func add(_ other: RecipientTallies) {
    guard let last = other.numbers.last else { return }
    cover(other.first)
    tallies.reserveCapacity(last + 1 - first)
    cover(last)
    for (offset, tally) in other.tallies.enumerated() {
      tallies[other.first - first + offset].total += tally.total
      tallies[other.first - first + offset].unread += tally.unread
    }
  }

  /// The recipients that have any, in the order of their numbers.
  var present: some Sequence<(number: Int, tally: Tally)> {
    tallies.indices.lazy.filter { tallies[$0].total > 0 }.map {
      (
        number: first + $0,
        tally: Tally(total: Int(tallies[$0].total), unread: Int(tallies[$0].unread))
      )
    }
  }

  private mutating func cover(_ number: Int) {
    if tallies.isEmpty { first = number }
    if number >= first + tallies.count {
      let missing = number + 1 - first - tallies.count
      tallies.append(contentsOf: repeatElement(Small(), count: missing))
    } else if number < first {
      // More than is asked for, as where an array grows: numbers may come in falling order.
      let added = min(first, max(first - number, tallies.count))
      tallies.insert(contentsOf: repeatElement(Small(), count: added), at: 0)
      first -= added
    }
  }
}

extension RecipientTallies: Equatable {
  /// The same tallies of the same recipients, however much room was made.
  static func == (left: RecipientTallies, right: RecipientTallies) -> Bool {
    left.present.elementsEqual(right.present) { $0.number == $1.number && $0.tally == $1.tally }
  }
}
