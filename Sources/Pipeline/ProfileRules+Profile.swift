import Digests
package import Exports
package import Languages
internal import Notifications

extension ProfileRules {
  /// The rules of a profile, with line titles in one language.
  package init(_ profile: Profile, in language: Language) {
    self.init(
      profile: profile.name, types: profile.types.map(\.key), retention: profile.retention,
      collapse: profile.collapses, supersedes: profile.supersessions,
      lineTitle: { merged, isComplete in
        profile.groupTitle(for: merged, isComplete: isComplete, in: language)
          .map { LineTitle($0.words, tellsCount: $0.tellsCount) }
      })
  }
}
