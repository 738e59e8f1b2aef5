package import Notifications

/// What a summary needs to know of a record: small numbers, so that a million of them are counted
/// without looking at a string.
package struct SummaryFacts: Sendable {
  /// Of the recipient, as the caller numbers them from 0.
  package var recipient: UInt32
  /// Of the pair of profile and type, as the caller numbers them from 0.
  package var type: UInt32
  /// The civil day of the time in the summary's zone: days since 1970-01-01.
  package var day: Int32
  package var priority: Priority
  package var flags: Flags

  package struct Flags: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Unread, and to be seen now.
    package static let unread = Flags(rawValue: 1)
    package static let deleted = Flags(rawValue: 2)
    package static let expired = Flags(rawValue: 4)
    package static let upcoming = Flags(rawValue: 8)

    /// Deleted, expired and upcoming exclude each other; the first that holds is counted. What cannot
    /// be read now does not count as unread.
    package init(
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

  package init(recipient: UInt32, type: UInt32, day: Int32, priority: Priority, flags: Flags) {
    self.recipient = recipient
    self.type = type
    self.day = day
    self.priority = priority
    self.flags = flags
  }
}
