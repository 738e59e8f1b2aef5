import Notifications

/// Joins candidates of one section into lines.
struct Collapsing {
  private let candidates: [Candidate]
  private let all: [Notification]
  private let rules: RuleIndex
  private var lines: [Line] = []
  private var chains: [Key: Chain] = [:]

  private struct Key: Hashable {
    let rule: Int
    let type: Int?
    let actor: Party?
    let subject: Party?
  }

  private struct Chain {
    let line: Int
    var oldest: Instant
  }

  /// The lines of a section, in no particular order.
  ///
  /// - Parameters:
  ///   - members: positions of the section's candidates, newest first: so the one before in a chain
  ///     is the one looked at last.
  ///   - rules: nil collapses nothing.
  static func lines(
    of members: [Int], _ candidates: [Candidate], _ all: [Notification], _ rules: RuleIndex?
  ) -> [Line] {
    guard let rules, !rules.collapse.isEmpty else {
      return members.map { Line(newest: $0, priority: candidates[$0].priority) }
    }
    var collapsing = Collapsing(candidates: candidates, all: all, rules: rules)
    for member in members { collapsing.add(member) }
    return collapsing.lines
  }

  private init(candidates: [Candidate], all: [Notification], rules: RuleIndex) {
    self.candidates = candidates
    self.all = all
    self.rules = rules
  }

  private mutating func add(_ position: Int) {
    let candidate = candidates[position]
    guard let rule = rules.collapseRule(forType: candidate.type), let key = key(rule, candidate)
    else {
      lines.append(Line(newest: position, priority: candidate.priority))
      return
    }
    let reach = candidate.time.adding(seconds: max(0, rules.collapse[rule].seconds))
    if let chain = chains[key], chain.oldest <= reach {
      lines[chain.line].older.append(position)
      lines[chain.line].priority = max(lines[chain.line].priority, candidate.priority)
      chains[key]?.oldest = candidate.time
    } else {
      chains[key] = Chain(line: lines.count, oldest: candidate.time)
      lines.append(Line(newest: position, priority: candidate.priority))
    }
  }

  /// Nil where a field that has to be equal is not there.
  private func key(_ rule: Int, _ candidate: Candidate) -> Key? {
    let equal = rules.collapse[rule].equal
    let actor = equal.contains(.actor) ? Party(all[candidate.index].actor) : nil
    let subject = equal.contains(.subject) ? Party(all[candidate.index].subject) : nil
    if equal.contains(.actor) && actor == nil || equal.contains(.subject) && subject == nil {
      return nil
    }
    return Key(
      rule: rule, type: equal.contains(.type) ? candidate.type : nil, actor: actor,
      subject: subject)
  }
}
