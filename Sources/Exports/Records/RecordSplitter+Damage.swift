/// Damage that hides where records end, in an array or object: quotes or brackets do not match. The
/// document ends there, so that nothing behind it is taken for what it is not.
extension RecordSplitter {
  /// Gives up the document from the cursor on; in JSON Lines only the line.
  mutating func endDocument() -> Step {
    if isInLine {
      contexts.removeLast(contexts.count - 1)
      return loseLine()
    }
    let available = window.count - cursor
    if available < Self.probe && !window.isAtEnd { return .needsMore }
    let end = min(window.count, cursor + Self.probe)
    let reason = window.withBytes { diagnose(UnsafeRawBufferPointer(rebasing: $0[cursor..<end])) }
    lose(from: cursor, to: end, .malformed(reason.map(Self.damage) ?? .syntax), endsDocument: true)
    isEnded = true
    return passRest()
  }

  /// Gives up a value that the input ends inside of.
  mutating func tear() -> Step {
    if isInLine { return endDocument() }
    isTorn = true
    lose(from: cursor, to: window.count, .malformed(.torn))
    return passRest()
  }

  private mutating func passRest() -> Step {
    skip = .rest
    cursor = window.count
    return .advanced
  }

  /// Whether the document is JSON Lines, and the array or object around the cursor began in its line.
  private var isInLine: Bool {
    guard hasLines, let valueStart, valueStart >= window.base else { return false }
    let feed = window.lineFeed(from: Int(valueStart - window.base))
    return feed.map { $0 >= cursor } ?? true
  }

  /// What is wrong where a record's quotes or brackets do not match, by what is wrong with the
  /// record's beginning.
  private static func damage(_ damage: RecordDamage) -> RecordDamage {
    damage == .notAnObject || damage == .torn ? .syntax : damage
  }

  // MARK: Passing over

  /// Begins to skip the list or object that begins at `start` and does not end in the window.
  mutating func passOver(from start: Int) -> Step {
    var search = ValueSearch()
    _ = window.withBytes { search.next(in: $0, from: start, isStrict: false) }
    skip = .value(search)
    cursor = window.count
    separation = .value
    return .advanced
  }

  mutating func pass(_ skip: Skip) -> Step {
    lines = nil
    switch skip {
    case .value(var search):
      switch window.withBytes({ search.next(in: $0, from: cursor, isStrict: false) }) {
      case .ended(let end):
        cursor = end
        self.skip = nil
      case .open, .damaged:
        self.skip = .value(search)
        cursor = window.count
        guard window.isAtEnd else { return .needsMore }
        self.skip = nil
        isTorn = true
        return finish()
      }
    case .line:
      let feed = window.withBytes { $0[cursor...].firstIndex(of: UInt8(ascii: "\n")) }
      cursor = feed ?? window.count
      if feed == nil && !window.isAtEnd { return .needsMore }
      self.skip = nil
    case .rest:
      cursor = window.count
      guard window.isAtEnd else { return .needsMore }
      self.skip = nil
    }
    return .advanced
  }
}
