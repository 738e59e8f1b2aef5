package import ByteText
package import Digests
import Exports
package import Languages
package import Notifications
package import Profiles
package import Rendering

/// What a run knows before it reads anything: the profiles and the catalogues.
package struct Vocabulary: Sendable {
  package let profiles: ProfileSet
  package let catalogues: Catalogues

  package init(profiles: ProfileSet, catalogues: Catalogues) {
    (self.profiles, self.catalogues) = (profiles, catalogues)
  }

  /// The same with the words that address the readers of these systems: informally where all of the
  /// systems do so.
  func addressing(readersOf systems: Set<ProfileName>) -> Vocabulary {
    let isInformal = !systems.isEmpty && systems.allSatisfy { profiles[$0]?.address == .informal }
    return Vocabulary(
      profiles: profiles, catalogues: catalogues.addressing(isInformal ? .informal : .formal))
  }

  func adding(_ drafted: [Profile]) -> Vocabulary {
    Vocabulary(profiles: profiles.overridden(by: ProfileSet(drafted)), catalogues: catalogues)
  }

  func only(_ systems: Set<ProfileName>) -> Vocabulary {
    Vocabulary(
      profiles: ProfileSet(profiles.profiles.filter { systems.contains($0.name) }),
      catalogues: catalogues)
  }

  /// How long each system keeps notifications, in seconds; without those that set no time.
  var retentions: [ProfileName: Int64] {
    profiles.profiles.reduce(into: [:]) { $0[$1.name] = $1.retention }
  }

  /// The same with the labels that records give to types.
  func labeling(_ labels: [TypeID: String]) -> Vocabulary {
    if labels.isEmpty { return self }
    let labeled = profiles.profiles.map { profile in
      var profile = profile
      for (type, label) in labels where type.profile == profile.name {
        profile.recordLabels[type.key] = label
      }
      return profile
    }
    return Vocabulary(profiles: ProfileSet(labeled), catalogues: catalogues)
  }

  /// The profiles' rules for digests in a language.
  ///
  /// - Parameter redacts: whether the documents are, so that what they show alike is one line.
  package func rules(in words: Localization, redacts: Bool = false) -> [ProfileRules] {
    profiles.profiles.map { profile in
      var rules = ProfileRules(profile, in: words)
      guard redacts else { return rules }
      let types = profile.types.filter(\.isRedacted)
      rules.hideSums(of: Set(types.map(\.key)))
      for (same, types) in [
        ([GroupingField.type], types.filter { $0.redacted != nil }),
        ([.type, .actor], types.filter { $0.redacted == nil }),
      ] where !types.isEmpty {
        rules.collapse.append(
          CollapseRule(
            types: Set(types.map(\.key)), same: Set(same), seconds: 86_400, span: 86_400))
      }
      return rules
    }
  }

  /// How the profiles' types look in a language.
  package func types(in words: Localization) -> TypeTable {
    var labels: [TypeID: String] = [:]
    for profile in profiles.profiles {
      for (type, label) in profile.recordLabels { labels[TypeID(profile.name, type)] = label }
    }
    return TypeTable(
      profiles.profiles.map { ($0.name, $0.types, $0.badges) }, recordLabels: labels, words: words)
  }

  /// The labels by which types may be named: the profiles' in this language and in English, and the
  /// records' as documents show them.
  package func labels(in words: Localization) -> TypeLabels {
    var labels = TypeLabels()
    for profile in profiles.profiles {
      for type in profile.types {
        for locale in Set([words.tag, .english]) {
          // Documents say "2 Follow-ups", and "1 Follow-up".
          for label in [type.label, type.singular].compactMap(\.self) {
            labels.addLabel(label.words(for: locale), profile: profile.name, type: type.key)
          }
        }
      }
      for (type, label) in profile.recordLabels where profile.type(type)?.hasOwnLabel != true {
        labels.addLabel(TypeTable.name(label), profile: profile.name, type: type)
      }
    }
    return labels
  }
}

extension Catalogues {
  /// The bundled catalogues. The user's own, from a templates folder, add to them or override
  /// single messages.
  package convenience init(own templates: [String: [UInt8]] = [:]) throws(Fault) {
    try self.init(bundled: Self.files(TemplateCatalogue.bundled), own: Self.files(templates))
  }

  private static func files(_ templates: [String: [UInt8]]) -> [CatalogueFile] {
    let folder = "catalogues/"
    let suffix = ".yaml"
    return templates.keys.filter { $0.hasPrefix(folder) && $0.hasSuffix(suffix) }.sorted().map {
      CatalogueFile(
        name: $0, tag: String($0.dropFirst(folder.utf8.count).dropLast(suffix.utf8.count)),
        bytes: templates[$0] ?? [])
    }
  }
}

extension ProfileRules {
  /// Documents that show nothing else of these types do not show what their amounts add up to.
  fileprivate mutating func hideSums(of types: Set<TypeKey>) {
    if types.isEmpty { return }
    let title = lineTitle
    lineTitle = { merged, actors, bare in
      let line = title(merged, actors, bare)
      return line?.tellsSum == true && types.contains(merged.type) ? nil : line
    }
  }

  /// The rules of a profile, with line titles in one language.
  package init(_ profile: Profile, in words: Localization) {
    self.init(
      profile: profile.name, types: profile.types.map(\.key), retention: profile.retention,
      collapse: profile.collapses, supersedes: profile.supersessions,
      lineTitle: { merged, actors, bare in
        profile.groupTitle(
          for: merged, of: actors, bare: bare, in: words.language, naming: words.people)
      })
  }
}

/// All types that a run knows, from its profiles and its records.
package struct KnownTypes {
  private let keys: Set<TypeKey>
  private let reading: Reading

  package init(_ reading: Reading) {
    self.reading = reading
    let types = reading.vocabulary.profiles.profiles.flatMap(\.typeFacts).map(\.key)
    keys = Set(types + reading.index.types.map(\.key))
  }

  /// Whether a word is the key or label of a type.
  package func has(_ word: String) -> Bool {
    // For labels, every profile is read to its end.
    has(TypeKey(normalizing: word))
      || reading.vocabulary.labels(in: reading.place.words).isLabel(word)
  }

  package func has(_ key: TypeKey) -> Bool { keys.contains(key) }

  /// The system that a misspelled name probably means; nil for the name of one, and if none is near.
  package func nearestSystem(to profile: ProfileName) -> String? {
    let names = Set(
      reading.vocabulary.profiles.profiles.map(\.name) + reading.index.sources.compactMap(\.profile)
    )
    return names.contains(profile)
      ? nil : NearestName.of(profile.text, among: names.map(\.text).sorted())
  }

  /// The key or label that a misspelled word probably means, of the records' own profiles if it can be.
  package func nearest(to word: String) -> String? {
    let own = Set(reading.index.types.map(\.profile))
    // Keys and labels by their lowercase form.
    var (near, far): ([String: String], [String: String]) = ([:], [:])
    for type in reading.index.types { near[type.key.text] = type.key.text }
    for profile in reading.vocabulary.profiles.profiles {
      for type in profile.types {
        for name in [type.key.text, type.label.words(for: reading.place.words.tag)] {
          if own.contains(profile.name) {
            near[name.lowercased()] = name
          } else {
            far[name.lowercased()] = name
          }
        }
      }
    }
    let word = word.lowercased()
    if let name = NearestName.of(word, among: near.keys) { return near[name] }
    return NearestName.of(word, among: far.keys).flatMap { far[$0] }
  }

  /// The key that a misspelled key probably means.
  package func nearestKey(to key: TypeKey) -> TypeKey? {
    NearestName.of(key.text, among: keys.lazy.map(\.text)).map { TypeKey(normalizing: $0) }
  }
}

extension Reading {
  /// Whether any record was read, so that it is known who has notifications.
  package var hasRecords: Bool { index.sources.contains { $0.records > 0 } }
}
