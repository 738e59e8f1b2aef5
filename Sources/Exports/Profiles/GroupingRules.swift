package import Notifications

extension Profile {
  /// Which notifications become one line.
  package struct CollapseRule: Equatable, Sendable {
    package var types: Set<TypeKey>
    /// What has to be equal.
    package var same: [GroupingKey]
    /// Seconds between an event and the one before it.
    package var window: Int64
  }

  /// Which notification makes another one superfluous: a mention the comment it stands in.
  package struct SupersedeRule: Equatable, Sendable {
    package var type: TypeKey
    package var replaced: TypeKey
    package var same: [GroupingKey]
    /// Seconds that lie between the two at most.
    package var window: Int64
  }

  /// What notifications of one group have in common.
  package enum GroupingKey: String, CaseIterable, Sendable {
    case type, actor, subject
  }
}
