package import Notifications

/// The conditions on notifications. All conditions must hold; any value of a condition is enough, and
/// an absent condition always holds.
package struct Selection: Sendable {
  package var recipients: Set<RecipientID>?
  package var types: TypeFilter?
  package var priorities: Set<Priority>?
  /// Conditions on fields of records, which the index decides.
  package var fields: FieldFilter?
  /// True selects unread notifications (unknown counts as unread), false selects read ones.
  package var isUnread: Bool?
  /// Words to find in the title or the body; a notification without a title has its type's labels.
  package var searches: [FoldedText] = []
  package var since: Instant?
  /// The end of the window, itself excluded.
  package var until: Instant?
  /// A further condition, such as a recipient's preferences or whether a mail has gone out.
  package var condition: (@Sendable (Notification) -> Bool)?
  /// How many seconds after now a time counts as clock skew and is shown; later times are upcoming.
  /// A mail takes 0, so that it holds only what is due.
  package var skew: Int64 = Selection.defaultSkew
  /// The most lines per recipient; counts stay whole.
  package var limit: Int = Selection.defaultLimit
  package var collapses = true
  /// The titles of notifications without one, for `searches`.
  package var labels = TypeLabels()

  package static let defaultSkew: Int64 = 300
  package static let defaultLimit = 1_000

  package init() {}

  package init(since: Instant?, until: Instant? = nil) {
    self.since = since
    self.until = until
  }

  /// Whether there is a condition besides the recipients and the start of the window.
  package var isNarrowed: Bool {
    types != nil || priorities != nil || fields != nil || isUnread != nil || !searches.isEmpty
      || until != nil
  }

  /// Whether all conditions hold; ignores whether the notification is deleted, expired or upcoming.
  package func includes(_ notification: Notification) -> Bool {
    mayInclude(RecordFacts(notification))
      && recipients?.contains(notification.recipient) ?? true
      && types?.includes(notification.profile, notification.type) ?? true
      && (searches.isEmpty || searches.contains { isFound($0, in: notification) })
      && condition?(notification) ?? true
  }

  /// Whether all conditions hold that need only these facts.
  package func mayInclude(_ facts: RecordFacts) -> Bool {
    since.map { facts.time >= $0 } ?? true && until.map { facts.time < $0 } ?? true
      && isUnread.map { $0 == facts.isUnread } ?? true
      && priorities?.contains(facts.priority) ?? true
  }

  private func isFound(_ search: FoldedText, in notification: Notification) -> Bool {
    if search.isEmpty { return true }
    if let title = notification.title {
      if search.isFound(in: title) { return true }
    } else {
      let labels = labels.labels(of: TypeID(notification.profile, notification.type))
      if labels.contains(where: { search.isFound(inFolded: $0.bytes) }) { return true }
    }
    return notification.body.map { search.isFound(in: $0) } ?? false
  }
}

/// The labels of types in all languages, for people who name a type or search by its label.
package struct TypeLabels: Sendable {
  private var labels: [TypeID: [FoldedText]] = [:]
  private var types: [FoldedText: Set<TypeID>] = [:]

  package init() {}

  /// Adds a label of a type; a type may have several, one per language.
  package mutating func add(_ label: String, profile: ProfileName, type: TypeKey) {
    let folded = FoldedText(label)
    let id = TypeID(profile, type)
    labels[id, default: []].append(folded)
    types[folded, default: []].insert(id)
  }

  /// Whether any type has this label.
  package func isLabel(_ word: String) -> Bool { types[FoldedText(word)] != nil }

  func types(labeled words: [FoldedText]) -> Set<TypeID> {
    words.reduce(into: []) { $0.formUnion(types[$1] ?? []) }
  }

  func labels(of type: TypeID) -> [FoldedText] {
    labels[type] ?? [FoldedText(type.key.readableLabel)]
  }
}

/// Types as a person names them: by key (`follow_up_reminder`, `ELEMENT_ADDED`) in any profile, or by
/// label (`Follow-ups`) in any case.
package struct TypeFilter: Sendable {
  private let words: [FoldedText]
  private let keys: Set<TypeKey>
  private var labeled: Set<TypeID>

  package init(_ words: [String], labels: TypeLabels = TypeLabels()) {
    self.words = words.map { FoldedText($0) }
    keys = Set(words.map { TypeKey(normalizing: $0) })
    labeled = labels.types(labeled: self.words)
  }

  /// The same words where types have other labels, such as those of records.
  package func naming(_ labels: TypeLabels) -> TypeFilter {
    var filter = self
    filter.labeled = labels.types(labeled: words)
    return filter
  }

  package func includes(_ profile: ProfileName, _ type: TypeKey) -> Bool {
    keys.contains(type) || (!labeled.isEmpty && labeled.contains(TypeID(profile, type)))
  }
}
