import Notifications

/// The rules of all profiles, found by type.
struct RuleIndex: Sendable {
  let collapse: [CollapseRule]
  let supersedes: [SupersedeRule]
  private var collapsing: [TypeIdentity: Int] = [:]
  private(set) var superseding: [TypeIdentity: [Int]] = [:]
  private(set) var superseded: [TypeIdentity: [Int]] = [:]

  init(_ profiles: [ProfileRules]) {
    var collapse: [CollapseRule] = []
    var supersedes: [SupersedeRule] = []
    for profile in profiles {
      for rule in profile.collapse {
        // Of two rules that name a type, the first decides.
        for type in rule.types where collapsing[TypeIdentity(profile.profile, type)] == nil {
          collapsing[TypeIdentity(profile.profile, type)] = collapse.count
        }
        collapse.append(rule)
      }
      for rule in profile.supersedes {
        superseding[TypeIdentity(profile.profile, rule.superseding), default: []]
          .append(supersedes.count)
        superseded[TypeIdentity(profile.profile, rule.superseded), default: []]
          .append(supersedes.count)
        supersedes.append(rule)
      }
    }
    self.collapse = collapse
    self.supersedes = supersedes
  }

  /// The rule that a notification collapses by, as an index into `collapse`.
  func collapseRule(for notification: Notification) -> Int? {
    if collapse.isEmpty { return nil }
    return collapsing[TypeIdentity(notification.profile, notification.type)]
  }
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
