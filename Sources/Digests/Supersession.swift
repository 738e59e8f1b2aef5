import Notifications

/// Which notifications give up their place, and to whom. All positions are of candidates.
struct Supersession {
  private var successors: [Int: Int] = [:]
  private var taken: [Int: [Int]] = [:]

  /// Nobody does.
  init() {}

  /// - Parameter candidates: newest first.
  init(_ all: [Notification], _ candidates: [Candidate], _ rules: RuleIndex) {
    if rules.supersedes.isEmpty { return }
    let superseding = Supersession.superseding(all, candidates, rules)
    if superseding.isEmpty { return }
    for (position, candidate) in candidates.enumerated() {
      for rule in rules.superseded(candidate.type) where successors[position] == nil {
        guard let key = Key(rule, all[candidate.index]), let places = superseding[key] else {
          continue
        }
        successors[position] = Supersession.nearest(
          to: candidate.time, among: places, of: candidates, within: rules.supersedes[rule].seconds)
      }
    }
    // One that is itself superseded takes nobody's place, so that nothing is lost in a circle.
    successors = successors.filter { successors[$0.value] == nil }
    for (position, successor) in successors { taken[successor, default: []].append(position) }
  }

  var isEmpty: Bool { successors.isEmpty }

  func isSuperseded(_ position: Int) -> Bool { !isEmpty && successors[position] != nil }

  func superseded(by position: Int) -> [Int] { taken[position] ?? [] }

  private struct Key: Hashable {
    let rule: Int
    let actor: Party
    let subject: Party

    init?(_ rule: Int, _ notification: Notification) {
      guard let actor = Party(notification.actor), let subject = Party(notification.subject)
      else { return nil }
      self.rule = rule
      self.actor = actor
      self.subject = subject
    }
  }

  private static func superseding(
    _ all: [Notification], _ candidates: [Candidate], _ rules: RuleIndex
  ) -> [Key: [Int]] {
    var found: [Key: [Int]] = [:]
    for (position, candidate) in candidates.enumerated() {
      for rule in rules.superseding(candidate.type) {
        if let key = Key(rule, all[candidate.index]) { found[key, default: []].append(position) }
      }
    }
    return found
  }

  /// The nearest in time; of two equally near, the newer.
  private static func nearest(
    to time: Instant, among positions: [Int], of candidates: [Candidate], within seconds: Int64
  ) -> Int? {
    // The first that is not newer; the nearest is it or the one before it.
    var low = 0
    var high = positions.count
    while low < high {
      let middle = (low + high) / 2
      if candidates[positions[middle]].time > time { low = middle + 1 } else { high = middle }
    }
    var best: (position: Int, distance: UInt64)?
    for place in [low - 1, low] where positions.indices.contains(place) {
      let distance = candidates[positions[place]].time.distance(to: time)
      if distance < best?.distance ?? .max { best = (positions[place], distance) }
    }
    let reach = UInt64(max(0, seconds)).multipliedReportingOverflow(by: 1_000_000)
    guard let best, reach.overflow || best.distance <= reach.partialValue else { return nil }
    return best.position
  }
}

extension Instant {
  /// Microseconds between two instants, whichever is later.
  fileprivate func distance(to other: Instant) -> UInt64 {
    microseconds > other.microseconds
      ? UInt64(bitPattern: microseconds &- other.microseconds)
      : UInt64(bitPattern: other.microseconds &- microseconds)
  }
}
