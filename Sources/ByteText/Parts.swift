extension Collection {
  /// Consecutive parts of so many elements; the last one may have fewer.
  package func parts(of size: Int) -> [SubSequence] {
    let size = Swift.max(1, size)
    var (parts, rest) = ([SubSequence](), self[...])
    while !rest.isEmpty {
      parts.append(rest.prefix(size))
      rest = rest.dropFirst(size)
    }
    return parts
  }
}

extension Sequence where Element: Sendable {
  /// Makes something of each element, on as many tasks at a time as there are jobs; returns it in the
  /// order of the elements.
  package func map<Made: Sendable>(
    jobs: Int, _ make: @escaping @Sendable (Element) async -> Made
  ) async -> [Made] {
    var elements = enumerated().makeIterator()
    return await withTaskGroup(of: (Int, Made).self) { group in
      func addTask() {
        guard let (number, element) = elements.next() else { return }
        group.addTask { (number, await make(element)) }
      }
      for _ in 0..<Swift.max(1, jobs) { addTask() }
      var made: [(Int, Made)] = []
      while let one = await group.next() {
        made.append(one)
        addTask()
      }
      return made.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }
}

extension Range<Int> {
  /// The first number for which `isBefore` is false, where it is true of all numbers before that one
  /// and of none behind it; the upper bound if it is true of all.
  @inlinable @inline(__always)
  package func partition(where isBefore: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
