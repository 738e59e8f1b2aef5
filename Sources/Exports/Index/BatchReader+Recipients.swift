import ByteText
import Notifications

/// Whom the records of a batch are for.
extension BatchReader {
  /// Adds a record for each of its recipients.
  func addAll(
    _ facts: IndexFacts, _ fields: RecordFields, profile: Int, _ span: RecordSpan, in piece: Piece
  ) {
    let names: [RecipientID] =
      switch mapper.audience(fields, profile: profile) {
      case .named(let names): names
      case .everyone: plan.options.everyone
      }
    let owner = context.recipient
    for name in names.isEmpty ? [owner] : names {
      context.recipient = name
      var own = facts
      own.isDeleted =
        facts.isDeleted || mapper.isOwnAction(fields, profile: profile, of: name)
      add(own, profile: profile, span, in: piece)
    }
    context.recipient = owner
  }

  func addRecipient(_ facts: IndexFacts) {
    guard facts.recipient.isEmpty else { return recipients.append(facts.recipient) }
    var text = context.recipient.text
    text.withUTF8 { recipients.append(UnsafeRawBufferPointer($0)) }
  }

  /// Numbers the entries' recipients, and drops entries of recipients who are left out.
  func numberRecipients() {
    let numbers = plan.recipients.numbers(of: recipients)
    recipients.removeAll()
    let times = result.expiries
    result.expiries.removeAll()
    var kept = 0
    for (index, number) in zip(result.entries.indices, numbers) where number != RecipientTable.none
    {
      var entry = result.entries[index]
      entry.recipient = number
      if entry.expiry != IndexEntry.never {
        result.expiries.append(times[Int(entry.expiry) - 1])
        entry.expiry = UInt32(result.expiries.count)
      }
      result.entries[kept] = entry
      kept += 1
    }
    result.entries.removeLast(result.entries.count - kept)
  }
}
