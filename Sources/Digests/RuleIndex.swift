import Notifications

/// The rules of all profiles, found by the number of a type.
struct RuleIndex: Sendable {
  let collapse: [CollapseRule]
  let supersedes: [SupersedeRule]
  /// By type number: the rule that it collapses by, as an index into `collapse`.
  private var collapsing: [Int?]
  private var superseding: [[Int]]
  private var superseded: [[Int]]

  init(_ profiles: [ProfileRules], _ order: TypeOrder) {
    var collapse: [CollapseRule] = []
    var supersedes: [SupersedeRule] = []
    collapsing = Array(repeating: nil, count: order.types.count)
    superseding = Array(repeating: [], count: order.types.count)
    superseded = superseding
    for profile in profiles {
      let number = { (type: TypeKey) in order[TypeIdentity(profile.profile, type)] }
      for rule in profile.collapse {
        // Of two rules that name a type, the first decides.
        for case let type? in rule.types.map(number) where collapsing[type] == nil {
          collapsing[type] = collapse.count
        }
        collapse.append(rule)
      }
      for rule in profile.supersedes {
        if let type = number(rule.superseding) { superseding[type].append(supersedes.count) }
        if let type = number(rule.superseded) { superseded[type].append(supersedes.count) }
        supersedes.append(rule)
      }
    }
    self.collapse = collapse
    self.supersedes = supersedes
  }

  func collapseRule(forType type: Int) -> Int? {
    type < collapsing.count ? collapsing[type] : nil
  }

  /// Whether no rule names a type: its notifications are lines of their own.
  func joinsNothing(_ type: Int) -> Bool {
    collapseRule(forType: type) == nil && superseding(type).isEmpty && superseded(type).isEmpty
  }

  /// The rules by which a type takes another's place.
  func superseding(_ type: Int) -> [Int] { type < superseding.count ? superseding[type] : [] }

  /// The rules by which a type gives up its place.
  func superseded(_ type: Int) -> [Int] { type < superseded.count ? superseded[type] : [] }
}

/// An actor or a subject, to be compared with another: by its id, else by its name.
struct Party: ByteIdentity {
  let text: String

  init(_ text: String) { self.text = text }

  /// Nil for a party that has neither, or is not there: it equals no other.
  init?(_ actor: Actor?) {
    guard let actor, let party = Party(id: actor.id, name: actor.name) else { return nil }
    self = party
  }

  init?(_ subject: Subject?) {
    guard let subject, let party = Party(id: subject.id, name: subject.name) else { return nil }
    self = party
  }

  private init?(id: String?, name: String?) {
    if let id {
      text = "#" + id
    } else if let name, !name.isEmpty {
      text = "=" + name
    } else {
      return nil
    }
  }
}
