internal import Digests
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

  mutating func count(_ digest: Digest) {
    for section in digest.sections {
      for item in section.items { count(item.notification.droppedLink) }
    }
  }

  mutating func add(_ other: DroppedLinks) {
    relative += other.relative
    refused += other.refused
  }
}

final class DroppedLinkCount: Sendable {
  private let links = Mutex(DroppedLinks())

  var value: DroppedLinks { links.withLock { $0 } }

  func count(_ digest: Digest) { count { $0.count(digest) } }

  func count(_ notifications: [Notification]) {
    count { dropped in
      for notification in notifications { dropped.count(notification.droppedLink) }
    }
  }

  private func count(_ work: (inout DroppedLinks) -> Void) {
    var dropped = DroppedLinks()
    work(&dropped)
    if dropped != DroppedLinks() { links.withLock { $0.add(dropped) } }
  }
}
