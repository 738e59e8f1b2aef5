public import Notifications

/// What a summary needs to know of a record: small numbers, so that a million of them are counted
/// without looking at a string.
public struct SummaryFacts: Sendable {
  /// Of the recipient, as the caller numbers them from 0.
  public var recipient: UInt32
  /// Of the pair of profile and type, as the caller numbers them from 0.
  public var type: UInt32
  /// The civil day of the time in the summary's zone: days since 1970-01-01.
  public var day: Int32
  public var priority: Priority
  public var flags: Flags

  public struct Flags: OptionSet, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Unread, and to be seen now.
    public static let unread = Flags(rawValue: 1)
    public static let deleted = Flags(rawValue: 2)
    public static let expired = Flags(rawValue: 4)
    public static let upcoming = Flags(rawValue: 8)

    /// Deleted, expired and upcoming exclude each other; the first that holds is counted. What cannot
    /// be read now does not count as unread.
    public init(
      isUnread: Bool, concealment: Concealment?, time: Instant, now: Instant,
      skew: Int64 = Selection.defaultSkew
    ) {
      var flags: Flags = []
      switch concealment {
      case .deleted: flags.insert(.deleted)
      case .expired: flags.insert(.expired)
      case nil: if time > now.adding(seconds: max(0, skew)) { flags.insert(.upcoming) }
      }
      if isUnread && flags.isEmpty { flags.insert(.unread) }
      self = flags
    }
  }

  public init(recipient: UInt32, type: UInt32, day: Int32, priority: Priority, flags: Flags) {
    self.recipient = recipient
    self.type = type
    self.day = day
    self.priority = priority
    self.flags = flags
  }
}
