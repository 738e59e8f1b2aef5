import ByteText

/// What a recipient did with a notification; kept beside the export, which is never changed.
package struct Mark: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case read, deleted
    /// Put off: until the mark's time the notification counts as upcoming.
    case later

    /// Those of which an app can be told.
    package static let ofApps = [Kind.read, .deleted]
    /// In the order of a file.
    package static let listed = allCases.sorted { $0.rawValue < $1.rawValue }

    fileprivate var index: Int {
      switch self {
      case .read: 0
      case .deleted: 1
      case .later: 2
      }
    }
  }

  package var profile: ProfileName
  package var recipient: RecipientID
  package var notification: NotificationID
  package var kind: Kind
  package var time: Instant

  package init(
    profile: ProfileName, recipient: RecipientID, notification: NotificationID, kind: Kind,
    time: Instant
  ) {
    self.profile = profile
    self.recipient = recipient
    self.notification = notification
    (self.kind, self.time) = (kind, time)
  }
}

/// The marks of one notification.
package struct MarkState: Equatable, Sendable {
  package var readAt: Instant?
  package var deletedAt: Instant?
  package var laterUntil: Instant?

  package init(readAt: Instant? = nil, deletedAt: Instant? = nil, laterUntil: Instant? = nil) {
    self.readAt = readAt
    self.deletedAt = deletedAt
    self.laterUntil = laterUntil
  }

  package var isRead: Bool { readAt != nil }
  package var isDeleted: Bool { deletedAt != nil }
  package var isEmpty: Bool { self == MarkState() }

  package subscript(kind: Mark.Kind) -> Instant? {
    switch kind {
    case .read: readAt
    case .deleted: deletedAt
    case .later: laterUntil
    }
  }

  /// When a notification is due: its own time, or that until which it was put off unread.
  package func due(_ time: Instant, isUnread: Bool) -> Instant {
    isUnread ? max(time, laterUntil ?? time) : time
  }
}

/// Marks by profile, recipient and id, compared as bytes; fast for millions of notifications.
package struct MarkTable: Sendable {
  private var profiles = ByteTable()
  /// Grouped by the profile's number.
  private var recipients = ByteTable()
  /// Grouped by the recipient's number.
  private var notifications = ByteTable()
  /// By kind, then by the notification's number; `none` without such a mark.
  private var times = Mark.Kind.allCases.map { _ in [Int64]() }
  /// The number of marks.
  package private(set) var count = 0

  private static let none = Int64.min

  package init(_ marks: some Sequence<Mark> = EmptyCollection()) {
    for mark in marks { merge(mark) }
  }

  package var isEmpty: Bool { count == 0 }

  /// Until when notifications are put off, each in microseconds since 1970.
  package var dues: Set<Int64> { Set(times[Mark.Kind.later.index].filter { $0 != Self.none }) }

  // MARK: Asking

  /// The marks of one recipient, for many lookups; nil if there are none.
  package func marks(of profile: ProfileName, _ recipient: RecipientID) -> RecipientMarks? {
    profile.text.withRawBytes { profile in
      recipient.text.withRawBytes { marks(profile: profile.bytes, recipient: $0.bytes) }
    }
  }

  private func marks(profile: RawSpan, recipient: RawSpan) -> RecipientMarks? {
    guard let profile = profiles.number(of: profile),
      let number = recipients.number(of: recipient, group: UInt32(truncatingIfNeeded: profile))
    else { return nil }
    return RecipientMarks(table: self, group: UInt32(truncatingIfNeeded: number))
  }

  /// The marks of one notification.
  package func state(profile: RawSpan, recipient: RawSpan, id: RawSpan) -> MarkState {
    marks(profile: profile, recipient: recipient)?.state(of: id) ?? MarkState()
  }

  /// Whether the table has a mark of that kind, at any time.
  package func contains(_ mark: Mark) -> Bool {
    guard let marks = marks(of: mark.profile, mark.recipient) else { return false }
    let state = mark.notification.text.withRawBytes { marks.state(of: $0.bytes) }
    return state[mark.kind] != nil
  }

  /// Applies a notification's marks to it.
  package func apply(to notification: inout Notification) {
    marks(of: notification.profile, notification.recipient)?.apply(to: &notification)
  }

  fileprivate func state(_ id: RawSpan, group: UInt32) -> MarkState {
    notifications.number(of: id, group: group).map { state(of: $0) } ?? MarkState()
  }

  private func state(of number: Int) -> MarkState {
    func time(_ kind: Mark.Kind) -> Instant? {
      let time = times[kind.index][number]
      return time == Self.none ? nil : Instant(microseconds: time)
    }
    return MarkState(readAt: time(.read), deletedAt: time(.deleted), laterUntil: time(.later))
  }

  // MARK: Marking

  /// Adds a mark; of two marks of one kind the later one stays.
  package mutating func merge(_ mark: Mark) {
    let number = number(of: mark)
    let known = times[mark.kind.index][number]
    if known == Self.none { count += 1 }
    times[mark.kind.index][number] = max(known, mark.time.microseconds, Self.none + 1)
  }

  /// Adds a mark if there is none of its kind; what was put off is put off anew. Returns whether that
  /// changed anything.
  package mutating func mark(_ mark: Mark) -> Bool {
    if mark.kind != .later, contains(mark) { return false }
    let (kind, number) = (mark.kind.index, number(of: mark))
    let known = times[kind][number]
    if known == Self.none { count += 1 }
    times[kind][number] = max(mark.time.microseconds, Self.none + 1)
    return times[kind][number] != known
  }

  private mutating func number(of mark: Mark) -> Int {
    let profile = mark.profile.text.withRawBytes { profiles.addKey($0.bytes).number }
    let recipient = mark.recipient.text.withRawBytes {
      recipients.addKey($0.bytes, group: UInt32(truncatingIfNeeded: profile)).number
    }
    let (number, isNew) = mark.notification.text.withRawBytes {
      notifications.addKey($0.bytes, group: UInt32(truncatingIfNeeded: recipient))
    }
    if isNew { for kind in times.indices { times[kind].append(Self.none) } }
    return number
  }

  // MARK: Listing

  /// All marks, sorted by the bytes of profile, recipient and id, then by kind.
  package var marks: [Mark] {
    var marks: [Mark] = []
    marks.reserveCapacity(count)
    forEachSorted { profile, recipient, id, state in
      let (profile, recipient) = (
        ProfileName(Self.text(profile)), RecipientID(Self.text(recipient))
      )
      let id = NotificationID(Self.text(id))
      for kind in Mark.Kind.listed {
        guard let time = state[kind] else { continue }
        marks.append(
          Mark(profile: profile, recipient: recipient, notification: id, kind: kind, time: time))
      }
    }
    return marks
  }

  /// Passes every notification's names and state to `body`, in the order of their bytes.
  package func forEachSorted(
    _ body: (ArraySlice<UInt8>, ArraySlice<UInt8>, ArraySlice<UInt8>, MarkState) -> Void
  ) {
    var ranks = [Int](repeating: 0, count: recipients.count)
    for (rank, number) in sortedRecipients().enumerated() { ranks[number] = rank }
    let order = (0..<notifications.count).sorted { left, right in
      let leftRank = ranks[Int(notifications.group(left))]
      let rightRank = ranks[Int(notifications.group(right))]
      return leftRank == rightRank
        ? notifications.precedes(left, right)
        : leftRank < rightRank
    }
    for number in order {
      let recipient = Int(notifications.group(number))
      body(
        profiles.key(Int(recipients.group(recipient))), recipients.key(recipient),
        notifications.key(number), state(of: number))
    }
  }

  private func sortedRecipients() -> [Int] {
    (0..<recipients.count).sorted { left, right in
      let (leftProfile, rightProfile) = (recipients.group(left), recipients.group(right))
      return leftProfile == rightProfile
        ? recipients.precedes(left, right)
        : profiles.precedes(Int(leftProfile), Int(rightProfile))
    }
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}

/// The marks of one recipient.
package struct RecipientMarks: Sendable {
  fileprivate let table: MarkTable
  fileprivate let group: UInt32

  /// The marks of the notification with an id.
  package func state(of id: RawSpan) -> MarkState { table.state(id, group: group) }

  /// Applies the marks to one of this recipient's notifications.
  package func apply(to notification: inout Notification) {
    let state = notification.id.text.withRawBytes { self.state(of: $0.bytes) }
    if state.isRead && notification.readState != .read { notification.content.readState = .read }
    if state.isDeleted && !notification.isDeleted { notification.content.isDeleted = true }
    let due = state.due(notification.time, isUnread: notification.isUnread)
    if due != notification.time { notification.content.time = due }
  }
}
