import Glibc

extension Outbox {
  /// Undoes the runs of an outbox with a `now` after `time`, in microseconds since 1970: runs of a
  /// fast clock, which block all others until then.
  ///
  /// Messages that were not sent are withdrawn, so that nothing is lost; messages that a sender has
  /// taken are remembered, so that nothing comes twice. An interrupted rewind must be repeated
  /// before the next run. `clock` is the time of the machine, in microseconds since 1970: forgotten
  /// recipients who come back get nothing from before it that they may have been mailed.
  package static func rewind(
    path: String, ledgerPath: String?, to time: Int64, at clock: Int64
  ) throws(DeliveryError) -> Rewound {
    let folder = try OutboxFolder(
      path: path, options: Options(format: .maildir, ledgerPath: ledgerPath))
    return try folder.rewind(to: time, at: clock)
  }
}

extension OutboxFolder {
  private static let withdrawnSuffix = ".withdrawn"

  fileprivate func rewind(to time: Int64, at clock: Int64) throws(DeliveryError) -> Rewound {
    let ledger = try Ledger(path: ledgerPath, access: .writing(syncs: true))
    defer { try? ledger.close() }
    guard let facts = try ledger.facts(), let format = OutboxFormat(rawValue: facts.format) else {
      throw .ledger(.missing, path: ledgerPath)
    }
    try checkMark(facts)
    let sending = try Lock(OutboxQueue.lockName, in: folder, waits: true)
    let time = min(time, try ledger.openRewind() ?? time)
    let messages = try ledger.beginRewind(to: time)
    let (names, waiting) = try withdraw(Set(messages.map(\.name)), format)
    var rewound = try ledger.finishRewind(
      to: time, at: clock, withdrawn: messages.filter { names.contains($0.name) })
    rewound.waiting = min(waiting, rewound.taken)
    rewound.taken -= rewound.waiting
    try sweepWithdrawn()
    withExtendedLifetime(sending) {}
    return rewound
  }

  /// Moves the files that are still in the outbox out of every sender's reach. Returns their names,
  /// and the number of messages in files that a sender has begun, which stay.
  private func withdraw(
    _ names: Set<String>, _ format: OutboxFormat
  ) throws(DeliveryError) -> (withdrawn: Set<String>, waiting: Int) {
    let temporaries = try temporaries()
    let target = try target(format)
    var withdrawn: Set<String> = []
    var waiting = 0
    for name in names {
      if format.hasRunFile, let left = try leftOfBegun(name, format) {
        waiting += left
        continue
      }
      let aside = name + Self.withdrawnSuffix
      if try target.moves(name, to: temporaries, as: aside) { withdrawn.insert(name) }
      if try temporaries.moves(name, to: temporaries, as: aside) { withdrawn.insert(name) }
      if try temporaries.kind(of: aside) != nil { withdrawn.insert(name) }
    }
    try temporaries.sync()
    try target.sync()
    return (withdrawn, waiting)
  }

  /// The number of waiting messages of a run's own file; nil if no sender has begun it. A begun
  /// file is not withdrawn: some of its messages were taken, or were refused and can be requeued.
  private func leftOfBegun(
    _ name: String, _ format: OutboxFormat
  ) throws(DeliveryError) -> Int? {
    var isBegun = try !folder.answered(name).isEmpty
    let refused = OutboxQueue.refusedName
    for subfolder in [refused, "\(refused)/\(OutboxQueue.expiredName)"] {
      guard try Folder.isThere(folder.path(of: subfolder)) else { continue }
      let aside = try Folder(path: folder.path(of: subfolder), creating: nil)
      for part in try aside.names() where Self.isPart(part, of: name) { isBegun = true }
    }
    var waiting = 0
    for part in try folder.names() where Self.isPart(part, of: name) {
      if part != name { isBegun = true }
      guard let bytes = try folder.contents(of: part) else { continue }
      waiting += RunFileMessages(bytes, format: format).count - (try folder.answered(part).count)
    }
    return isBegun ? waiting : nil
  }

  /// Whether a file is a run's own or a requeued part of it, such as `digest-1-1~2.jsonl`.
  private static func isPart(_ part: String, of name: String) -> Bool {
    guard part != name else { return true }
    guard let dot = name.lastIndex(of: ".") else { return false }
    return part.hasPrefix(name[..<dot] + "~") && part.hasSuffix(name[dot...])
  }

  private func sweepWithdrawn() throws(DeliveryError) {
    let temporaries = try temporaries()
    for name in try temporaries.names() where name.hasSuffix(Self.withdrawnSuffix) {
      try temporaries.remove(name)
    }
  }
}

extension Folder {
  /// Moves a file to another folder; false if it does not exist, perhaps because a sender was
  /// faster.
  fileprivate func moves(
    _ name: String, to target: borrowing Folder, as newName: String
  ) throws(DeliveryError) -> Bool {
    if try kind(of: name) == nil { return false }
    do {
      try rename(name, to: target, as: newName)
    } catch .system(.rename, _, ENOENT) {
      return false
    }
    return true
  }
}
