import Notifications

/// Which notifications give up their place, and to whom.
struct Supersession {
  /// The index of the superseded one -> that of the one nearest in time that supersedes it; of two
  /// equally near, the newer.
  private(set) var successors: [Int: Int] = [:]

  /// - Parameter newestFirst: the indices of the chosen notifications, newest first.
  init(_ all: [Notification], _ newestFirst: [Int], _ rules: RuleIndex) {
    if rules.supersedes.isEmpty { return }
    let superseding = Supersession.superseding(all, newestFirst, rules)
    if superseding.isEmpty { return }
    for index in newestFirst {
      let type = TypeIdentity(all[index].profile, all[index].type)
      for rule in rules.superseded[type] ?? [] where successors[index] == nil {
        guard let key = Key(rule, all[index]), let candidates = superseding[key] else { continue }
        successors[index] = Supersession.nearest(
          to: all[index].time, among: candidates, in: all, within: rules.supersedes[rule].seconds)
      }
    }
    // One that is itself superseded takes nobody's place, so that nothing is lost in a circle.
    successors = successors.filter { successors[$0.value] == nil }
  }

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
    _ all: [Notification], _ newestFirst: [Int], _ rules: RuleIndex
  ) -> [Key: [Int]] {
    var found: [Key: [Int]] = [:]
    for index in newestFirst {
      let type = TypeIdentity(all[index].profile, all[index].type)
      for rule in rules.superseding[type] ?? [] {
        if let key = Key(rule, all[index]) { found[key, default: []].append(index) }
      }
    }
    return found
  }

  private static func nearest(
    to time: Instant, among newestFirst: [Int], in all: [Notification], within seconds: Int64
  ) -> Int? {
    // The first that is not newer; the nearest is it or the one before it.
    var low = 0
    var high = newestFirst.count
    while low < high {
      let middle = (low + high) / 2
      if all[newestFirst[middle]].time > time { low = middle + 1 } else { high = middle }
    }
    var best: (index: Int, distance: UInt64)?
    for position in [low - 1, low] where newestFirst.indices.contains(position) {
      let distance = all[newestFirst[position]].time.distance(to: time)
      if distance < best?.distance ?? .max { best = (newestFirst[position], distance) }
    }
    guard let best, best.distance <= UInt64(max(0, seconds)).saturatingMicroseconds else {
      return nil
    }
    return best.index
  }
}

extension Instant {
  /// Microseconds between two instants, whichever is later.
  func distance(to other: Instant) -> UInt64 {
    microseconds > other.microseconds
      ? UInt64(bitPattern: microseconds &- other.microseconds)
      : UInt64(bitPattern: other.microseconds &- microseconds)
  }
}

extension UInt64 {
  /// Seconds as microseconds, clamped.
  var saturatingMicroseconds: UInt64 {
    let (product, overflow) = multipliedReportingOverflow(by: 1_000_000)
    return overflow ? .max : product
  }
}
