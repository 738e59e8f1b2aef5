import ByteText
import CSimdJSON
import Exports
import Notifications
import Profiles

/// Reads what a system's user wants, as the system's profile declares it, from the walk over any
/// record of a person: of its own table of preferences, of its table of people, or of a recipients
/// file. It is in the record itself or in an object of its own, which may be JSON text.
struct PreferenceReader {
  let profile: Profile
  /// Where a record of the system's own table says whose it is.
  let recipient: [Slot]
  private let declared: PreferenceFields
  private let container: Slot?
  private let switches: [(type: TypeKey, slots: [Slot], name: String)]
  private let radius: [Slot]
  private let quietHoursEnabled: [Slot]
  private let quietHoursStart: [Slot]
  private let quietHoursEnd: [Slot]

  /// Nil if the profile declares no preferences.
  init?(_ profile: Profile, _ paths: RecordPaths) {
    guard let declared = profile.preferences else { return nil }
    func slots(_ path: FieldPath?) -> [Slot] {
      guard let path else { return [] }
      let within = declared.container.map { [paths.slot(forNames: $0.segments + path.segments)] }
      return (within ?? []) + [paths.slot(for: path)]
    }
    self.profile = profile
    self.declared = declared
    recipient = paths.slots(for: declared.recipient)
    container = declared.container.map(paths.slot)
    switches = declared.switches.sorted { $0.key < $1.key }.map { type, path in
      (TypeKey(normalizing: type), slots(path), path.description)
    }
    radius = slots(declared.radius)
    quietHoursEnabled = slots(declared.quietHoursEnabled)
    quietHoursStart = slots(declared.quietHoursStart)
    quietHoursEnd = slots(declared.quietHoursEnd)
  }

  /// Whether the record holds such preferences: one of the system's switches.
  func isIn(_ record: RecordFields) -> Bool {
    switches.contains { record.first($0.slots) != nil }
  }

  /// Whether the record is one of the system's own table: it holds preferences, and says whose they
  /// are as the profile does.
  func isRow(_ record: RecordFields) -> Bool {
    record.firstText(recipient) != nil && isIn(record)
  }

  /// Whose the record is in the system's own table.
  func owner(of record: RecordFields) throws(Fault) -> RecipientID {
    if let id = record.idText(recipient) { return RecipientID(id) }
    throw .missing(declared.recipient.map(\.description).joined(separator: ", "))
  }

  /// Adds what the record says.
  ///
  /// - Parameter isRow: whether it is of the system's own table, where what is absent is on, and quiet
  ///   hours off.
  func read(
    _ record: RecordFields, into draft: inout RecipientDraft, isRow: Bool
  ) throws(Fault) {
    guard isRow || isIn(record) else { return }
    if isRow { try checkContainer(record) }
    var off: Set<TypeKey> = []
    for (type, slots, name) in switches where try isOff(name, slots, in: record) {
      off.insert(type)
    }
    var types = draft.typesOff ?? TypesOff()
    if !off.isEmpty { types.byProfile[profile.name] = off }
    draft.typesOff = types
    let (distance, quietTimes) = (try distance(record), try quietTimes(record))
    draft.radius = draft.radius ?? distance ?? (isRow ? declared.defaultRadius : nil)
    draft.quietTimes = draft.quietTimes ?? quietTimes ?? (isRow ? .off : nil)
  }

  /// Whether the switch is off wherever it stands: somebody who said no once is not mailed.
  private func isOff(
    _ name: String, _ slots: [Slot], in record: RecordFields
  ) throws(Fault) -> Bool {
    for slot in slots {
      let value = record[slot]
      if value.isMissing || value.kind == TIDINGS_JSON_STRING && value.bytes.isEmpty { continue }
      guard let isOn = value.truth(epoch: profile.epoch) else {
        throw .wrongType(name, expected: "true, false or a time")
      }
      if !isOn { return true }
    }
    return false
  }

  private func checkContainer(_ record: RecordFields) throws(Fault) {
    guard let container, let path = declared.container, !record[container].isMissing else { return }
    let value = record[container]
    let isText = value.kind == TIDINGS_JSON_STRING
    guard value.kind == TIDINGS_JSON_OBJECT || isText && (value.bytes.first ?? 0x7B) == 0x7B else {
      throw .wrongType(path.description, expected: "an object")
    }
  }

  private func distance(_ record: RecordFields) throws(Fault) -> Double? {
    let name = declared.radius?.description ?? "radius"
    guard let radius = try record.number(radius, name) else { return nil }
    guard radius >= 0 else {
      throw .malformed(name, String(radius), expected: "kilometres, 0 or more")
    }
    return radius
  }

  /// Both ends are required. Quiet hours that are not turned on are not read; nil if nothing says
  /// whether they are.
  private func quietTimes(_ record: RecordFields) throws(Fault) -> QuietTimes? {
    if let name = declared.quietHoursEnabled?.description {
      guard let isOn = try record.truth(quietHoursEnabled, name, epoch: profile.epoch) else {
        return nil
      }
      if !isOn { return .off }
    }
    let start = try record.clockTime(
      quietHoursStart, declared.quietHoursStart?.description ?? "", epoch: profile.epoch)
    let end = try record.clockTime(
      quietHoursEnd, declared.quietHoursEnd?.description ?? "", epoch: profile.epoch)
    if declared.quietHoursEnabled == nil, start == nil, end == nil { return nil }
    guard let start, let end else { return .off }
    return .between(start, end)
  }
}
