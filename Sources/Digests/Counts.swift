package import Notifications

/// How many, and how many of them are unread.
package struct Tally: Equatable, Sendable {
  package var total: Int
  package var unread: Int

  package init(total: Int = 0, unread: Int = 0) {
    self.total = total
    self.unread = unread
  }

  package mutating func add(isUnread: Bool) {
    total += 1
    if isUnread { unread += 1 }
  }

  package static func += (left: inout Tally, right: Tally) {
    left.total += right.total
    left.unread += right.unread
  }
}

/// The one shape in which everything is counted: raw notifications, even where several became one
/// line. The parts add up to the totals.
package struct Counts: Equatable, Sendable {
  package var all = Tally()
  /// By `Priority.rawValue`.
  package var byPriority: [Tally] = Array(repeating: Tally(), count: Priority.allCases.count)
  /// In the order of the profiles and their types; types that the profile does not know come last,
  /// by key. Types of which there is none are not here.
  package var byType: [TypeTally] = []

  package init() {}

  package subscript(priority: Priority) -> Tally { byPriority[priority.rawValue] }
}

/// The tally of one type of one profile.
package struct TypeTally: Equatable, Sendable {
  package var profile: ProfileName
  package var type: TypeKey
  package var tally: Tally

  package init(profile: ProfileName, type: TypeKey, tally: Tally) {
    self.profile = profile
    self.type = type
    self.tally = tally
  }
}
