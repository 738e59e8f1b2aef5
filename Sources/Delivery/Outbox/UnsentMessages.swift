import Glibc

extension HeldLedger {
  /// Forgets a recipient in the ledger, and removes their messages that no sender has taken yet, or
  /// that a server refused, from the ledger's outbox. Answers how many those were; nil where the
  /// outbox is not known.
  ///
  /// - Throws: `senderAtWork`; `runIsOpen` where an interrupted run must go on with its file as it is.
  package func forget(
    recipient: [UInt8]
  ) throws(DeliveryError) -> (forgotten: Forgotten, removed: Int?) {
    guard let text = try ledger.facts()?.format, let format = OutboxFormat(rawValue: text) else {
      // A ledger of no outbox yet.
      return (try ledger.forget(recipient: recipient), 0)
    }
    if format.hasRunFile, let run = try ledger.openRun() {
      throw .ledger(.runIsOpen(run), path: ledger.path)
    }
    guard case .at(let path) = try ledger.outbox() else {
      return (try ledger.forget(recipient: recipient), nil)
    }
    let outbox = try Folder(pathOfOthers: path)
    let sending = try Self.senderLock(of: outbox)
    let forgotten = try ledger.forget(recipient: recipient)
    let unsent = UnsentMessages(forgotten, format: format)
    var removed = try unsent.remove(from: outbox)
    let refused = OutboxQueue.refusedName
    for name in ["new", "cur", "tmp", refused, "\(refused)/\(OutboxQueue.expiredName)"] {
      guard try Folder.isThere(outbox.path(of: name)) else { continue }
      removed += try unsent.remove(
        from: try Folder(path: outbox.path(of: name), creating: nil))
    }
    return withExtendedLifetime(sending) { (forgotten, removed) }
  }

  private static func senderLock(of outbox: borrowing Folder) throws(DeliveryError) -> Lock {
    do {
      return try Lock(OutboxQueue.lockName, in: outbox)
    } catch .locked {
      throw .senderAtWork(path: outbox.path)
    }
  }
}

/// The messages of somebody who is forgotten, wherever in an outbox they are.
private struct UnsentMessages {
  let format: OutboxFormat
  private let files: [String]
  private let messageIDs: [[UInt8]]

  init(_ forgotten: Forgotten, format: OutboxFormat) {
    self.format = format
    files = forgotten.files
    // Without the angle brackets, which JSON may write as escapes.
    messageIDs = forgotten.messageIDs.map { $0.utf8.filter { !"<>".utf8.contains($0) } }
  }

  /// Removes them from a folder, and answers how many there were.
  func remove(from folder: borrowing Folder) throws(DeliveryError) -> Int {
    if format.hasRunFile { return try cut(from: folder) }
    var removed = 0
    for file in files where try folder.kind(of: file) == .regularFile {
      try folder.remove(file)
      removed += 1
    }
    return removed
  }

  private func cut(from folder: borrowing Folder) throws(DeliveryError) -> Int {
    var removed = 0
    for name in try folder.names() where name.hasSuffix(".\(format)") {
      guard let bytes = try folder.contents(of: name) else { continue }
      let messages = RunFileMessages(bytes, format: format)
      guard let kept = messages.without(messageIDs) else { continue }
      removed += messages.count - RunFileMessages(kept, format: format).count
      if kept.isEmpty {
        try folder.remove(name)
      } else {
        try replace(name, by: kept, in: folder)
      }
    }
    return removed
  }

  /// The file stays as old as it was: how long it has waited is what its time says.
  private func replace(
    _ name: String, by bytes: [UInt8], in folder: borrowing Folder
  ) throws(DeliveryError) {
    var status = stat()
    if fstatat(folder.descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW) != 0 {
      throw .system(.inspect, path: folder.path(of: name), code: errno)
    }
    try AtomicFile.write(bytes, to: folder.path(of: name))
    let times = [status.st_atim, status.st_mtim]
    if utimensat(folder.descriptor.number, name, times, AT_SYMLINK_NOFOLLOW) != 0 {
      throw .system(.write, path: folder.path(of: name), code: errno)
    }
  }
}
