package import Notifications

/// A number of notifications, and how many of them are unread.
package struct Tally: Equatable, Sendable {
  package var total: Int
  package var unread: Int

  package init(total: Int = 0, unread: Int = 0) {
    (self.total, self.unread) = (total, unread)
  }

  package mutating func add(isUnread: Bool) {
    total += 1
    if isUnread { unread += 1 }
  }

  package static func += (left: inout Tally, right: Tally) {
    left.total += right.total
    left.unread += right.unread
  }
}

/// Counts of raw notifications, also for those that share a line. The parts add up to the totals.
package struct Counts: Equatable, Sendable {
  package var all = Tally()
  /// By `Priority.rawValue`.
  package var byPriority: [Tally] = Array(repeating: Tally(), count: Priority.high.rawValue + 1)
  /// Only types that occur, in the order of the profiles and their types; types that the profile does
  /// not list come last, by key.
  package var byType: [TypeTally] = []

  package init() {}

  package subscript(priority: Priority) -> Tally { byPriority[priority.rawValue] }
}

/// The tally of one type of one profile.
package struct TypeTally: Equatable, Sendable {
  package var type: TypeID
  package var tally: Tally
}

extension [Tally] {
  /// Adds at an index, growing the array as needed.
  mutating func add(_ tally: Tally, at index: Int) {
    if index >= count { append(contentsOf: repeatElement(Tally(), count: index + 1 - count)) }
    self[index] += tally
  }

  mutating func add(_ other: [Tally]) {
    for index in other.indices { add(other[index], at: index) }
  }
}

/// Tallies by civil day: an array for the days from 1970 to 2149 and a dictionary for all others, so
/// that a record of the year -290000 does not cost an array of a hundred million days.
struct DayTallies: Equatable, Sendable {
  private static let near = 0..<65_536

  /// By day since 1970-01-01, beginning with `first`.
  private var days: [Tally] = []
  private var first = 0
  private var far: [Int32: Tally] = [:]

  mutating func add(_ tally: Tally, on day: Int32) {
    let day = Int(day)
    // For an earlier day the difference is negative, which makes the index larger than the count.
    let index = UInt(bitPattern: day - first)
    if index < UInt(bitPattern: days.count) {
      days[Int(index)] += tally
    } else {
      addOutside(tally, on: day)
    }
  }

  private mutating func addOutside(_ tally: Tally, on day: Int) {
    guard DayTallies.near.contains(day) else {
      far[Int32(clamping: day), default: Tally()] += tally
      return
    }
    if days.isEmpty { first = day }
    if day < first {
      // Grows a month at a time, since exports often begin with the newest record.
      let start = max(0, day - 31)
      days.insert(contentsOf: repeatElement(Tally(), count: first - start), at: 0)
      first = start
    } else if day - first >= days.count {
      days.append(contentsOf: repeatElement(Tally(), count: day - first + 1 - days.count))
    }
    days[day - first] += tally
  }

  mutating func merge(_ other: DayTallies) {
    for tally in other.tallies { add(tally.tally, on: tally.day) }
  }

  var tallies: [DayTally] {
    let near = days.indices.lazy.filter { days[$0].total > 0 }
      .map { DayTally(day: Int32(clamping: first + $0), tally: days[$0]) }
    return (near + far.map { DayTally(day: $0.key, tally: $0.value) }).sorted { $0.day < $1.day }
  }

  static func == (left: DayTallies, right: DayTallies) -> Bool { left.tallies == right.tallies }
}

/// Tallies by recipient number, eight bytes each, for millions of recipients. The numbers may begin
/// anywhere, so that each of several workers can count one part of them.
struct RecipientTallies: Equatable, Sendable {
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

  /// The recipients with notifications, by number.
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
      // Doubles the room, as a growing array does, since numbers may come in descending order.
      let added = min(first, max(first - number, tallies.count))
      tallies.insert(contentsOf: repeatElement(Small(), count: added), at: 0)
      first -= added
    }
  }

  /// Equal if the recipients and their tallies are, whatever room was made.
  static func == (left: RecipientTallies, right: RecipientTallies) -> Bool {
    left.present.elementsEqual(right.present) { $0.number == $1.number && $0.tally == $1.tally }
  }
}
