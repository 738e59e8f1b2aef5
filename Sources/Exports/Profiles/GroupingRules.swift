public import Notifications

extension Profile {
  /// Which notifications become one line.
  public struct CollapseRule: Equatable, Sendable {
    public var types: Set<TypeKey>
    /// What has to be equal.
    public var same: [GroupingKey]
    /// Seconds between an event and the one before it.
    public var window: Int64
  }

  /// Which notification makes another one superfluous: a mention the comment it stands in.
  public struct SupersedeRule: Equatable, Sendable {
    public var type: TypeKey
    public var replaced: TypeKey
    public var same: [GroupingKey]
    /// Seconds that lie between the two at most.
    public var window: Int64
  }

  /// What notifications of one group have in common.
  public enum GroupingKey: String, CaseIterable, Sendable {
    case type, actor, subject
  }
}
