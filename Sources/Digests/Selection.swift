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
  package var searches: [SearchText] = []
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

  package init(since: Instant? = nil, until: Instant? = nil) {
    (self.since, self.until) = (since, until)
  }

  /// Whether there is a condition besides the recipients and the start of the window.
  package var isNarrowed: Bool {
    types != nil || priorities != nil || fields != nil || isUnread != nil || !searches.isEmpty
      || until != nil
  }

  /// Whether all conditions hold; ignores whether the notification is deleted, expired or upcoming.
  package func includes(_ notification: Notification) -> Bool {
    mayInclude(RecordFacts(notification)) && recipients?.contains(notification.recipient) ?? true
      && types?.includes(notification.profile, notification.type) ?? true
      && (searches.isEmpty || isFoundInText(of: notification)
        || isFoundInLabel(of: TypeID(notification.profile, notification.type)))
      && condition?(notification) ?? true
  }

  /// Whether all conditions hold that need only these facts.
  package func mayInclude(_ facts: RecordFacts) -> Bool {
    since.map { facts.time >= $0 } ?? true && until.map { facts.time < $0 } ?? true
      && isUnread.map { $0 == facts.isUnread } ?? true
      && priorities?.contains(facts.priority) ?? true
  }

  /// Whether one of the searches finds its title or its body.
  package func isFoundInText(of notification: Notification) -> Bool {
    searches.contains { search in
      search.isEmpty
        || [notification.title, notification.body].contains {
          $0.map { search.isFound(in: $0) } ?? false
        }
    }
  }

  /// Whether one of the searches finds a label of a type.
  package func isFoundInLabel(of type: TypeID) -> Bool {
    let labels = labels.labels(of: type)
    return searches.contains { search in labels.contains { search.isFound(inFolded: $0.bytes) } }
  }
}

/// The labels of types in all languages, for people who name a type or search by its label.
package struct TypeLabels: Sendable {
  private var labels: [TypeID: [SearchText]] = [:]
  private var types: [SearchText: Set<TypeID>] = [:]

  package init() {}

  /// Adds a label of a type; a type may have several, one per language.
  package mutating func addLabel(_ label: String, profile: ProfileName, type: TypeKey) {
    let folded = SearchText(label)
    let id = TypeID(profile, type)
    labels[id, default: []].append(folded)
    types[folded, default: []].insert(id)
  }

  /// Whether any type has this label.
  package func isLabel(_ word: String) -> Bool { types[SearchText(word)] != nil }

  func types(labeled words: [SearchText]) -> Set<TypeID> {
    words.reduce(into: []) { $0.formUnion(types[$1] ?? []) }
  }

  func labels(of type: TypeID) -> [SearchText] {
    labels[type] ?? [SearchText(type.key.readableLabel)]
  }
}

/// Types as a person names them: by key (`follow_up_reminder`, `ELEMENT_ADDED`) in any profile, or by
/// label (`Follow-ups`) in any case.
package struct TypeFilter: Sendable {
  private let words: [SearchText]
  private let keys: Set<TypeKey>
  private var labeled: Set<TypeID>

  package init(_ words: [String], labels: TypeLabels = TypeLabels()) {
    self.words = words.map { SearchText($0) }
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

/// The properties of a selected notification that decide its position and its counts. Notifications
/// are large: copying one costs more than sorting ten candidates.
struct Candidate {
  let index: Int
  let time: Instant
  let priority: Priority
  let isUnread: Bool
  /// The number from `TypeNumbers`.
  let type: Int
}

/// What a selection chose from one recipient's notifications, without copying them.
struct SelectedNotifications {
  /// All notifications that were considered.
  let all: [Notification]
  /// How many would be selected but are dated in the future.
  var upcoming = 0
  private(set) var candidates: [Candidate] = []
  var types: TypeNumbers

  init(all: [Notification], types: TypeOrder) {
    self.all = all
    self.types = TypeNumbers(types)
    candidates.reserveCapacity(all.count)
  }

  mutating func choose(_ index: Int) {
    let notification = all[index]
    candidates.append(
      Candidate(
        index: index, time: notification.time, priority: notification.priority,
        isUnread: notification.isUnread,
        type: types.number(of: notification.type, in: notification.profile)))
  }

  /// The candidates, newest first; ties by priority, then by the ids' bytes.
  func newestFirst() -> [Candidate] {
    candidates.count < 2
      ? candidates
      : candidates.sorted { [all] left, right in
        Self.isNewer(
          (left.time, left.priority, left.index), (right.time, right.priority, right.index), of: all
        )
      }
  }

  /// Whether one comes before another in a section, by time, priority and index.
  static func isNewer(
    _ left: (Instant, Priority, Int), _ right: (Instant, Priority, Int), of all: [Notification]
  ) -> Bool {
    if left.0 != right.0 { return left.0 > right.0 }
    if left.1 != right.1 { return left.1 > right.1 }
    let ids = (all[left.2].id, all[right.2].id)
    if ids.0 != ids.1 { return ids.0 < ids.1 }
    return all[left.2].profile < all[right.2].profile
  }
}

extension [Candidate] {
  /// The counts of the candidates at these positions, and of pruned notifications.
  func counts(
    of positions: some Sequence<Int>, types: TypeNumbers, and pruned: [NumberedTally] = []
  ) -> Counts {
    var counts = Counts()
    var byType = [Tally](repeating: Tally(), count: types.types.count)
    for position in positions {
      let candidate = self[position]
      counts.all.add(isUnread: candidate.isUnread)
      counts.byPriority[candidate.priority.rawValue].add(isUnread: candidate.isUnread)
      byType[candidate.type].add(isUnread: candidate.isUnread)
    }
    for group in pruned {
      counts.all += group.tally
      counts.byPriority[group.priority.rawValue] += group.tally
      byType[group.type] += group.tally
    }
    if counts.all.total > 0 { counts.byType = types.typeTallies(byType) }
    return counts
  }
}
