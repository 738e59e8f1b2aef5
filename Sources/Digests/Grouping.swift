import ByteText
import Notifications

/// What the notifications of one group have in common.
private struct GroupKey: Hashable {
  let rule: Int
  var type: Int?
  /// Whether it is unread and of high priority: these stand in a section of their own.
  var isUrgent = false
  let actor: Text?
  let subject: Text?
  let title: Text?
  let body: Text?
  let value: Text?

  /// Nil if the notification lacks something that the rule compares.
  init?(
    rule: Int, same: Set<GroupingField>, comparesValue: Bool = false, _ notification: Notification
  ) {
    self.rule = rule
    let acting = same.contains(.actor) ? notification.actor : nil
    let about = same.contains(.subject) ? notification.subject : nil
    actor = Text(id: acting?.id, name: acting?.name)
    subject = Text(id: about?.id, name: about?.name)
    if same.contains(.actor) && actor == nil || same.contains(.subject) && subject == nil {
      return nil
    }
    title = same.contains(.title) ? Text(notification.title) : nil
    body = same.contains(.body) ? Text(notification.body) : nil
    if same.contains(.title) && title == nil || same.contains(.body) && body == nil { return nil }
    value = comparesValue ? Text(notification.groupValue) : nil
    if comparesValue && value == nil { return nil }
  }
}

/// A text for comparison by its bytes.
private struct Text: ByteIdentity {
  let text: String

  /// A title or body; nil for an empty one, or for none.
  init?(_ text: String?) {
    guard let text, !text.isEmpty else { return nil }
    self.text = text
  }

  /// An actor or a subject, by its id, otherwise by its name; nil if it has neither, or for none.
  init?(id: String?, name: String?) {
    if let id {
      text = "#" + id
    } else if let name, !name.isEmpty {
      text = "=" + name
    } else {
      return nil
    }
  }
}

struct Collapsing {
  private let candidates: [Candidate]
  private let all: [Notification]
  private let rules: RuleIndex
  private let seconds: Int64?
  private var lines: [Line] = []
  private var chains: [GroupKey: (line: Int, newest: Instant, oldest: Instant)] = [:]

  /// The lines of a section, in no particular order.
  ///
  /// - Parameters:
  ///   - members: Positions of the section's candidates, newest first, so that each candidate follows
  ///     the last one of its chain.
  ///   - rules: Nil collapses nothing.
  ///   - seconds: Replaces the window of each rule.
  static func lines(
    of members: [Int], _ candidates: [Candidate], _ all: [Notification], rules: RuleIndex?,
    within seconds: Int64? = nil
  ) -> [Line] {
    guard let rules, members.count > 1 else {
      return members.map { Line(newest: $0, priority: candidates[$0].priority) }
    }
    var collapsing = Collapsing(
      candidates: candidates, all: all, rules: rules, seconds: seconds)
    let mayJoin = collapsing.mayJoin(members)
    for (member, mayJoin) in zip(members, mayJoin) {
      if mayJoin { collapsing.add(member) } else { collapsing.addLine(of: member) }
    }
    return collapsing.lines
  }

  private mutating func addLine(of position: Int) {
    lines.append(Line(newest: position, priority: candidates[position].priority))
  }

  /// Whether each member may be in a line with another. Most titles are of one notification only, and a
  /// key of each cost 5 % of a mail's instructions.
  private func mayJoin(_ members: [Int]) -> [Bool] {
    let marks = members.map { position in
      let candidate = candidates[position]
      return rules.collapseRule(forType: candidate.type) == rules.stackRule
        ? Self.mark(of: all[candidate.index], type: candidate.type) : nil
    }
    if marks.count <= 32 {
      return marks.indices.map { index in
        guard let mark = marks[index] else { return true }
        return marks.indices.contains { $0 != index && marks[$0] == mark }
      }
    }
    var counts: [UInt64: Int] = [:]
    for case let mark? in marks { counts[mark, default: 0] += 1 }
    return marks.map { $0.map { counts[$0] != 1 } ?? true }
  }

  /// Equal for equal titles of a type, and hardly ever for others.
  static func mark(of notification: Notification, type: Int) -> UInt64 {
    (notification.title ?? notification.body ?? "").withBytes { text in
      var mark = UInt64(truncatingIfNeeded: type) &* 31 &+ UInt64(text.count)
      for byte in text.suffix(16) { mark = mark &* 0x100_0000_01B3 ^ UInt64(byte) }
      for byte in text.prefix(16) { mark = mark &* 0x100_0000_01B3 ^ UInt64(byte) }
      return mark
    }
  }

  private mutating func add(_ position: Int) {
    let candidate = candidates[position]
    let rule = rules.collapseRule(forType: candidate.type)
    guard let key = key(rule, candidate) else { return addLine(of: position) }
    let reach = candidate.time.adding(seconds: max(0, seconds ?? rules.collapse[rule].seconds))
    let end = (seconds ?? rules.collapse[rule].span).map {
      candidate.time.adding(seconds: max(0, $0))
    }
    if var chain = chains[key], chain.oldest <= reach, end.map({ chain.newest <= $0 }) ?? true {
      chain.oldest = candidate.time
      chains[key] = chain
      lines[chain.line].older.append(position)
    } else {
      chains[key] = (lines.count, candidate.time, candidate.time)
      addLine(of: position)
    }
  }

  private func key(_ rule: Int, _ candidate: Candidate) -> GroupKey? {
    let notification = all[candidate.index]
    var same = rules.collapse[rule].same
    if rule == rules.stackRule {
      if !rules.joinsTitles { return nil }
      // Without a title, the message is one.
      if notification.title == nil { same = [.type, .body] }
    }
    let comparesValue = !rules.collapse[rule].sameValues.isEmpty
    var key = GroupKey(rule: rule, same: same, comparesValue: comparesValue, notification)
    if same.contains(.type) { key?.type = candidate.type }
    key?.isUrgent = candidate.isUnread && candidate.priority == .high
    return key
  }
}

/// Which candidates are replaced, and by which; all positions are of candidates.
struct Supersession {
  private var successors: [Int: Int] = [:]
  private var taken: [Int: [Int]] = [:]

  /// Replaces nothing.
  init() {}

  /// - Parameter candidates: Newest first.
  init(_ all: [Notification], _ candidates: [Candidate], rules: RuleIndex) {
    if rules.supersedes.isEmpty { return }
    let superseding = Supersession.superseding(all, candidates, rules: rules)
    if superseding.isEmpty { return }
    for (position, candidate) in candidates.enumerated() {
      for rule in rules.superseded(candidate.type) where successors[position] == nil {
        guard let key = rules.key(rule, all[candidate.index]), let positions = superseding[key]
        else { continue }
        successors[position] = Supersession.nearest(
          to: candidate.time, among: positions, of: candidates,
          within: rules.supersedes[rule].seconds)
      }
    }
    // A replaced candidate replaces none itself, so that a circle loses nothing.
    successors = successors.filter { successors[$0.value] == nil }
    for (position, successor) in successors { taken[successor, default: []].append(position) }
  }

  var isEmpty: Bool { successors.isEmpty }

  func isSuperseded(_ position: Int) -> Bool { !isEmpty && successors[position] != nil }

  func superseded(by position: Int) -> [Int] { taken[position] ?? [] }

  private static func superseding(
    _ all: [Notification], _ candidates: [Candidate], rules: RuleIndex
  ) -> [GroupKey: [Int]] {
    var found: [GroupKey: [Int]] = [:]
    for (position, candidate) in candidates.enumerated() {
      for rule in rules.superseding(candidate.type) {
        if let key = rules.key(rule, all[candidate.index]) {
          found[key, default: []].append(position)
        }
      }
    }
    return found
  }

  /// The nearest candidate in time; the newer of two equally near ones.
  private static func nearest(
    to time: Instant, among positions: [Int], of candidates: [Candidate], within seconds: Int64
  ) -> Int? {
    // Finds the first candidate that is not newer; the nearest is that one or the one before it.
    let first = positions.indices.partition { candidates[positions[$0]].time > time }
    var best: (position: Int, distance: UInt64)?
    for index in [first - 1, first] where positions.indices.contains(index) {
      let distance = candidates[positions[index]].time.distance(to: time)
      if distance < best?.distance ?? .max { best = (positions[index], distance) }
    }
    let reach = UInt64(max(0, seconds)).multipliedReportingOverflow(by: 1_000_000)
    guard let best, reach.overflow || best.distance <= reach.partialValue else { return nil }
    return best.position
  }
}

extension RuleIndex {
  fileprivate func key(_ supersession: Int, _ notification: Notification) -> GroupKey? {
    GroupKey(rule: supersession, same: supersedes[supersession].same, notification)
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
