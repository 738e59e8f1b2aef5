package import ByteText
import Glibc

/// The messages of an outbox that wait for a sender, and those that senders could not send.
package struct OutboxQueue: Equatable, Sendable {
  /// Messages that no sender has taken yet.
  package var waiting = 0
  /// The time at which the oldest of them was written, in seconds since 1970; nil if none waits.
  package var oldest: Int64?
  /// Messages that a server refused permanently: they stay in `refused` until a person clears them.
  package var refused = 0
  /// Messages that waited too long to be sent.
  package var expired = 0

  package init() {}

  /// The outbox's folders of messages that senders could not send.
  static let refusedName = "refused"
  static let expiredName = "expired"
  /// The lock that working senders hold, and the folder in which they record what was taken.
  static let lockName = "sending.lock"
  static let recordName = "sending"

  /// Counts the messages in the outbox at `path`; none if there is no outbox. A sender or a run may
  /// be at work.
  package init(of path: String, format: OutboxFormat, ledger: Ledger) throws(Fault) {
    guard try Folder.isThere(path) else { return }
    let counter = QueueCounter(outbox: path, format: format, ledger: ledger)
    waiting = try counter.count(.waiting, oldest: &oldest)
    var never: Int64?
    refused = try counter.count(.refused, oldest: &never)
    expired = try counter.count(.expired, oldest: &never)
  }
}

extension Outbox {
  /// The messages that wait for a sender, and those that senders could not send.
  package func queue() throws(Fault) -> OutboxQueue {
    try OutboxQueue(of: path, format: options.format, ledger: ledger)
  }
}

private struct QueueCounter {
  let outbox: String
  let format: OutboxFormat
  let ledger: Ledger

  func count(_ place: MailPlace, oldest: inout Int64?) throws(Fault) -> Int {
    guard let path = place.path(in: outbox, format), try Folder.isThere(path) else { return 0 }
    let folder = try Folder(path: path, creating: nil)
    var sum = 0
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
    return sum
  }

  /// The number of messages of a run's own file that no sender has taken; 0 if the file is gone.
  private func messages(
    in folder: borrowing Folder, _ name: String, _ size: Int64
  ) throws(Fault) -> Int {
    let all: Int
    if let run = try run(named: name), run.length == size {
      all = run.messages
    } else {
      guard let bytes = try folder.contents(of: name) else { return 0 }
      all = RunFileMessages(bytes, format: format).count
    }
    return all - (try folder.answered(name).count)
  }

  /// The run of a file; nil for a file that a sender made.
  private func run(named name: String) throws(Fault) -> Run? {
    let number = name.split(separator: ".").first?.split(separator: "-").last
    guard let id = number.flatMap({ Int64($0) }), let run = try ledger.run(id),
      run.fileName(in: format) == name
    else { return nil }
    return run
  }
}

extension Folder {
  /// The messages of a run's own file that the sender's record lists as taken or refused, by the
  /// SHA-256 of their bytes in hexadecimal digits.
  func answered(_ name: String) throws(Fault) -> [ArraySlice<UInt8>] {
    guard try kind(of: OutboxQueue.recordName) == .folder else { return [] }
    let records = try Folder(path: path(of: OutboxQueue.recordName), creating: nil)
    guard let record = try records.contents(of: name) else { return [] }
    return record.split(separator: UInt8(ascii: "\n")).compactMap { line in
      for outcome in ["taken ", "refused "] where line.starts(with: outcome.utf8) {
        return line.dropFirst(outcome.utf8.count)
      }
      return nil
    }
  }
}

extension HeldLedger {
  /// Forgets a recipient in the ledger, and removes their messages from its outbox that no sender
  /// has taken or that a server refused. Returns the number of removed messages; nil if the outbox
  /// is unknown.
  ///
  /// Throws where a sender is at work, and where an interrupted run must continue its file.
  package func forget(recipient: [UInt8]) throws(Fault) -> (forgotten: Forgotten, removed: Int?) {
    guard let text = try ledger.facts()?.format, let format = OutboxFormat(rawValue: text) else {
      // The ledger belongs to no outbox yet.
      return (try ledger.forget(recipient: recipient), 0)
    }
    if format.hasRunFile, try ledger.openRun() != nil { throw .openRun(ledger.path) }
    guard case .at(let path) = try ledger.outbox() else {
      return (try ledger.forget(recipient: recipient), nil)
    }
    let outbox = try Folder(pathOfOthers: path)
    let sender = Fault(
      .busy, code: "sender-at-work", of: outbox.path, "a sender is using it",
      advice: "wait until it ends, or stop it, then run the command again")
    let sending = try Lock(OutboxQueue.lockName, in: outbox, heldBy: sender)
    let forgotten = try ledger.forget(recipient: recipient)
    let unsent = UnsentMessages(forgotten, format: format)
    var removed = try unsent.remove(from: outbox)
    let refused = OutboxQueue.refusedName
    for name in ["new", "cur", "tmp", refused, "\(refused)/\(OutboxQueue.expiredName)"] {
      guard try Folder.isThere(outbox.path(of: name)) else { continue }
      removed += try unsent.remove(from: try Folder(path: outbox.path(of: name), creating: nil))
    }
    return withExtendedLifetime(sending) { (forgotten, removed) }
  }
}

/// The unsent messages of a forgotten recipient, anywhere in an outbox.
private struct UnsentMessages {
  let format: OutboxFormat
  private let files: [String]
  private let messageIDs: [[UInt8]]

  init(_ forgotten: Forgotten, format: OutboxFormat) {
    self.format = format
    files = forgotten.files
    // Without the angle brackets, which JSON may escape.
    messageIDs = forgotten.messageIDs.map { $0.utf8.filter { !"<>".utf8.contains($0) } }
  }

  /// Removes the messages from a folder; returns how many there were.
  func remove(from folder: borrowing Folder) throws(Fault) -> Int {
    if format.hasRunFile { return try cut(from: folder) }
    var removed = 0
    for file in files where try folder.kind(of: file) == .regularFile {
      try folder.remove(file)
      removed += 1
    }
    return removed
  }

  private func cut(from folder: borrowing Folder) throws(Fault) -> Int {
    var removed = 0
    for name in try folder.names() where name.hasSuffix(".\(format)") {
      guard let bytes = try folder.contents(of: name) else { continue }
      let messages = RunFileMessages(bytes, format: format)
      guard let kept = messages.without(messageIDs) else { continue }
      removed += messages.count - RunFileMessages(kept, format: format).count
      if kept.isEmpty { try folder.remove(name) } else { try replace(name, by: kept, in: folder) }
    }
    return removed
  }

  /// Keeps the file's time, which tells how long it has waited.
  private func replace(
    _ name: String, by bytes: [UInt8], in folder: borrowing Folder
  ) throws(Fault) {
    var status = stat()
    if fstatat(folder.descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW) != 0 {
      throw .failed(.read, folder.path(of: name))
    }
    try AtomicFile.write(bytes, to: folder.path(of: name))
    let times = [status.st_atim, status.st_mtim]
    if utimensat(folder.descriptor.number, name, times, AT_SYMLINK_NOFOLLOW) != 0 {
      throw .failed(.write, folder.path(of: name))
    }
  }
}

/// Where a message is.
package enum MailPlace: String, CaseIterable, Sendable {
  case waiting, taken, refused, expired

  /// The folder of such messages in an outbox; nil for those that are in none.
  fileprivate func path(in outbox: String, _ format: OutboxFormat) -> String? {
    switch self {
    case .waiting: format == .maildir ? "\(outbox)/new" : outbox
    case .taken: nil
    case .refused: "\(outbox)/\(OutboxQueue.refusedName)"
    case .expired: "\(outbox)/\(OutboxQueue.refusedName)/\(OutboxQueue.expiredName)"
    }
  }
}

/// What a ledger remembers about a recipient in a stream, and where their messages are.
package struct RecordedRecipient: Equatable, Sendable {
  package var record: RecipientRecord
  /// By the message's id; without an entry where the outbox is unknown.
  package var places: [Int64: MailPlace] = [:]
}

/// Looks for the messages of a ledger in its outbox, which a run or a sender may be using.
package struct LedgerMails {
  private let ledger: Ledger
  /// Nil if the ledger belongs to no outbox, or the outbox is unknown.
  private let outbox: (path: String, format: OutboxFormat)?

  package init(of ledger: Ledger) throws(Fault) {
    self.ledger = ledger
    let format = try ledger.facts().flatMap { OutboxFormat(rawValue: $0.format) }
    if let format, case .at(let path) = try ledger.outbox() {
      outbox = (path, format)
    } else {
      outbox = nil
    }
  }

  /// What each stream remembers about a recipient, sorted by stream.
  package func records(of recipient: [UInt8]) throws(Fault) -> [RecordedRecipient] {
    var found: [RecordedRecipient] = []
    for record in try ledger.records(of: recipient) {
      var one = RecordedRecipient(record: record)
      for mail in record.entries.compactMap(\.mail) { one.places[mail.id] = try place(of: mail) }
      found.append(one)
    }
    return found
  }

  private func place(of mail: MailRecord) throws(Fault) -> MailPlace? {
    guard let outbox else { return nil }
    for place in MailPlace.allCases {
      if let path = place.path(in: outbox.path, outbox.format),
        try isThere(mail, in: path, outbox.format)
      {
        return place
      }
    }
    return .taken
  }

  private func isThere(
    _ mail: MailRecord, in path: String, _ format: OutboxFormat
  ) throws(Fault) -> Bool {
    guard try Folder.isThere(path) else { return false }
    let folder = try Folder(path: path, creating: nil)
    if !format.hasRunFile { return try folder.kind(of: mail.name) == .regularFile }
    // A sender may put what it could not send into files of its own.
    let id = mail.messageID.utf8.filter { !"<>".utf8.contains($0) }
    for name in try folder.names() where name.hasSuffix(".\(format)") {
      guard let bytes = try folder.contents(of: name), ByteSearch.isFound(id, in: bytes[...]) else {
        continue
      }
      // The file stays until each of its lines was taken or refused.
      let messages = RunFileMessages(bytes, format: format)
      if messages.hold(id, besides: try folder.answered(name)) { return true }
    }
    return false
  }
}
