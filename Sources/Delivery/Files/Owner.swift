package import ByteText
import Glibc

/// The user to whom the tool's files belong.
package enum Owner {
  /// Refuses a file or folder that belongs to another user: neither user could change what the other
  /// writes there. A missing path passes.
  ///
  /// - Parameter canForce: whether the command has `--force`.
  package static func check(
    _ paths: [String], user: UInt32 = geteuid(), canForce: Bool = true
  ) throws(Fault) {
    for path in paths {
      var status = stat()
      if lstat(path, &status) == 0, status.st_uid != user {
        let (theirs, own) = (name(of: status.st_uid), name(of: user))
        throw Fault(
          .unusable, code: "foreign", of: path,
          "it belongs to \(theirs), and this is \(own): one could not change what the other writes",
          advice:
            "run it as \(theirs), or give everything in it to \(own) with chown -R \(own)"
            + (canForce ? "; --force goes on anyway" : ""))
      }
    }
  }

  /// The name of a user; its number if it has none.
  private static func name(of user: UInt32) -> String {
    getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "\(user)"
  }
}

extension Outbox {
  /// Refuses an outbox that belongs to another user, or its ledger.
  package static func checkOwner(of path: String, ledger: String?) throws(Fault) {
    let path = Folder.trimmed(path)
    try Owner.check([
      path, path + "/" + OutboxFolder.lockName, ledger ?? path + "/" + OutboxFolder.ledgerName,
    ])
  }
}
