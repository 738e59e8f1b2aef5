import ByteText
import CSimdJSON
import Notifications
import Profiles

/// The recipients of a record that may be for several.
enum Audience: Equatable {
  case named([RecipientID])
  case everyone
}

extension FactsReader {
  /// The recipients that a record names, where it may be for several.
  func audience(_ fields: RecordFields) -> Audience {
    for slot in slots[.recipient] {
      let value = fields[slot]
      if value.kind == TIDINGS_JSON_ARRAY {
        var names: [RecipientID] = []
        var seen: Set<RecipientID> = []
        for part in JSONText(value.bytes)?.parts ?? .none {
          let name = RecipientID(part.value.text ?? "")
          if !name.text.isEmpty, seen.insert(name).inserted { names.append(name) }
        }
        if !names.isEmpty { return .named(names) }
      } else if let name = value.text {
        return .named([RecipientID(name)])
      }
    }
    return profile.isForEveryone ? .everyone : .named([])
  }

  /// Whether a recipient is the one who acted, and the profile drops such notifications.
  func isOwnAction(_ fields: RecordFields, of recipient: RecipientID) -> Bool {
    guard profile.dropsOwnActions, let actor = fields.firstText(slots[.actorId]) else {
      return false
    }
    return actor.elementsEqual(recipient.text.utf8)
  }
}

extension FactsReader {
  /// What a record says as the label of its type; nil if the profile says it, or if the record has no
  /// type.
  func label(_ fields: RecordFields, of type: TypeTable.Entry) -> UnsafeRawBufferPointer? {
    if type.number == TypeTable.untyped.number { return nil }
    if let index = type.index, hasOwnLabel[index] { return nil }
    return fields.firstText(slots[.typeLabel])
  }
}
