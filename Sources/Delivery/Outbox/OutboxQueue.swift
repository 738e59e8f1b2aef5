import Glibc

/// What of an outbox waits for a sender, and what senders could not send.
package struct OutboxQueue: Equatable, Sendable {
  /// Messages that nobody has taken yet.
  package var waiting = 0
  /// When the oldest of them was written, in seconds since 1970; nil where none waits.
  package var oldest: Int64?
  /// Messages that a server refused for good: they lie in `refused` until a person clears them.
  package var refused = 0
  /// Messages that had waited too long to be sent.
  package var expired = 0

  package init() {}
}

extension OutboxQueue {
  /// The folders in which senders keep what they could not send, in the outbox.
  static let refusedName = "refused"
  static let expiredName = "expired"
  /// What senders hold while they are at work, and in which they note what was taken.
  static let lockName = "sending.lock"
  static let recordName = "sending"

  /// Counts what is in the outbox at `path`; nothing where there is none. A sender or a run may be at
  /// work meanwhile.
  package init(of path: String, format: OutboxFormat, ledger: Ledger) throws(DeliveryError) {
    guard try Folder.isThere(path) else { return }
    let outbox = try Folder(path: path, creating: nil)
    let counter = QueueCounter(format: format, ledger: ledger)
    if format != .maildir {
      try counter.count(in: outbox, oldest: &oldest, sum: &waiting)
    } else if try outbox.kind(of: "new") == .folder {
      try counter.count(
        in: try Folder(path: outbox.path(of: "new"), creating: nil), oldest: &oldest, sum: &waiting)
    }
    guard try outbox.kind(of: Self.refusedName) == .folder else { return }
    let refusedFolder = try Folder(path: outbox.path(of: Self.refusedName), creating: nil)
    var never: Int64?
    try counter.count(in: refusedFolder, oldest: &never, sum: &refused)
    guard try refusedFolder.kind(of: Self.expiredName) == .folder else { return }
    let expiredFolder = try Folder(path: refusedFolder.path(of: Self.expiredName), creating: nil)
    try counter.count(in: expiredFolder, oldest: &never, sum: &expired)
  }
}

extension Outbox {
  /// What waits for a sender, and what senders could not send.
  package func queue() throws(DeliveryError) -> OutboxQueue {
    try OutboxQueue(of: path, format: options.format, ledger: ledger)
  }
}

/// Counts messages in a folder, by the outbox's format.
private struct QueueCounter {
  let format: OutboxFormat
  let ledger: Ledger

  func count(
    in folder: borrowing Folder, oldest: inout Int64?, sum: inout Int
  ) throws(DeliveryError) {
    for name in try folder.names() where format == .maildir || name.hasSuffix(".\(format)") {
      var status = stat()
      // A sender may have taken it since.
      guard fstatat(folder.descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
        status.kind == .regularFile
      else { continue }
      let messages =
        format.hasRunFile ? try self.messages(in: folder, name, Int64(status.st_size)) : 1
      if messages == 0 { continue }
      sum += messages
      oldest = min(oldest ?? .max, Int64(status.st_mtim.tv_sec))
    }
  }

  /// How many messages of a run's own file nobody has taken; 0 for one that is gone by now.
  private func messages(
    in folder: borrowing Folder, _ name: String, _ size: Int64
  ) throws(DeliveryError) -> Int {
    let all: Int
    if let run = try run(named: name), run.length == size {
      all = run.messages
    } else {
      guard let bytes = try folder.contents(of: name) else { return 0 }
      all = RunFileMessages(bytes, format: format).count
    }
    return all - (try folder.answered(name))
  }

  /// The run whose file it was; one that a sender has made has no run.
  private func run(named name: String) throws(DeliveryError) -> Run? {
    let number = name.split(separator: ".").first?.split(separator: "-").last
    guard let id = number.flatMap({ Int64($0) }), let run = try ledger.run(id),
      run.fileName(in: format) == name
    else { return nil }
    return run
  }
}

extension Folder {
  /// How many lines of a run's own file the sender's record says were taken or refused.
  func answered(_ name: String) throws(DeliveryError) -> Int {
    guard try kind(of: OutboxQueue.recordName) == .folder else { return 0 }
    let records = try Folder(path: path(of: OutboxQueue.recordName), creating: nil)
    guard let record = try records.contents(of: name) else { return 0 }
    return record.split(separator: UInt8(ascii: "\n")).count {
      $0.starts(with: "taken ".utf8) || $0.starts(with: "refused ".utf8)
    }
  }
}
