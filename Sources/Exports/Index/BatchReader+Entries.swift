import ByteText
import Notifications
import Profiles

extension BatchReader {
  func begin(_ surroundings: Surroundings) {
    mapper.derived.origin = Origin(surroundings: surroundings)
    notifications.origin = mapper.derived.origin
    // Batches of one input follow each other, but the last may have ended under a key.
    isKeyKnown = false
  }

  /// Takes the key above that of the record at an offset.
  func enter(_ key: String?, at offset: Int64) {
    guard !isKeyKnown || key != mapper.derived.origin.outerKey else { return }
    isKeyKnown = true
    mapper.derived.origin.outerKey = key
    notifications.origin.outerKey = key
    result.found.outerKeys.append((key, offset))
  }

  func addAll(
    _ facts: IndexFacts, _ fields: RecordFields, of audience: NamedRecipients, profile: Int,
    span: RecordSpan, in piece: Piece, isMatch: Bool
  ) {
    let names: [RecipientID] =
      switch audience {
      case .named(let names): names
      case .everyone: plan.options.everyone ?? []
      }
    let owner = context.recipient
    for name in names.isEmpty ? [owner] : names {
      context.recipient = name
      var own = facts
      if plan.records.facts[profile].isOwnAction(fields, of: name) {
        own.isDeleted = true
        own.notices.insert(.ownAction)
      }
      addRecord(own, profile: profile, span, in: piece, isMatch: isMatch)
    }
    context.recipient = owner
  }

  func addRecipient(_ facts: IndexFacts) {
    guard facts.recipient.isEmpty else { return recipients.append(facts.recipient) }
    context.recipient.text.withRawBytes { recipients.append($0) }
  }

  func idHash(_ facts: IndexFacts, profile: Int) -> UInt32 {
    guard facts.id.isEmpty else {
      return UInt32(truncatingIfNeeded: hash(facts.id.bytes, salt: profile))
    }
    return (context.key ?? "").withRawBytes {
      UInt32(truncatingIfNeeded: hash($0.bytes, salt: profile))
    }
  }

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

  /// Adds what the recipient has done since the export.
  func mark(_ facts: inout IndexFacts, profile: Int) {
    let state = plan.records.profiles[profile].name.text.withRawBytes { name in
      context.recipient.text.withRawBytes { recipient in
        (context.key ?? "").withRawBytes { key in
          plan.options.marks.state(
            profile: name.bytes,
            recipient: facts.recipient.isEmpty ? recipient.bytes : facts.recipient.bytes,
            id: facts.id.isEmpty ? key.bytes : facts.id.bytes)
        }
      }
    }
    if state.isEmpty { return }
    result.found.warnings[.marked] += 1
    if state.isRead { facts.readState = .read }
    if state.isDeleted { facts.isDeleted = true }
    facts.time = state.due(facts.time, isUnread: facts.readState.countsAsUnread)
  }

  /// More of a label's bytes are never shown.
  private static let longestLabel = 2048

  /// Keeps the first label that the batch's records give a type.
  func noteLabel(_ fields: RecordFields, of type: TypeSpellings.Entry, profile: Int) {
    guard let label = plan.records.facts[profile].label(fields, of: type),
      label.contains(where: { $0 > UInt8(ascii: " ") })
    else { return }
    guard result.labeled.insert(self.type(type, profile: profile)).inserted else { return }
    let entry = TypeRegister.Entry(profile: profile, key: mapper.key(of: type, profile: profile))
    if result.found.labels[entry] == nil {
      result.found.labels[entry] = String(decoding: label.prefix(Self.longestLabel), as: UTF8.self)
    }
  }

  /// The register's number of a type; with filters, of those of its records that they find alike. Own
  /// actions have another number.
  func type(_ type: TypeSpellings.Entry, profile: Int, isOwnAction: Bool = false) -> UInt32 {
    if hasFilters || isOwnAction {
      return filteredType(type, profile: profile, isOwnAction: isOwnAction)
    }
    if type.number < typeNumbers[profile].count, typeNumbers[profile][type.number] != Self.unknown {
      return typeNumbers[profile][type.number]
    }
    let key = mapper.key(of: type, profile: profile)
    let number = plan.types.number(of: TypeRegister.Entry(profile: profile, key: key))
    if type.number < TypeSpellings.limit {
      if typeNumbers[profile].isEmpty {
        typeNumbers[profile] = Array(repeating: Self.unknown, count: TypeSpellings.limit)
      }
      typeNumbers[profile][type.number] = number
    }
    return number
  }

  private func filteredType(
    _ type: TypeSpellings.Entry, profile: Int, isOwnAction: Bool
  ) -> UInt32 {
    var entry = TypeRegister.Entry(
      profile: profile, key: mapper.key(of: type, profile: profile), filtered: filtered)
    entry.filtered.isOwnAction = isOwnAction
    if let number = filteredTypes[entry] { return number }
    let number = plan.types.number(of: entry)
    // As many as are remembered without filters.
    if filteredTypes.count < TypeSpellings.limit { filteredTypes[entry] = number }
    return number
  }
}
