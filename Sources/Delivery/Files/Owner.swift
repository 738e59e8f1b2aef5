import Glibc

/// The user to whom the tool's files belong.
package enum Owner {
  /// Refuses a file or folder that belongs to another user: what this one writes there, that one could
  /// not change. What is missing belongs to nobody.
  package static func check(
    _ paths: [String], user: UInt32 = geteuid()
  ) throws(DeliveryError) {
    for path in paths {
      var status = stat()
      if lstat(path, &status) == 0, status.st_uid != user {
        throw .foreign(path: path, owner: status.st_uid, user: user)
      }
    }
  }

  /// The name of a user; its number if it has none.
  package static func name(of user: UInt32) -> String {
    getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "\(user)"
  }
}

extension Outbox {
  /// Refuses an outbox that belongs to another user, or its ledger.
  package static func checkOwner(of path: String, ledger: String?) throws(DeliveryError) {
    let path = Folder.trimmed(path)
    try Owner.check([
      path, path + "/" + OutboxFolder.lockName, ledger ?? path + "/" + OutboxFolder.ledgerName,
    ])
  }
}
