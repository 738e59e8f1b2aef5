public import Notifications

/// A type of one profile; keys of different profiles are different types.
public struct TypeIdentity: Hashable, Sendable {
  public var profile: ProfileName
  public var type: TypeKey

  public init(_ profile: ProfileName, _ type: TypeKey) {
    self.profile = profile
    self.type = type
  }
}

/// The labels under which types are shown, for people who ask for a type, or search, by its label.
public struct TypeLabels: Sendable {
  private var labels: [TypeIdentity: [FoldedText]] = [:]
  private var types: [FoldedText: Set<TypeIdentity>] = [:]

  public init() {}

  /// Adds a label of a type; a type may have several, one per language.
  public mutating func add(_ label: String, profile: ProfileName, type: TypeKey) {
    let folded = FoldedText(label)
    let identity = TypeIdentity(profile, type)
    labels[identity, default: []].append(folded)
    types[folded, default: []].insert(identity)
  }

  /// Whether a type is shown under this label.
  public func isLabel(_ word: String) -> Bool { types[FoldedText(word)] != nil }

  func types(labelled label: FoldedText) -> Set<TypeIdentity> { types[label] ?? [] }

  func labels(of type: TypeIdentity) -> [FoldedText] {
    labels[type] ?? [FoldedText(type.type.readableLabel)]
  }
}

/// Types as a person names them: by key (`follow_up_reminder`, `ELEMENT_ADDED`) of any profile, or by
/// label (`Follow-ups`), without regard to case.
public struct TypeFilter: Sendable {
  private let keys: Set<TypeKey>
  private let labelled: Set<TypeIdentity>

  public init(_ words: [String], labels: TypeLabels = TypeLabels()) {
    keys = Set(words.map { TypeKey(normalizing: $0) })
    labelled = words.reduce(into: []) { found, word in
      found.formUnion(labels.types(labelled: FoldedText(word)))
    }
  }

  public func includes(_ profile: ProfileName, _ type: TypeKey) -> Bool {
    keys.contains(type) || (!labelled.isEmpty && labelled.contains(TypeIdentity(profile, type)))
  }
}
