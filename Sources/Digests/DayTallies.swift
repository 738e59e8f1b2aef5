/// Tallies by civil day: an array over the days of our lives, a dictionary for the rest, so that one
/// record of the year -290000 does not cost an array of a hundred million days.
struct DayTallies: Equatable, Sendable {
  /// 1970-01-01 to 2149-06-06.
  private static let near = 0..<65_536

  /// By day since 1970-01-01, from `first` on.
  private var days: [Tally] = []
  private var first = 0
  private var far: [Int32: Tally] = [:]

  mutating func add(_ tally: Tally, on day: Int32) {
    let day = Int(day)
    // Below the first day the difference is negative, and so far beyond the count.
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
      // A month at a time: exports often come newest first.
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

  /// The days on which there is something, oldest first.
  var tallies: [DayTally] {
    let near = days.indices.lazy.filter { days[$0].total > 0 }
      .map { DayTally(day: Int32(clamping: first + $0), tally: days[$0]) }
    return (near + far.map { DayTally(day: $0.key, tally: $0.value) }).sorted { $0.day < $1.day }
  }

  static func == (left: DayTallies, right: DayTallies) -> Bool { left.tallies == right.tallies }
}
