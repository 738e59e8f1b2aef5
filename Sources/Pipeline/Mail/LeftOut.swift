/// Why a notification is in no mail; if several rules apply, the first counts.
package enum MailRule: Int, CaseIterable, Sendable {
  case deleted, expired, read, notYetDue, alreadyHandedOver, mailedByApp, digestType, otherStream,
    typeOff
  case lowPriority, tooFarAway, tooOld

  /// The name in reports.
  package var name: String {
    switch self {
    case .deleted: "deleted"
    case .expired: "expired"
    case .read: "read"
    case .notYetDue: "not yet due"
    case .alreadyHandedOver: "already handed over"
    case .mailedByApp: "mailed by the app"
    case .digestType: "digest type"
    case .otherStream: "not of this stream"
    case .typeOff: "type off"
    case .lowPriority: "low priority"
    case .tooFarAway: "too far away"
    case .tooOld: "too old"
    }
  }
}

/// The number of notifications that each rule left out.
package struct LeftOut: Equatable, Sendable {
  private var tallies: [Int] = []

  package init() {}

  package subscript(rule: MailRule) -> Int { tallies.isEmpty ? 0 : tallies[rule.rawValue] }

  package var isEmpty: Bool { tallies.isEmpty }

  /// The rules that left something out, in order.
  package var rules: [(rule: MailRule, notifications: Int)] {
    MailRule.allCases.filter { self[$0] > 0 }.map { ($0, self[$0]) }
  }

  mutating func count(_ rule: MailRule) {
    if tallies.isEmpty { tallies = Array(repeating: 0, count: MailRule.allCases.count) }
    tallies[rule.rawValue] += 1
  }

  mutating func add(_ other: LeftOut) {
    if other.isEmpty { return }
    if isEmpty {
      self = other
      return
    }
    for index in tallies.indices { tallies[index] += other.tallies[index] }
  }
}
