import Notifications

/// The types that profiles and their rules name, numbered in the order in which they are counted and
/// shown: the profiles' order, then their types'; after them those that only a rule names.
struct TypeOrder: Sendable {
  /// How many of them a profile lists.
  let listed: Int
  private let numbers: TypeIndex
  private let profiles: [ProfileName: Int]

  init(_ profiles: [ProfileRules]) {
    let listed = profiles.flatMap { rules in rules.types.map { TypeIdentity(rules.profile, $0) } }
    let named = profiles.flatMap { rules in
      (rules.collapse.flatMap(\.types)
        + rules.supersedes.flatMap { [$0.superseding, $0.superseded] })
        .map { TypeIdentity(rules.profile, $0) }
    }
    var known: Set<TypeIdentity> = []
    numbers = TypeIndex((listed + named).filter { known.insert($0).inserted })
    self.listed = Set(listed).count
    self.profiles = Dictionary(zip(profiles.map(\.profile), profiles.indices)) { first, _ in first }
  }

  var types: [TypeIdentity] { numbers.types }

  subscript(type: TypeIdentity) -> Int? { self[type.profile, type.type] }

  subscript(profile: ProfileName, type: TypeKey) -> Int? { numbers[profile, type] }

  /// The order of types that no profile lists: by profile, then by key, both as bytes.
  func precedes(_ left: TypeIdentity, _ right: TypeIdentity) -> Bool {
    let ranks = (profiles[left.profile] ?? .max, profiles[right.profile] ?? .max)
    if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
    if left.profile != right.profile { return left.profile < right.profile }
    return left.type.text.utf8.lexicographicallyPrecedes(right.type.text.utf8)
  }
}

/// Numbers for all types that occur: those of the order, then unknown ones as they come.
struct TypeNumbers: Sendable {
  private let order: TypeOrder
  private var unknown: [TypeIdentity: Int] = [:]
  private(set) var types: [TypeIdentity]

  init(_ order: TypeOrder) {
    self.order = order
    types = order.types
  }

  mutating func number(of type: TypeKey, in profile: ProfileName) -> Int {
    if let number = order[profile, type] { return number }
    let type = TypeIdentity(profile, type)
    if let number = unknown[type] { return number }
    unknown[type] = types.count
    types.append(type)
    return types.count - 1
  }

  /// The groups by the numbers of their types, which are all known after that.
  mutating func numbered(
    _ groups: [PrunedNotifications.Group: Tally]
  ) -> [NumberedTally] {
    groups.map { group, tally in
      NumberedTally(
        type: number(of: group.type.type, in: group.type.profile), priority: group.priority,
        tally: tally)
    }
  }

  /// Tallies by number as they are shown: in order, without those of nothing.
  func typeTallies(_ tallies: [Tally]) -> [TypeTally] {
    var shown: [TypeTally] = []
    for number in tallies.indices.prefix(order.listed) where tallies[number].total > 0 {
      shown.append(tally(number, tallies))
    }
    let rest = tallies.indices.dropFirst(order.listed).filter { tallies[$0].total > 0 }
    if rest.isEmpty { return shown }
    return shown
      + rest.sorted { order.precedes(types[$0], types[$1]) }.map { tally($0, tallies) }
  }

  private func tally(_ number: Int, _ tallies: [Tally]) -> TypeTally {
    TypeTally(
      profile: types[number].profile, type: types[number].type, tally: tallies[number])
  }
}
