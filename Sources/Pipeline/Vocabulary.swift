package import Digests
package import Exports
package import Languages
internal import Notifications
package import Rendering

/// What a run knows before it reads anything: the profiles and the catalogues.
package struct Vocabulary: Sendable {
  package let profiles: ProfileSet
  package let catalogues: Catalogues

  package init(profiles: ProfileSet, catalogues: Catalogues) {
    self.profiles = profiles
    self.catalogues = catalogues
  }

  /// The profiles' rules for digests in a language.
  package func rules(in language: Language) -> [ProfileRules] {
    profiles.profiles.map { ProfileRules($0, in: language) }
  }

  /// How the profiles' types look in a language.
  package func types(in words: Words) -> TypeTable {
    TypeTable(profiles.profiles.map { ($0.name, $0.types) }, words: words)
  }

  /// The labels by which types may be named, in this language and in English.
  package func labels(in words: Words) -> TypeLabels {
    var labels = TypeLabels()
    for profile in profiles.profiles {
      for type in profile.types {
        for locale in Set([words.tag, .english]) {
          labels.add(type.label.words(for: locale), profile: profile.name, type: type.key)
        }
      }
    }
    return labels
  }
}
