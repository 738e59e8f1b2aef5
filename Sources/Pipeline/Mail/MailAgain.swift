package import Delivery
internal import Digests
package import Exports
package import Notifications
internal import Rendering

/// A recipient's last mail once more: made of the same notifications at the time of its run, so that
/// it is the same mail as long as the exports and the options are.
package struct MailAgain: Sendable {
  /// Why there is no such mail.
  package enum Refusal: Error, Equatable, Sendable {
    /// No stream has mailed them.
    case neverMailed
    /// A sender has not taken it yet.
    case waits
    /// Its run was undone, and counts as of this time.
    case undone(at: Instant)
    /// As of the time of its run, the exports have none of its notifications.
    case nothingLeft(of: Int, at: Instant)
    /// The mail would differ: as of that time, the exports have `left` of its notifications.
    case changed(left: Int, of: Int, at: Instant)
    case noAddress
    /// The time is not after the last run.
    case notAfter(Instant)
    case exports(ExportError)
  }

  private let run: MailRun
  private let addressee: Addressee

  /// - Parameter run: a run at the time of the mail, for its stream.
  package init(_ run: MailRun, addressee: Addressee) {
    self.run = run
    self.addressee = addressee
  }

  /// The last mail of a recipient that is not a copy itself, with its place.
  package static func last(
    of recipient: [UInt8], stream: String, in ledger: Ledger
  ) throws -> (mail: MailRecord, place: MailPlace?)? {
    let records = try LedgerMails(of: ledger).records(of: recipient)
    guard let record = records.first(where: { $0.record.stream == stream }) else { return nil }
    let mails = record.record.entries.compactMap(\.mail)
    guard let last = mails.last(where: { $0.kind != .again }) else { return nil }
    // A copy that waits is the mail that waits.
    let waits = mails.contains {
      $0.messageID == last.messageID && record.places[$0.id] == .waiting
    }
    return (last, waits ? .waiting : record.places[last.id])
  }

  /// Makes the mail and hands it over by a run of its own at `now`.
  ///
  /// - Parameter isForced: whether to hand over what is left, though it is another mail.
  package func handOver(
    _ mail: MailRecord, to outbox: Outbox, at now: Instant, isForced: Bool
  ) throws -> Int {
    // A run of its own has a time of its own.
    if let last = try outbox.ledger.lastRun(), last.now >= now.microseconds {
      throw Refusal.notAfter(Instant(microseconds: last.now))
    }
    let message = try message(mail, in: outbox.ledger, at: now, isForced: isForced)
    try outbox.begin(stream: run.plan.stream.name, now: now.microseconds, fingerprint: [])
    try outbox.publish(message)
    try outbox.finish()
    return message.notifications.count
  }

  private func message(
    _ mail: MailRecord, in ledger: Ledger, at now: Instant, isForced: Bool
  ) throws -> OutboxMessage {
    let then = Instant(microseconds: mail.now)
    let isUndone = mail.content.isEmpty
    guard isForced || !isUndone, var composed = try composed(mail, in: ledger) else {
      throw isUndone
        ? Refusal.undone(at: then) : .nothingLeft(of: mail.notifications.count, at: then)
    }
    var bytes = MailBytes.bytes(of: composed.message, form: run.plan.form)
    // The ledger does not keep whether a mail without notifications said that others are unread.
    if mail.notifications.isEmpty, !mail.isSame(as: bytes),
      let other = try self.composed(mail, in: ledger, isNarrowed: true)
    {
      let others = MailBytes.bytes(of: other.message, form: run.plan.form)
      if mail.isSame(as: others) { (composed, bytes) = (other, others) }
    }
    if !isForced, !mail.isSame(as: bytes) {
      throw Refusal.changed(left: composed.hashes.count, of: mail.notifications.count, at: then)
    }
    // It closes no slot, so that the next one is what the last run said.
    let known = try ledger.records(of: addressee.key).first { $0.stream == run.plan.stream.name }
    return OutboxMessage(
      recipient: addressee.key, slot: MessageKind.again.slot(at: now.microseconds),
      next: known?.next,
      horizon: mail.now, messageID: mail.messageID, notifications: composed.hashes,
      counts: composed.memory.bytes, bytes: bytes)
  }

  private func composed(
    _ mail: MailRecord, in ledger: Ledger, isNarrowed: Bool = false
  ) throws -> MailComposer.Composed? {
    let counts = try ledger.counts(before: mail, of: addressee.key, run.plan.stream.name)
    do throws(MailComposer.Failure) {
      return try run.composer.compose(
        again: Set(mail.notifications), for: addressee,
        memory: mail.kind == .digest ? counts.flatMap(MailMemory.init) : nil,
        slot: Instant(microseconds: mail.slot), isNarrowed: isNarrowed)
    } catch {
      switch error {
      case .exports(let error): throw Refusal.exports(error)
      case .message: throw Refusal.noAddress
      }
    }
  }
}
