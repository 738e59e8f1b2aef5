import Digests
package import Exports
package import Languages
internal import Notifications

extension ProfileRules {
  /// What digests need to know of a profile whose lines speak this language.
  package init(_ profile: Profile, in language: Language) {
    self.init(
      profile: profile.name, types: profile.types.map(\.key), retention: profile.retention,
      collapse: profile.collapses.map { rule in
        CollapseRule(
          types: rule.types.sorted(),
          equal: Set(rule.same.map(CollapseRule.Field.init)), seconds: rule.window,
          title: { merged, isComplete in
            profile.groupTitle(for: merged, isComplete: isComplete, in: language)
              .map { LineTitle($0.words, tellsCount: $0.tellsCount) }
          })
      },
      supersedes: profile.supersessions.map {
        SupersedeRule(
          superseding: $0.type, superseded: $0.replaced, seconds: $0.window)
      })
  }
}

extension CollapseRule.Field {
  fileprivate init(_ key: Profile.GroupingKey) {
    switch key {
    case .type: self = .type
    case .actor: self = .actor
    case .subject: self = .subject
    }
  }
}
