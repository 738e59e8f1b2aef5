import Synchronization

/// The zones of a run, each made once: a run with a million recipients has a few hundred.
package final class Zones: Sendable {
  private let made: Mutex<[String: Zone?]> = Mutex([:])
  /// A bound for identifiers that strangers choose and that do not exist.
  private static let mostKept = 4096

  package init() {}

  /// The zone of an IANA identifier, nil where there is none.
  package func zone(_ identifier: String) -> Zone? {
    if let known = made.withLock({ $0[identifier] }) { return known }
    let zone = Zone(identifier)
    made.withLock { if $0.count < Self.mostKept { $0[identifier] = .some(zone) } }
    return zone
  }
}
