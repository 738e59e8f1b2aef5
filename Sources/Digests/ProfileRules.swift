package import Notifications

/// The part of a profile that digests need.
package struct ProfileRules: Sendable {
  /// Makes the title of a line from its merged notification (batch counts summed, thumbnails
  /// joined), the names of its actors, the newest first, and whether all members' thumbnails are
  /// complete; nil keeps the text of the newest member.
  package typealias LineTitling =
    @Sendable (_ merged: Notification, _ actors: [String], _ isComplete: Bool) -> LineTitle?

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

/// The title of a line that stands for several notifications.
package struct LineTitle: Equatable, Sendable {
  package var words: String
  /// Whether the title says how many notifications there are.
  package var tellsCount: Bool

  package init(_ words: String, tellsCount: Bool) {
    self.words = words
    self.tellsCount = tellsCount
  }
}

/// The grouping rules of all profiles, by type number.
struct RuleIndex: Sendable {
  let collapse: [CollapseRule]
  let supersedes: [SupersedeRule]
  /// By index into `collapse`.
  let lineTitles: [ProfileRules.LineTitling]
  /// By type number, as an index into `collapse`.
  private var collapsing: [Int?]
  private var superseding: [[Int]]
  private var superseded: [[Int]]

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
    self.collapse = collapse
    self.supersedes = supersedes
    self.lineTitles = lineTitles
  }

  /// The rule by which a type collapses, as an index into `collapse`.
  func collapseRule(forType type: Int) -> Int? {
    type < collapsing.count ? collapsing[type] : nil
  }

  /// Whether no rule names the type, so that each of its notifications is a line of its own.
  func joinsNothing(_ type: Int) -> Bool {
    collapseRule(forType: type) == nil && superseding(type).isEmpty && superseded(type).isEmpty
  }

  /// The rules by which the type replaces others, as indices into `supersedes`.
  func superseding(_ type: Int) -> [Int] { type < superseding.count ? superseding[type] : [] }

  /// The rules by which others replace the type, as indices into `supersedes`.
  func superseded(_ type: Int) -> [Int] { type < superseded.count ? superseded[type] : [] }
}
