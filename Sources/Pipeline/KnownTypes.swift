internal import ByteText
internal import Digests
internal import Exports
internal import Languages
package import Notifications

/// All types that a run knows, from its profiles and its records.
package struct KnownTypes: Sendable {
  private let keys: Set<TypeKey>
  private let labels: TypeLabels
  /// Keys and labels by their lowercase form; `near` are those of the records' own profiles.
  private let near: [String: String]
  private let far: [String: String]

  package init(_ reading: Reading) {
    let vocabulary = reading.vocabulary
    let found = reading.index.types
    let profiles = vocabulary.profiles.profiles
    keys = Set(profiles.flatMap { $0.types.map(\.key) } + found.map(\.key))
    labels = vocabulary.labels(in: reading.place.words)
    let own = Set(found.map(\.profile))
    var (near, far): ([String: String], [String: String]) = ([:], [:])
    for type in found { near[type.key.text] = type.key.text }
    for profile in profiles {
      for type in profile.types {
        let names = [type.key.text, type.label.words(for: reading.place.words.tag)]
        for name in names {
          if own.contains(profile.name) {
            near[name.lowercased()] = name
          } else {
            far[name.lowercased()] = name
          }
        }
      }
    }
    (self.near, self.far) = (near, far)
  }

  /// Whether a word is the key or label of a type.
  package func has(_ word: String) -> Bool {
    has(TypeKey(normalizing: word)) || labels.isLabel(word)
  }

  package func has(_ key: TypeKey) -> Bool { keys.contains(key) }

  /// The key or label that a misspelled word probably means.
  package func nearest(to word: String) -> String? {
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
