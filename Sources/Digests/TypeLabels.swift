package import Notifications

/// A type of one profile; keys of different profiles are different types.
package struct TypeIdentity: Hashable, Sendable {
  package var profile: ProfileName
  package var type: TypeKey

  package init(_ profile: ProfileName, _ type: TypeKey) {
    self.profile = profile
    self.type = type
  }
}

/// The labels under which types are shown, for people who ask for a type, or search, by its label.
package struct TypeLabels: Sendable {
  private var labels: [TypeIdentity: [FoldedText]] = [:]
  private var types: [FoldedText: Set<TypeIdentity>] = [:]

  package init() {}

  /// Adds a label of a type; a type may have several, one per language.
  package mutating func add(_ label: String, profile: ProfileName, type: TypeKey) {
    let folded = FoldedText(label)
    let identity = TypeIdentity(profile, type)
    labels[identity, default: []].append(folded)
    types[folded, default: []].insert(identity)
  }

  /// Whether a type is shown under this label.
  package func isLabel(_ word: String) -> Bool { types[FoldedText(word)] != nil }

  func types(labelled label: FoldedText) -> Set<TypeIdentity> { types[label] ?? [] }

  func labels(of type: TypeIdentity) -> [FoldedText] {
    labels[type] ?? [FoldedText(type.type.readableLabel)]
  }
}

/// Types as a person names them: by key (`follow_up_reminder`, `ELEMENT_ADDED`) of any profile, or by
/// label (`Follow-ups`), without regard to case.
package struct TypeFilter: Sendable {
  private let keys: Set<TypeKey>
  private let labelled: Set<TypeIdentity>

  package init(_ words: [String], labels: TypeLabels = TypeLabels()) {
    keys = Set(words.map { TypeKey(normalizing: $0) })
    labelled = words.reduce(into: []) { found, word in
      found.formUnion(labels.types(labelled: FoldedText(word)))
    }
  }

  package func includes(_ profile: ProfileName, _ type: TypeKey) -> Bool {
    keys.contains(type) || (!labelled.isEmpty && labelled.contains(TypeIdentity(profile, type)))
  }
}
