import ByteText
import CSimdJSON
import Exports
import Notifications
import Profiles

/// Reads the records in which a system keeps its users' preferences, as its profile declares them;
/// for one thread.
final class PreferenceReader {
  private let profile: Profile
  private let declared: PreferenceFields
  private let outer: RecordWalker
  private let recipient: [Slot]
  private let container: Slot?
  private let outerSlots: PreferenceSlots
  /// Walks over the container object, if there is one.
  private let inner: RecordWalker
  private let innerSlots: PreferenceSlots
  private var buffer: [UInt8] = []
  /// Slots of another walker that recognize such a record.
  private var markers = PreferenceMarkers()

  /// Nil if the profile declares no preferences or there is no memory.
  init?(_ profile: Profile) {
    guard let declared = profile.preferences, let paths = RecordPaths(),
      let innerPaths = RecordPaths()
    else { return nil }
    self.profile = profile
    self.declared = declared
    recipient = paths.slots(for: declared.recipient)
    container = declared.container.map(paths.slot)
    outerSlots = PreferenceSlots(declared, paths)
    innerSlots = PreferenceSlots(declared, innerPaths)
    outer = RecordWalker(paths)
    inner = RecordWalker(innerPaths)
  }

  /// Lets another walk collect what recognizes such a record.
  func addMarkers(to paths: RecordPaths) { markers = PreferenceMarkers(declared, paths) }

  /// Whether the record of the walk with the markers is one of these.
  func marks(_ fields: RecordFields) -> Bool { markers.isThere(fields) }

  func entry(
    _ record: UnsafeRawBufferPointer, file: String, place: SideFilePosition
  ) -> RecipientEntry {
    var id: RecipientID?
    do throws(FieldFault) {
      if let damage = outer.walk(record) {
        throw FieldFault(field: nil, reason: .damaged(damage.reason))
      }
      id = outer.fields.idText(recipient).map(RecipientID.init)
      if outer.notices.contains(.loneSurrogate) { try FieldFault.check(id?.text ?? "", "id") }
      if outer.notices.contains(.duplicateKey) {
        throw FieldFault(field: RepeatedKey.name(in: record), reason: .repeatedKey)
      }
      guard let id else {
        throw FieldFault(
          field: declared.recipient.map(\.description).joined(separator: ", "), reason: .missing)
      }
      var draft = RecipientDraft(profile: profile.name, id: id, file: file, place: place)
      try read(into: &draft)
      return .draft(draft)
    } catch {
      return .rejected(
        SideFileReject(
          file: file, place: place, fault: error, recipient: id, profile: profile.name))
    }
  }

  /// Reads the preferences, bare or in an object of their own, which may be JSON text.
  private func read(into draft: inout RecipientDraft) throws(FieldFault) {
    guard let container, let path = declared.container, !outer.fields[container].isMissing,
      !outer.fields[container].bytes.isEmpty
    else {
      return try read(outer.fields, outerSlots, into: &draft)
    }
    let value = outer.fields[container]
    guard value.kind == TIDINGS_JSON_OBJECT || value.kind == TIDINGS_JSON_STRING else {
      throw .wrongType(path.description, expected: "an object")
    }
    buffer.removeAll(keepingCapacity: true)
    buffer.append(contentsOf: value.bytes)
    let length = buffer.count
    buffer += repeatElement(0, count: RecordWalker.slack)
    let damage = buffer.withUnsafeBytes {
      inner.walk(UnsafeRawBufferPointer(rebasing: $0[..<length]))
    }
    if let damage {
      throw FieldFault(field: path.description, reason: .damaged(damage.reason))
    }
    if inner.notices.contains(.duplicateKey) {
      throw FieldFault(field: path.description, reason: .repeatedKey)
    }
    try buffer.withRawBytes { (_) throws(FieldFault) in
      try read(inner.fields, innerSlots, into: &draft)
    }
  }

  private func read(
    _ fields: RecordFields, _ slots: PreferenceSlots, into draft: inout RecipientDraft
  ) throws(FieldFault) {
    var off: Set<TypeKey> = []
    for (type, slot, path) in slots.switches {
      if try fields.truth([slot], path, epoch: profile.epoch) == false { off.insert(type) }
    }
    draft.typesOff = TypesOff(byProfile: off.isEmpty ? [:] : [profile.name: off])
    draft.radius = try radius(fields, slots) ?? declared.defaultRadius
    draft.quietTimes = try quietTimes(fields, slots)
  }

  private func radius(
    _ fields: RecordFields, _ slots: PreferenceSlots
  ) throws(FieldFault) -> Double? {
    let name = declared.radius?.description ?? "radius"
    guard let radius = try fields.number(slots.radius, name) else { return nil }
    guard radius >= 0 else {
      throw .malformed(name, String(radius), expected: "kilometres, 0 or more")
    }
    return radius
  }

  /// Both ends are required. Quiet hours that are not turned on are not read.
  private func quietTimes(
    _ fields: RecordFields, _ slots: PreferenceSlots
  ) throws(FieldFault) -> QuietTimes? {
    if let path = declared.quietHoursEnabled?.description,
      try fields.truth(slots.quietHoursEnabled, path, epoch: profile.epoch) != true
    {
      return .off
    }
    let start = try fields.clockTime(
      slots.quietHoursStart, declared.quietHoursStart?.description ?? "", epoch: profile.epoch)
    let end = try fields.clockTime(
      slots.quietHoursEnd, declared.quietHoursEnd?.description ?? "", epoch: profile.epoch)
    guard let start, let end else { return .off }
    return .between(start, end)
  }
}

/// The slots of a profile's preference fields.
private struct PreferenceSlots {
  let switches: [(type: TypeKey, slot: Slot, path: String)]
  let radius: [Slot]
  let quietHoursEnabled: [Slot]
  let quietHoursStart: [Slot]
  let quietHoursEnd: [Slot]

  init(_ declared: PreferenceFields, _ paths: RecordPaths) {
    func slots(_ path: FieldPath?) -> [Slot] { path.map { [paths.slot(for: $0)] } ?? [] }
    switches = declared.switches.sorted { $0.key < $1.key }.map { type, path in
      (TypeKey(normalizing: type), paths.slot(for: path), path.description)
    }
    radius = slots(declared.radius)
    quietHoursEnabled = slots(declared.quietHoursEnabled)
    quietHoursStart = slots(declared.quietHoursStart)
    quietHoursEnd = slots(declared.quietHoursEnd)
  }
}

/// What tells a record of preferences from one of a recipients file: it names its user as the
/// profile says, and has one of the profile's fields, or an object of them as JSON text.
private struct PreferenceMarkers {
  private var recipient: [Slot] = []
  private var container: Slot?
  private var fields: [Slot] = []

  init() {}

  init(_ declared: PreferenceFields, _ paths: RecordPaths) {
    recipient = paths.slots(for: declared.recipient)
    container = declared.container.map(paths.slot)
    let within = declared.container?.segments ?? []
    for path in declared.switches.values {
      fields.append(paths.slot(for: path))
      if !within.isEmpty { fields.append(paths.slot(forNames: within + path.segments)) }
    }
  }

  func isThere(_ record: RecordFields) -> Bool {
    guard record.firstText(recipient) != nil else { return false }
    if let container, record[container].kind == TIDINGS_JSON_STRING { return true }
    return fields.contains { !record[$0].isMissing }
  }
}
