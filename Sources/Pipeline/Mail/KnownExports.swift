internal import Delivery
internal import Exports
internal import Notifications
internal import Rendering

/// Compares the exports of a run with those of the run before.
extension MailRun {
  /// A stream with fewer known recipients may well have none of them in its exports.
  private static let fewRecipients = 10

  /// What the exports lack; nil if nothing. A run for selected recipients is not checked.
  func refusal(of index: ExportIndex, in ledger: Ledger) throws -> MailRefusal? {
    guard isForAll else { return nil }
    let records = index.goodRecords
    let known = try ledger.exports(of: plan.stream.name)
    if records.values.allSatisfy({ $0 == 0 }) {
      let hadRecords = try known?.values.contains { $0 > 0 } ?? ledger.hasMailed(plan.stream.name)
      return hadRecords ? .noRecords(file: records.count == 1 ? records.keys.first : nil) : nil
    }
    let emptied = records.filter { $0.value == 0 && known?[$0.key] ?? 0 > 0 }.keys.min()
    if let emptied { return .noRecords(file: emptied) }
    return try strangers(of: index, in: ledger)
  }

  /// Refuses exports with many recipients, all unknown to a ledger that knows as many others: their
  /// ids have probably changed, and everyone would be mailed again.
  private func strangers(of index: ExportIndex, in ledger: Ledger) throws -> MailRefusal? {
    guard index.recipientCount >= Self.fewRecipients,
      try ledger.recipientCount(of: plan.stream.name, upTo: Self.fewRecipients)
        == Self.fewRecipients
    else { return nil }
    let named = Set((0..<index.recipientCount).map { index.recipient(at: $0) })
    for start in stride(from: 0, to: addressees.count, by: 1000) {
      let some = addressees[start..<min(start + 1000, addressees.count)].filter { addressee in
        addressee.identities.contains { named.contains($0.recipient) }
      }
      let keys = some.flatMap { $0.identities.map(\.bytes) }
      let mailboxes = try ledger.mailboxes(
        stream: plan.stream.name, recipients: keys, deliveries: false)
      if mailboxes.contains(where: { $0.horizon != nil }) { return nil }
    }
    return .strangers(index.recipientCount)
  }

  /// Records what the next run compares its exports with.
  func remember(_ index: ExportIndex, in ledger: Ledger) throws(DeliveryError) {
    guard isForAll else { return }
    try ledger.remember(exports: index.goodRecords, of: plan.stream.name)
  }
}

extension ExportIndex {
  /// The number of accepted records of each input.
  var goodRecords: [String: Int] {
    sources.reduce(into: [:]) { $0[$1.file, default: 0] += $1.records - $1.rejected }
  }
}
