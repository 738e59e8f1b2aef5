import ByteText
import Notifications
import Profiles

/// The recipients of a record that may be for several.
enum NamedRecipients: Equatable {
  case named([RecipientID])
  case everyone
}

extension FactsReader {
  /// The id in a field, as ids are compared.
  func id(
    _ field: Field, in fields: RecordFields, _ ids: ByteArena
  ) throws(MappingRejection) -> UnsafeRawBufferPointer? {
    guard let text = fields.firstText(slots[field]) else { return nil }
    if WholeNumber.isPlain(text), !fields.notices.contains(.loneSurrogate) { return text }
    for (index, slot) in slots[field].enumerated() where fields[slot].textBytes != nil {
      if fields.notices.contains(.loneSurrogate), LostText.isIn(text) {
        let path = profile.fields[field]?[index].description ?? field.rawValue
        throw MappingRejection(field: path, reason: .loneSurrogate)
      }
      return fields[slot].id(in: ids) ?? text
    }
    return text
  }

  /// Throws if one of several recipients has lost a letter.
  func checkAudience(_ fields: RecordFields) throws(MappingRejection) {
    guard fields.notices.contains(.loneSurrogate),
      case .named(let names) = audience(fields)
    else { return }
    for name in names { try check(name.text, .recipient) }
  }

  /// Throws if an id from around the record has lost a letter.
  func check(_ id: String, _ field: Field) throws(MappingRejection) {
    if id.withRawBytes(LostText.isIn) {
      throw MappingRejection(field: field.rawValue, reason: .loneSurrogate)
    }
  }

  func isActor(_ recipient: some Sequence<UInt8>, _ fields: RecordFields) -> Bool {
    for slot in slots[.actorId] {
      guard let text = fields[slot].textBytes else { continue }
      return WholeNumber.isPlain(text)
        ? text.elementsEqual(recipient)
        : fields[slot].idText?.utf8.elementsEqual(recipient) ?? false
    }
    return false
  }

  /// The recipients that a record names, where it may be for several.
  func audience(_ fields: RecordFields) -> NamedRecipients {
    for slot in slots[.recipient] {
      var seen: Set<RecipientID> = []
      let names = fields[slot].ids.map { RecipientID($0) }.filter { name in
        !name.text.isEmpty && seen.insert(name).inserted
      }
      if !names.isEmpty { return .named(names) }
    }
    return profile.isForEveryone ? .everyone : .named([])
  }

  /// Whether a recipient is the one who acted, and the profile drops such notifications.
  func isOwnAction(_ fields: RecordFields, of recipient: RecipientID) -> Bool {
    profile.dropsOwnActions && isActor(recipient.text.utf8, fields)
  }

  /// What a record says as the label of its type; nil if the profile says it, or if the record has no
  /// type.
  func label(_ fields: RecordFields, of type: TypeSpellings.Entry) -> UnsafeRawBufferPointer? {
    if type.number == TypeSpellings.untyped.number { return nil }
    if let index = type.index, hasOwnLabel[index] { return nil }
    return fields.firstText(slots[.typeLabel])
  }
}
