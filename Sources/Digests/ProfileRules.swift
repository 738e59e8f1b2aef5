package import Notifications

/// What digests need to know of a profile.
package struct ProfileRules: Sendable {
  package var profile: ProfileName
  /// The types in the profile's order.
  package var types: [TypeKey]
  /// How old a notification may be, in seconds of elapsed time; nil is for ever.
  package var retention: Int64?
  package var collapse: [CollapseRule]
  package var supersedes: [SupersedeRule]

  package init(
    profile: ProfileName, types: [TypeKey] = [], retention: Int64? = nil,
    collapse: [CollapseRule] = [], supersedes: [SupersedeRule] = []
  ) {
    self.profile = profile
    self.types = types
    self.retention = retention
    self.collapse = collapse
    self.supersedes = supersedes
  }
}

/// Which notifications of one profile become one line.
///
/// Each within `seconds` of the one before joins the chain; a chain stays within a section. Only types
/// that a rule names collapse: no direct message and no mention does unless a profile says so.
package struct CollapseRule: Sendable {
  package enum Field: String, CaseIterable, Sendable {
    case type, actor, subject
  }

  package var types: [TypeKey]
  /// What members have in common. A notification that lacks a field equals no other in it.
  package var equal: Set<Field>
  package var seconds: Int64
  /// The words of a line from its merged notification (batch counts added up, thumbnails joined) and
  /// whether every member's thumbnails are complete; nil keeps the words of the newest member.
  package var title: @Sendable (_ merged: Notification, _ isComplete: Bool) -> LineTitle?

  package init(
    types: [TypeKey], equal: Set<Field>, seconds: Int64,
    title: @escaping @Sendable (_ merged: Notification, _ isComplete: Bool) -> LineTitle?
  ) {
    self.types = types
    self.equal = equal
    self.seconds = seconds
    self.title = title
  }
}

/// The words of a line that stands for several notifications.
package struct LineTitle: Equatable, Sendable {
  package var words: String
  /// Whether the words say how many there are.
  package var tellsCount: Bool

  package init(_ words: String, tellsCount: Bool) {
    self.words = words
    self.tellsCount = tellsCount
  }
}

/// A notification of one type takes the place of another's by the same actor about the same subject,
/// at most `seconds` before or after it: a mention that of the comment it was made in.
package struct SupersedeRule: Equatable, Sendable {
  package var superseding: TypeKey
  package var superseded: TypeKey
  package var seconds: Int64

  package init(superseding: TypeKey, superseded: TypeKey, seconds: Int64) {
    self.superseding = superseding
    self.superseded = superseded
    self.seconds = seconds
  }
}
