/// Which notifications of a profile become one line of a digest.
///
/// A notification joins a chain if it follows the one before within `seconds`; a chain stays within
/// one section, and within `span` if there is one. Types that no rule names collapse by their titles.
package struct CollapseRule: Equatable, Sendable {
  package var types: Set<TypeKey>
  /// What all members have in common. A notification without one of the fields joins nothing.
  package var same: Set<GroupingField>
  /// The names of further values that all members have in common; together they are a
  /// notification's `groupValue`.
  package var sameValues: [String]
  package var seconds: Int64
  /// The most seconds from the first of a chain to its last; nil means no limit.
  package var span: Int64?

  package init(
    types: Set<TypeKey>, same: Set<GroupingField>, sameValues: [String] = [], seconds: Int64,
    span: Int64? = nil
  ) {
    self.types = types
    self.same = same
    self.sameValues = sameValues
    self.seconds = seconds
    self.span = span
  }
}

/// Which notification replaces another within `seconds` before or after it: a mention replaces the
/// comment that contains it.
package struct SupersedeRule: Equatable, Sendable {
  package var superseding: TypeKey
  package var superseded: TypeKey
  /// What both have in common. A notification without one of the fields takes no part.
  package var same: Set<GroupingField>
  package var seconds: Int64

  package init(
    superseding: TypeKey, superseded: TypeKey, same: Set<GroupingField> = [.actor, .subject],
    seconds: Int64
  ) {
    self.superseding = superseding
    self.superseded = superseded
    self.same = same
    self.seconds = seconds
  }
}

/// A field in which the notifications of one group agree.
package enum GroupingField: String, CaseIterable, Sendable {
  case type, actor, subject, title, body
}
