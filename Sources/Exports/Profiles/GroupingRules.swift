public import Notifications

/// Which notifications become one line.
public struct CollapseRule: Equatable, Sendable {
  public var types: Set<TypeKey>
  /// What has to be equal.
  public var same: [Key]
  /// Seconds between an event and the one before it.
  public var window: Int64

  public enum Key: String, CaseIterable, Sendable {
    case type, actor, subject
  }
}

/// Which notification makes another one superfluous: a mention the comment it stands in.
public struct SupersedeRule: Equatable, Sendable {
  public var type: TypeKey
  public var replaced: TypeKey
  public var same: [CollapseRule.Key]
  /// Seconds that lie between the two at most.
  public var window: Int64
}
