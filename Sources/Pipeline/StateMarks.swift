package import ByteText
internal import Delivery
internal import Digests
package import Exports
internal import Languages
internal import Marks
package import Notifications
internal import Profiles

extension Reading {
  /// The marks of all selected notifications that a reader would see now, so expired, deleted and
  /// future ones stay unchanged; one that is read already is not marked as read.
  package func marks(_ kind: Mark.Kind, at time: Instant) throws(Fault) -> [Mark] {
    var marks: [Mark] = []
    for place in 0..<index.recipientCount {
      let mailbox = try index.mailbox(of: place, language: self.place.words.language) {
        passes[$0.type]
      }
      let shown = builder.selected(from: mailbox, at: self.place.now)
      marks += shown.filter { kind == .deleted || $0.isUnread }.map { Mark($0, kind, at: time) }
    }
    return marks
  }

  /// The existing id closest to an unknown one.
  package func nearest(to id: NotificationID) throws(Fault) -> NotificationID? {
    var search = NearestName(id.text)
    try forEachNotification { search.consider($0.id.text.utf8) }
    return search.nearest.map { NotificationID($0) }
  }

  /// All notifications with the given ids, by id.
  package func notifications(
    withIDs ids: Set<NotificationID>
  ) throws(Fault) -> [NotificationID: [Notification]] {
    var found: [NotificationID: [Notification]] = [:]
    for place in 0..<index.recipientCount {
      for notification in try index.mailbox(of: place, language: self.place.words.language)
      where ids.contains(notification.id) {
        found[notification.id, default: []].append(notification)
      }
    }
    return found
  }

  /// Calls `body` with every notification, one mailbox at a time.
  func forEachNotification(_ body: (Notification) -> Void) throws(Fault) {
    for place in 0..<index.recipientCount {
      for notification in try index.mailbox(of: place, language: self.place.words.language) {
        body(notification)
      }
    }
  }
}

extension Mark {
  /// A mark of a notification.
  package init(_ notification: Notification, _ kind: Kind, at time: Instant) {
    self.init(
      profile: notification.profile, recipient: notification.recipient,
      notification: notification.id, kind: kind, time: time)
  }
}

/// Adds marks to a state file.
package enum StateUpdate {
  /// Adds new marks and rewrites the file atomically, readable by its owner only; creates it if
  /// missing. Concurrent updates wait for each other and lose nothing.
  ///
  /// - Returns: the number of new marks.
  /// - Throws: a `Fault`, also if the file has an entry that is not a mark, which would be lost.
  package static func addMarks(_ marks: [Mark], to path: String) throws -> Int {
    try FileUpdate.locked(path) {
      let isMissing = SystemError.isMissing(path)
      var state = try StateFile.read(isMissing ? [] : [path])
      if let reject = state.rejects.first {
        throw Fault(
          .unusable, code: "lossy-update", reject.sentence,
          advice: "correct or remove the line first; the file would be rewritten without it")
      }
      var count = 0
      for mark in marks where state.marks.mark(mark) { count += 1 }
      if count > 0 || isMissing { try AtomicFile.write(StateFile.bytes(of: state.marks), to: path) }
      return count
    }
  }
}

/// What the app's database has to change: marks of notifications in the exports that differ from
/// their exported state.
package struct StateExport: Sendable {
  /// By profile, in order of their names; for each, reads before deletions.
  package private(set) var marks: [Mark] = []
  /// Ids that several recipients of one system share, or several notifications of one: a statement
  /// that names only the id would change the rows of all of them.
  package private(set) var sharedIDs: [NotificationID] = []
  /// How many wanted marks are of no notification in the exports.
  package private(set) var unmatched: [ProfileName: Int] = [:]

  /// - Parameters:
  ///   - reading: the exports without marks, of all recipients.
  ///   - wanted: the marks to export.
  ///   - recipients: nil for everyone's.
  ///   - removesExpired: whether to delete notifications that have expired or exceeded their system's
  ///     retention.
  package init(
    _ reading: Reading, wanted: MarkTable, of recipients: Set<RecipientID>?, removesExpired: Bool
  ) throws(Fault) {
    let (retentions, now) = (reading.vocabulary.retentions, reading.place.now)
    var found: [Mark] = []
    var wantedIDs: Set<SystemID> = []
    var matched = MarkTable()
    try reading.forEachNotification { notification in
      guard recipients?.contains(notification.recipient) ?? true else { return }
      for mark in Mark.Kind.allCases.map({ Mark(notification, $0, at: now) })
      where wanted.contains(mark) { matched.merge(mark) }
      var facts = RecordFacts(notification)
      facts.isDeleted = false
      let hidden = facts.concealment(retention: retentions[notification.profile], at: now)
      guard
        let mark = Self.mark(
          of: notification, wanted, removes: removesExpired && hidden != nil, at: now)
      else { return }
      found.append(mark)
      wantedIDs.insert(SystemID(profile: mark.profile, id: mark.notification))
    }
    for mark in wanted.marks where !matched.contains(mark) {
      if recipients?.contains(mark.recipient) ?? true {
        unmatched[mark.profile, default: 0] += 1
      }
    }
    let shared = try Self.shared(wantedIDs, in: reading)
    sharedIDs = shared.map(\.id).sorted()
    marks = found.filter { !shared.contains(SystemID(profile: $0.profile, id: $0.notification)) }
      .sorted {
        ($0.profile, $0.kind == .read ? 0 : 1, $0.notification)
          < ($1.profile, $1.kind == .read ? 0 : 1, $1.notification)
      }
  }

  private struct SystemID: Hashable {
    var profile: ProfileName
    var id: NotificationID
  }

  /// The change for a notification; nil if there is none. A deleted notification need not be marked
  /// read.
  private static func mark(
    of notification: Notification, _ marks: MarkTable, removes: Bool, at now: Instant
  ) -> Mark? {
    var changed = notification
    marks.apply(to: &changed)
    var id = notification.id.text
    let state = id.withUTF8 { id in
      marks.marks(of: notification.profile, notification.recipient)?
        .state(of: id.span.bytes) ?? MarkState()
    }
    if !notification.isDeleted, let time = state.deletedAt ?? (removes ? now : nil) {
      return Mark(notification, .deleted, at: time)
    }
    guard !changed.isDeleted, notification.readState != .read, let time = state.readAt else {
      return nil
    }
    return Mark(notification, .read, at: time)
  }

  /// The ids that belong to more than one recipient or notification of their system.
  private static func shared(
    _ ids: Set<SystemID>, in reading: Reading
  ) throws(Fault) -> Set<SystemID> {
    var owners: [SystemID: RecipientID] = [:]
    var shared: Set<SystemID> = []
    if ids.isEmpty { return shared }
    try reading.forEachNotification { notification in
      let id = SystemID(profile: notification.profile, id: notification.id)
      // The app knows both by one id.
      if reading.index.hasSharedIDs, let known = notification.id.shared {
        shared.formUnion(
          ids.intersection([id, SystemID(profile: notification.profile, id: known)]))
      }
      guard ids.contains(id) else { return }
      if let owner = owners[id], owner != notification.recipient { shared.insert(id) }
      owners[id] = notification.recipient
    }
    return shared
  }
}

/// Where a system's records come from, for statements that change them there.
package struct StateTable: Sendable {
  /// Of a database; nil for other exports.
  package let name: String?
  /// What has records of the profile.
  package let files: [String]
  /// Those of them that are databases.
  package let databases: [String]

  package init(of profile: ProfileName, in index: ExportIndex) {
    let sources = index.sources.filter { source in
      source.profile == profile || source.strays.contains { $0.profile == profile }
    }
    name = sources.lazy.compactMap(\.table).first?.name
    files = sources.map(\.file)
    databases = sources.filter { $0.table != nil }.map(\.file)
  }
}
