import ByteText
package import Notifications

/// The part of a profile that digests need.
package struct ProfileRules: Sendable {
  /// Makes the title of a line from its merged notification (batch counts and amounts summed,
  /// thumbnails joined), the names of its actors, the newest first, and how many items came alone and have no
  /// thumbnail, nil if others lack theirs; nil keeps the text of the newest member.
  package typealias LineTitling =
    @Sendable (_ merged: Notification, _ actors: [String], _ bare: Int?) -> LineTitle?

  package var profile: ProfileName
  /// The types in the profile's order.
  package var types: [TypeKey]
  /// The age limit of notifications in seconds of elapsed time; nil means no limit.
  package var retention: Int64?
  package var collapse: [CollapseRule]
  package var supersedes: [SupersedeRule]
  package var lineTitle: LineTitling

  package init(
    profile: ProfileName, types: [TypeKey] = [], retention: Int64? = nil,
    collapse: [CollapseRule] = [], supersedes: [SupersedeRule] = [],
    lineTitle: @escaping LineTitling = { _, _, _ in nil }
  ) {
    self.profile = profile
    self.types = types
    self.retention = retention
    self.collapse = collapse
    self.supersedes = supersedes
    self.lineTitle = lineTitle
  }
}

/// The title of a line that stands for several notifications, whether it says how many there are, and
/// whether it says what their amounts add up to.
package typealias LineTitle = (words: String, tellsCount: Bool, tellsSum: Bool)

struct RuleIndex: Sendable {
  /// Those of the profiles, and last the one of all types that none of them names.
  let collapse: [CollapseRule]
  let supersedes: [SupersedeRule]
  /// By index into `collapse`.
  let lineTitles: [ProfileRules.LineTitling]
  /// By type number, as an index into `collapse`.
  private var collapsing: [Int?]
  private var superseding: [[Int]]
  private var superseded: [[Int]]
  /// Whether equal titles are one line: not where some were left out, whose titles nobody has read.
  var joinsTitles = true
  /// Whether they are over several days, where they are urgent.
  var joinsDays = true

  init(_ profiles: [ProfileRules], _ order: TypeOrder) {
    var collapse: [CollapseRule] = []
    var supersedes: [SupersedeRule] = []
    var lineTitles: [ProfileRules.LineTitling] = []
    collapsing = Array(repeating: nil, count: order.types.count)
    superseding = Array(repeating: [], count: order.types.count)
    superseded = superseding
    for profile in profiles {
      let number = { (type: TypeKey) in order[profile.profile, type] }
      for rule in profile.collapse {
        // The first rule that names a type wins.
        for case let type? in rule.types.map(number) where collapsing[type] == nil {
          collapsing[type] = collapse.count
        }
        collapse.append(rule)
        lineTitles.append(profile.lineTitle)
      }
      for rule in profile.supersedes {
        if let type = number(rule.superseding) { superseding[type].append(supersedes.count) }
        if let type = number(rule.superseded) { superseded[type].append(supersedes.count) }
        supersedes.append(rule)
      }
    }
    self.collapse = collapse + [Self.stacks]
    self.supersedes = supersedes
    self.lineTitles = lineTitles + [Self.sumTitle(profiles)]
  }

  /// What has one title keeps it, unless its profile has one that says what the amounts add up to.
  private static func sumTitle(_ profiles: [ProfileRules]) -> ProfileRules.LineTitling {
    { merged, actors, bare in
      guard merged.amount != nil,
        let title = profiles.first(where: { $0.profile == merged.profile })?
          .lineTitle(merged, actors, bare), title.tellsSum
      else { return nil }
      return title
    }
  }

  /// What has one title within a day.
  private static let stacks = CollapseRule(
    types: [], same: [.type, .title], seconds: 86_400, span: 86_400)

  /// The number of the rule of all types that no profile's rule names.
  var stackRule: Int { collapse.count - 1 }

  /// The rule by which a type collapses, as an index into `collapse`.
  func collapseRule(forType type: Int) -> Int {
    (type < collapsing.count ? collapsing[type] : nil) ?? stackRule
  }

  /// Whether no rule names the type, so that its notifications join only those of the same title.
  func isRuled(_ type: Int) -> Bool {
    collapseRule(forType: type) != stackRule || !superseding(type).isEmpty
      || !superseded(type).isEmpty
  }

  /// The rules by which the type replaces others, as indices into `supersedes`.
  func superseding(_ type: Int) -> [Int] { type < superseding.count ? superseding[type] : [] }

  /// The rules by which others replace the type, as indices into `supersedes`.
  func superseded(_ type: Int) -> [Int] { type < superseded.count ? superseded[type] : [] }
}

/// The types that profiles list, numbered by their position in the list.
///
/// A dictionary takes several times as long as the tables, and every notification is looked up several
/// times.
package struct TypeIndex: Sendable {
  package let types: [TypeID]
  private var profiles = ByteTable()
  /// Grouped by the profile's number.
  private var keys = ByteTable()
  /// By the number of a key, that of its type.
  private var numbers: [Int] = []

  /// - Parameter types: The first position counts if a type is repeated.
  package init(_ types: [TypeID]) {
    self.types = types
    for (number, type) in types.enumerated() {
      let profile = type.profile.text.withRawBytes { profiles.addKey($0.bytes).number }
      let isNew = type.key.text.withRawBytes { keys.addKey($0.bytes, group: UInt32(profile)).isNew }
      if isNew { numbers.append(number) }
    }
  }

  /// The number of a type; nil if the list does not contain it.
  package subscript(profile: ProfileName, type: TypeKey) -> Int? {
    // Most runs have one profile.
    let only = profiles.count == 1 ? types.first?.profile : nil
    guard
      let profile = only.map({ $0 == profile ? 0 : nil })
        ?? profile.text.withRawBytes({ profiles.number(of: $0.bytes) }),
      let key = type.text.withRawBytes({ keys.number(of: $0.bytes, group: UInt32(profile)) })
    else { return nil }
    return numbers[key]
  }
}

/// The numbers and the order of the types that profiles and their rules name: first the listed ones in
/// the profiles' order, then those that only a rule names.
struct TypeOrder: Sendable {
  /// The number of types that a profile lists.
  let listed: Int
  private let numbers: TypeIndex
  private let profiles: [ProfileName: Int]

  init(_ profiles: [ProfileRules]) {
    let listed = profiles.flatMap { rules in rules.types.map { TypeID(rules.profile, $0) } }
    let named = profiles.flatMap { rules in
      (rules.collapse.flatMap { $0.types.sorted() }
        + rules.supersedes.flatMap { [$0.superseding, $0.superseded] })
        .map { TypeID(rules.profile, $0) }
    }
    var known: Set<TypeID> = []
    numbers = TypeIndex((listed + named).filter { known.insert($0).inserted })
    self.listed = Set(listed).count
    self.profiles = Dictionary(zip(profiles.map(\.profile), profiles.indices)) { first, _ in first }
  }

  var types: [TypeID] { numbers.types }

  subscript(profile: ProfileName, type: TypeKey) -> Int? { numbers[profile, type] }

  /// The order of unlisted types: by profile, then by key, both as bytes.
  func precedes(_ left: TypeID, _ right: TypeID) -> Bool {
    (profiles[left.profile] ?? .max, left.profile, left.key)
      < (profiles[right.profile] ?? .max, right.profile, right.key)
  }
}

/// Numbers for all types that occur: those of the order, then unknown ones as they appear.
struct TypeNumbers: Sendable {
  private let order: TypeOrder
  private var unknown: [TypeID: Int] = [:]
  private(set) var types: [TypeID]

  init(_ order: TypeOrder) {
    self.order = order
    types = order.types
  }

  mutating func number(of type: TypeKey, in profile: ProfileName) -> Int {
    if let number = order[profile, type] { return number }
    let type = TypeID(profile, type)
    if let number = unknown[type] { return number }
    unknown[type] = types.count
    types.append(type)
    return types.count - 1
  }

  /// Tallies by number as documents show them: in order, without empty ones.
  func typeTallies(_ tallies: [Tally]) -> [TypeTally] {
    let listed = tallies.indices.prefix(order.listed).filter { tallies[$0].total > 0 }
    let rest = tallies.indices.dropFirst(order.listed).filter { tallies[$0].total > 0 }
    let numbers =
      rest.isEmpty ? listed : listed + rest.sorted { order.precedes(types[$0], types[$1]) }
    return numbers.map { TypeTally(type: types[$0], tally: tallies[$0]) }
  }
}
