/// Where the outbox of a ledger is.
package enum OutboxWhereabouts: Equatable, Sendable {
  case at(String)
  /// It is not at this path any more, where the last run wrote to it.
  case moved(from: String)
  /// The ledger is kept outside its outbox, and does not say where that is.
  case unknown
}

extension Ledger {
  /// Where the outbox is: around the ledger, or where the last run found it.
  package func outbox() throws(DeliveryError) -> OutboxWhereabouts {
    let place = try Place(path)
    if place.name == OutboxFolder.ledgerName,
      try place.folder.kind(of: OutboxFolder.lockName) != nil
    {
      return .at(place.folder.path)
    }
    guard let outbox = try outboxPath() else { return .unknown }
    guard try Folder.isThere(outbox), let mark = try facts()?.mark,
      try Folder(path: outbox, creating: nil).contents(of: OutboxFolder.lockName) == mark
    else { return .moved(from: outbox) }
    return .at(outbox)
  }
}
