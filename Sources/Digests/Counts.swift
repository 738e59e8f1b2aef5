public import Notifications

/// How many, and how many of them are unread.
public struct Tally: Equatable, Sendable {
  public var total: Int
  public var unread: Int

  public init(total: Int = 0, unread: Int = 0) {
    self.total = total
    self.unread = unread
  }

  public mutating func add(isUnread: Bool) {
    total += 1
    if isUnread { unread += 1 }
  }

  public static func += (left: inout Tally, right: Tally) {
    left.total += right.total
    left.unread += right.unread
  }
}

/// The one shape in which everything is counted: raw notifications, even where several became one
/// line. The parts add up to the totals.
public struct Counts: Equatable, Sendable {
  public var all = Tally()
  /// By `Priority.rawValue`.
  public var byPriority: [Tally] = Array(repeating: Tally(), count: Priority.allCases.count)
  /// In the order of the profiles and their types; types that the profile does not know come last,
  /// by key. Types of which there is none are not here.
  public var byType: [TypeTally] = []

  public init() {}

  public subscript(priority: Priority) -> Tally { byPriority[priority.rawValue] }
}

/// The tally of one type of one profile.
public struct TypeTally: Equatable, Sendable {
  public var profile: ProfileName
  public var type: TypeKey
  public var tally: Tally

  public init(profile: ProfileName, type: TypeKey, tally: Tally) {
    self.profile = profile
    self.type = type
    self.tally = tally
  }
}
