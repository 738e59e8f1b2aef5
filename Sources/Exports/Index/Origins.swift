import Notifications

/// Where the records of a run come from, as far as their values need it: the input, and the key
/// above a record's own.
///
/// Neighboring records mostly share it, so it is kept by the offset from which it holds.
struct Origins {
  struct Origin {
    var surroundings: Surroundings
    var outerKey: String?
  }

  private var starts: [Int64] = []
  private var origins: [Origin] = []

  var isEmpty: Bool { starts.isEmpty }

  /// Adds what holds from an offset behind all before.
  mutating func append(_ origin: Origin, from start: Int64) {
    starts.append(start)
    origins.append(origin)
  }

  /// What holds at an offset; nil before the first.
  func origin(at offset: Int64) -> Origin? { index(at: offset).map { origins[$0] } }

  private func index(at offset: Int64) -> Int? {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }

  /// The origins of records that were copied to other offsets.
  func moved(_ records: [(from: Int64, to: Int64)]) -> Origins {
    var moved = Origins()
    var latest: Int?
    for record in records.sorted(by: { $0.to < $1.to }) {
      guard let index = index(at: record.from), index != latest else { continue }
      moved.append(origins[index], from: record.to)
      latest = index
    }
    return moved
  }
}
