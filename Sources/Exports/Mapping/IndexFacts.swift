import CSimdJSON
import Languages
import Notifications
import Profiles

/// What an index needs to know of a record to select, sort and count it. The bytes belong to the
/// record or the walker and live until the walker's next walk.
struct IndexFacts {
  /// Empty if the record names no recipient.
  var recipient: UnsafeRawBufferPointer
  /// Empty if the record's id is its key.
  var id: UnsafeRawBufferPointer
  var type: TypeSpellings.Entry
  var priority: Priority
  var time: Instant
  /// The unparsed time of the last update; read for copies and whole notifications only.
  var updated: FieldValue?
  /// The record's own expiry, else the profile's lifetime after its time.
  var expiry: Instant?
  var readState: ReadState
  /// Also true for a recipient's own action if the profile drops those.
  var isDeleted: Bool
  var notices: MappingNotices
}

/// Reads the facts of one profile's records from the values of a walk.
///
/// Immutable and shared by all threads. It is a class, because copying the parts of a profile for
/// each record took longer than reading the record.
final class FactsReader: Sendable {
  let profile: Profile
  let slots: FieldSlots
  private let readMarks: [(slot: Slot, kind: ReadMark.Kind)]
  private let priorities: PriorityWords
  /// By type, in the profile's order.
  private let defaultPriorities: [Priority]
  /// By type, in the profile's order, whether the profile gives it a label.
  let hasOwnLabel: [Bool]
  /// Whether a record may be for several people.
  private let isForSeveral: Bool
  /// Whether times that name no zone are in that of the profile.
  private let isZoned: Bool
  /// The end of tomorrow; nil if nobody asks for times after it.
  private let tomorrow: Instant?

  /// The fields that facts come from.
  static let fields: Set<Field> = [
    .id, .recipient, .type, .typeLabel, .title, .body, .priority, .time, .updatedAt, .deleted,
    .expires, .actorId, .mailed,
  ]

  init(
    _ profile: Profile, paths: RecordPaths, alsoWanted: Set<Field> = [], tomorrow: Instant? = nil
  ) {
    (self.profile, self.tomorrow) = (profile, tomorrow)
    slots = FieldSlots(profile, paths: paths, only: Self.fields.union(alsoWanted))
    readMarks = profile.readMarks.map { (paths.slot(for: $0.path), $0.kind) }
    priorities = PriorityWords(profile.priorities)
    defaultPriorities = profile.typeFacts.map(\.defaultPriority)
    hasOwnLabel = profile.typeFacts.map(\.hasOwnLabel)
    isForSeveral = profile.isForSeveral
    isZoned = profile.timeZone != nil
  }

  /// Nil if it is absent or not a time: a field that only orders copies rejects no record.
  func updatedAt(_ facts: IndexFacts) -> Instant? { facts.updated.flatMap { try? instant($0) } }

  /// Whether time and last update are one field.
  func isTimedByUpdate(_ fields: RecordFields) -> Bool {
    guard let time = fields.first(slots[.time]) else { return false }
    return time.bytes.baseAddress == fields.first(slots[.updatedAt])?.bytes.baseAddress
  }

  /// The facts of a record; makes no string in the common case.
  func facts(
    _ fields: RecordFields, context: RecordContext, types: inout TypeSpellings, ids: ByteArena
  ) throws(MappingRejection) -> IndexFacts {
    let none = UnsafeRawBufferPointer(start: nil, count: 0)
    if ids.isUsed { ids.reset() }
    let id = try id(.id, in: fields, ids)
    if id == nil {
      guard let key = context.key else { throw without([.id], in: fields) }
      try check(key, .id)
    }
    var notices: MappingNotices = []
    let type = try type(fields, &types, notices: &notices)
    let time = try time(fields, notices: &notices)
    // Of several recipients each has a context of their own.
    let recipient = isForSeveral ? nil : try self.id(.recipient, in: fields, ids)
    if isForSeveral {
      notices.insert(.several)
      try checkAudience(fields)
    }
    if recipient == nil { try check(context.recipient.text, .recipient) }
    let isOwnAction =
      profile.dropsOwnActions
      && (recipient.map { isActor($0, fields) } ?? isActor(context.recipient.text.utf8, fields))
    if isOwnAction { notices.insert(.ownAction) }
    let isDeleted = isTrue(.deleted, in: fields, else: .unknownDeleted, &notices)
    _ = isTrue(.mailed, in: fields, else: .unknownMailed, &notices)
    return IndexFacts(
      recipient: recipient ?? none, id: id ?? none, type: type,
      priority: priority(fields, type, notices: &notices), time: time,
      updated: fields.first(slots[.updatedAt]),
      expiry: try expiry(fields, time: time), readState: readState(fields, &notices),
      isDeleted: isOwnAction || isDeleted,
      notices: notices)
  }

  private func type(
    _ fields: RecordFields, _ types: inout TypeSpellings, notices: inout MappingNotices
  ) throws(MappingRejection) -> TypeSpellings.Entry {
    if let raw = fields.firstText(slots[.type]) {
      let entry = types.entry(for: raw)
      if entry.index == nil, !defaultPriorities.isEmpty { notices.insert(.unknownType) }
      return entry
    }
    if fields.firstText(slots[.title]) == nil && fields.firstText(slots[.body]) == nil {
      throw without([.type, .title, .body], in: fields)
    }
    return TypeSpellings.untyped
  }

  private func time(
    _ fields: RecordFields, notices: inout MappingNotices
  ) throws(MappingRejection) -> Instant {
    guard let instant = try instant(fields, .time), let value = fields.first(slots[.time]) else {
      throw without([.time], in: fields)
    }
    if !isZoned, value.isZonelessTime { notices.insert(.zonelessTime) }
    let isOdd = instant.seconds < Self.firstYear || tomorrow.map { instant > $0 } ?? false
    if isOdd, value.kind != TIDINGS_JSON_OBJECT, EpochNumber(value.bytes) != nil {
      notices.insert(.oddYear)
    }
    return instant
  }

  /// 2005-01-01: numbers of another epoch or unit give times before apps notified anybody.
  private static let firstYear: Int64 = 1_104_537_600

  private func without(_ wanted: [Field], in fields: RecordFields) -> MappingRejection {
    let paths = wanted.flatMap { profile.fields[$0] ?? [] }
    guard !paths.isEmpty else {
      // The profile has no path for any of them: their own names are all there is to say.
      return MappingRejection(
        field: wanted.map(\.rawValue).joined(separator: ", "), reason: .missingField)
    }
    return .without(paths, at: wanted.flatMap { Array(slots[$0]) }, in: fields)
  }

  private func expiry(_ fields: RecordFields, time: Instant) throws(MappingRejection) -> Instant? {
    try instant(fields, .expires) ?? profile.lifetime.map { time.adding(seconds: $0) }
  }

  /// The time in the first field that is present and not null; an expiry may also stand for "never".
  private func instant(
    _ fields: RecordFields, _ field: Field
  ) throws(MappingRejection) -> Instant? {
    for (index, slot) in slots[field].enumerated() where !fields[slot].isMissing {
      do {
        let value = fields[slot]
        guard field == .expires else { return try instant(value) }
        if let end = try value.end(epoch: profile.epoch, zone: zone) { return end }
      } catch {
        let path = profile.fields[field]?[index].description ?? field.rawValue
        throw MappingRejection(field: path, reason: .unreadableTime(error))
      }
    }
    return nil
  }

  private func instant(_ value: FieldValue) throws(TimestampError) -> Instant {
    try value.instant(epoch: profile.epoch, zone: zone)
  }

  private var zone: Zone? { isZoned ? profile.timeZone : nil }

  private func priority(
    _ fields: RecordFields, _ type: TypeSpellings.Entry, notices: inout MappingNotices
  ) -> Priority {
    guard let word = fields.firstText(slots[.priority]) else {
      return type.index.map { defaultPriorities[$0] } ?? .normal
    }
    if let priority = priorities[word] { return priority }
    notices.insert(.unknownPriority)
    return .normal
  }

  /// Read if any column says so; unknown if none says anything.
  private func readState(_ fields: RecordFields, _ notices: inout MappingNotices) -> ReadState {
    var states: (read: Bool, unread: Bool) = (false, false)
    for mark in readMarks {
      let value = fields[mark.slot]
      guard let isRead = mark.kind.isRead(value, epoch: profile.epoch) else {
        if value.textBytes != nil { notices.insert(.unknownRead) }
        continue
      }
      if isRead { states.read = true } else { states.unread = true }
    }
    if states.read && states.unread { notices.insert(.readDisagreement) }
    return states.read ? .read : states.unread ? .unread : .unknown
  }

  /// Whether any of the field's values is true; adds `notice` if one is text that says neither yes
  /// nor no.
  private func isTrue(
    _ field: Field, in fields: RecordFields, else notice: MappingNotices,
    _ notices: inout MappingNotices
  ) -> Bool {
    var isAnyTrue = false
    for slot in slots[field] {
      let truth = fields[slot].truth(epoch: profile.epoch)
      if truth == true { isAnyTrue = true }
      if truth == nil, fields[slot].textBytes != nil { notices.insert(notice) }
    }
    return isAnyTrue
  }
}

/// Why a record is not a notification.
package struct MappingRejection: Error, Equatable {
  /// The field as the record names it, such as `created_at`, or several names if any of them would
  /// do.
  package var field: String
  package var reason: RejectReason

  /// The rejection of a record that has no text at any of the paths. It names the fields that are
  /// present, or all if none is.
  static func without(
    _ paths: [FieldPath], at slots: some Sequence<Slot>, in fields: RecordFields
  ) -> MappingRejection {
    let present = zip(paths, slots).filter { fields[$1].kind != TIDINGS_JSON_ABSENT }
    func rejection(_ paths: [FieldPath], _ reason: RejectReason) -> MappingRejection {
      MappingRejection(field: paths.map(\.description).joined(separator: ", "), reason: reason)
    }
    if present.isEmpty { return rejection(paths, .missingField) }
    let filled = present.filter { !fields[$1].isMissing && !fields[$1].bytes.isEmpty }
    if !filled.isEmpty { return rejection(filled.map(\.0), .notText) }
    let isNull = present.allSatisfy { fields[$1].isMissing }
    return rejection(present.map(\.0), isNull ? .nullField : .emptyField)
  }
}

/// What surrounds a record; a reader has one, whose values it replaces. It is a class, because a copy
/// for each record would retain texts that the workers share.
final class RecordContext {
  /// The recipient if the record names none: its envelope's or file's recipient, or the owner.
  @exclusivity(unchecked) var recipient: RecipientID
  /// The id if the record has none: its key in an object keyed by id.
  @exclusivity(unchecked) var key: String?

  init(recipient: RecipientID, key: String? = nil) {
    (self.recipient, self.key) = (recipient, key)
  }
}
