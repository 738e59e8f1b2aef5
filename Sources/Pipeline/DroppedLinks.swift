internal import Digests
internal import Notifications
import Synchronization

/// How many notifications of some documents lost their link.
package struct DroppedLinks: Equatable, Sendable {
  /// Relative ones, where no base URL was given.
  package var relative = 0
  /// Those that lead where no link of ours may.
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

/// Counts over documents that are made on several tasks.
final class DroppedLinkCount: Sendable {
  private let links = Mutex(DroppedLinks())

  var value: DroppedLinks { links.withLock { $0 } }

  func count(_ digest: Digest) {
    var dropped = DroppedLinks()
    dropped.count(digest)
    if dropped != DroppedLinks() { links.withLock { $0.add(dropped) } }
  }
}
