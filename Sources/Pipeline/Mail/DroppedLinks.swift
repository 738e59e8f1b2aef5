internal import Notifications

/// How many of a mail's notifications lost their link.
package struct DroppedLinks: Equatable, Sendable {
  /// Relative ones, where no base URL was given.
  package var relative = 0
  /// Those that lead where no link of a mail may.
  package var refused = 0

  mutating func count(_ link: DroppedLink?) {
    switch link {
    case .noBaseURL: relative += 1
    case .notAllowed: refused += 1
    case nil: break
    }
  }

  mutating func add(_ other: DroppedLinks) {
    relative += other.relative
    refused += other.refused
  }
}
