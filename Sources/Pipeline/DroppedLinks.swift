internal import Notifications
import Synchronization

/// The number of notifications whose link was dropped.
package struct DroppedLinks: Equatable, Sendable {
  /// Relative links without a base URL.
  package var relative = 0
  /// Links that no document may contain.
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

final class DroppedLinkCount: Sendable {
  private let sum = Mutex(DroppedLinks())

  var value: DroppedLinks { sum.withLock { $0 } }

  func count(_ links: some Sequence<DroppedLink?>) {
    var dropped = DroppedLinks()
    for link in links { dropped.count(link) }
    if dropped != DroppedLinks() { sum.withLock { $0.add(dropped) } }
  }
}
