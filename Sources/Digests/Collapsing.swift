import Notifications

/// Joins notifications of one section into lines.
struct Collapsing {
  private let all: [Notification]
  private let rules: RuleIndex
  private var lines: [Line] = []
  private var chains: [Key: Chain] = [:]

  private struct Key: Hashable {
    let rule: Int
    let type: TypeIdentity?
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
  ///   - members: the section's notifications, newest first: so the one before in a chain is the one
  ///     looked at last.
  ///   - rules: nil collapses nothing.
  static func lines(of members: [Int], in all: [Notification], by rules: RuleIndex?) -> [Line] {
    guard let rules, !rules.collapse.isEmpty else {
      return members.map { Line(newest: $0, priority: all[$0].priority) }
    }
    var collapsing = Collapsing(all: all, rules: rules)
    for member in members { collapsing.add(member) }
    return collapsing.lines
  }

  private init(all: [Notification], rules: RuleIndex) {
    self.all = all
    self.rules = rules
  }

  private mutating func add(_ index: Int) {
    let notification = all[index]
    guard let rule = rules.collapseRule(for: notification), let key = key(rule, notification) else {
      lines.append(Line(newest: index, priority: notification.priority))
      return
    }
    let reach = notification.time.adding(seconds: max(0, rules.collapse[rule].seconds))
    if let chain = chains[key], chain.oldest <= reach {
      lines[chain.line].older.append(index)
      lines[chain.line].priority = max(lines[chain.line].priority, notification.priority)
      chains[key]?.oldest = notification.time
    } else {
      chains[key] = Chain(line: lines.count, oldest: notification.time)
      lines.append(Line(newest: index, priority: notification.priority))
    }
  }

  /// Nil where a field that has to be equal is not there.
  private func key(_ rule: Int, _ notification: Notification) -> Key? {
    let equal = rules.collapse[rule].equal
    let actor = Party(notification.actor)
    let subject = Party(notification.subject)
    if equal.contains(.actor) && actor == nil || equal.contains(.subject) && subject == nil {
      return nil
    }
    return Key(
      rule: rule,
      type: equal.contains(.type) ? TypeIdentity(notification.profile, notification.type) : nil,
      actor: equal.contains(.actor) ? actor : nil,
      subject: equal.contains(.subject) ? subject : nil)
  }
}
