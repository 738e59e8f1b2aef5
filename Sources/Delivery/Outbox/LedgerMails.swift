internal import Glibc

/// Where a message is.
package enum MailPlace: String, CaseIterable, Sendable {
  case waiting, taken, refused, expired
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

  package init(of ledger: Ledger) throws(DeliveryError) {
    self.ledger = ledger
    let format = try ledger.facts().flatMap { OutboxFormat(rawValue: $0.format) }
    if let format, case .at(let path) = try ledger.outbox() {
      outbox = (path, format)
    } else {
      outbox = nil
    }
  }

  /// What each stream remembers about a recipient, sorted by stream.
  package func records(of recipient: [UInt8]) throws(DeliveryError) -> [RecordedRecipient] {
    var found: [RecordedRecipient] = []
    for record in try ledger.records(of: recipient) {
      var one = RecordedRecipient(record: record)
      for mail in record.entries.compactMap(\.mail) { one.places[mail.id] = try place(of: mail) }
      found.append(one)
    }
    return found
  }

  private func place(of mail: MailRecord) throws(DeliveryError) -> MailPlace? {
    guard let outbox else { return nil }
    let refused = "\(outbox.path)/\(OutboxQueue.refusedName)"
    let own = outbox.format == .maildir ? "\(outbox.path)/new" : outbox.path
    if try isThere(mail, in: own, outbox.format) { return .waiting }
    if try isThere(mail, in: refused, outbox.format) { return .refused }
    let expired = "\(refused)/\(OutboxQueue.expiredName)"
    return try isThere(mail, in: expired, outbox.format) ? .expired : .taken
  }

  private func isThere(
    _ mail: MailRecord, in path: String, _ format: OutboxFormat
  ) throws(DeliveryError) -> Bool {
    guard try Folder.isThere(path) else { return false }
    let folder = try Folder(path: path, creating: nil)
    if !format.hasRunFile { return try folder.kind(of: mail.name) == .regularFile }
    // A sender may put what it could not send into files of its own.
    let id = mail.messageID.utf8.filter { !"<>".utf8.contains($0) }
    for name in try folder.names() where name.hasSuffix(".\(format)") {
      guard let bytes = try folder.contents(of: name), bytes.firstRange(of: id) != nil else {
        continue
      }
      // The file stays until each of its lines was taken or refused.
      let messages = RunFileMessages(bytes, format: format)
      if messages.hold(id, besides: try folder.answered(name)) { return true }
    }
    return false
  }
}
