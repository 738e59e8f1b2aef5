import ByteText

/// What a recipient did with a notification; kept beside the export, which is never changed.
package struct Mark: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case read, deleted
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
    self.kind = kind
    self.time = time
  }
}

/// The marks of one notification.
package struct MarkState: Equatable, Sendable {
  package var readAt: Instant?
  package var deletedAt: Instant?

  package init(readAt: Instant? = nil, deletedAt: Instant? = nil) {
    self.readAt = readAt
    self.deletedAt = deletedAt
  }

  package var isRead: Bool { readAt != nil }
  package var isDeleted: Bool { deletedAt != nil }
}

/// Marks by profile, recipient and id, compared as bytes; fast for millions of notifications.
package struct MarkTable: Sendable {
  private var profiles = ByteTable()
  /// Grouped by the profile's number.
  private var recipients = ByteTable()
  /// Grouped by the recipient's number.
  private var notifications = ByteTable()
  /// By the notification's number; `none` without such a mark.
  private var readTimes: [Int64] = []
  private var deletionTimes: [Int64] = []
  /// The number of marks.
  package private(set) var count = 0

  private static let none = Int64.min

  package init() {}

  package init(_ marks: some Sequence<Mark>) {
    for mark in marks { merge(mark) }
  }

  package var isEmpty: Bool { count == 0 }

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
    switch mark.kind {
    case .read: return state.isRead
    case .deleted: return state.isDeleted
    }
  }

  /// Applies a notification's marks to it.
  package func apply(to notification: inout Notification) {
    marks(of: notification.profile, notification.recipient)?.apply(to: &notification)
  }

  fileprivate func state(_ id: RawSpan, group: UInt32) -> MarkState {
    guard let number = notifications.number(of: id, group: group) else { return MarkState() }
    return MarkState(
      readAt: Self.instant(readTimes[number]), deletedAt: Self.instant(deletionTimes[number]))
  }

  private static func instant(_ time: Int64) -> Instant? {
    time == none ? nil : Instant(microseconds: time)
  }

  // MARK: Marking

  /// Adds a mark; of two marks of one kind the later one stays.
  package mutating func merge(_ mark: Mark) {
    let number = number(of: mark)
    let time = max(mark.time.microseconds, Self.none + 1)
    switch mark.kind {
    case .read:
      if readTimes[number] == Self.none { count += 1 }
      readTimes[number] = max(readTimes[number], time)
    case .deleted:
      if deletionTimes[number] == Self.none { count += 1 }
      deletionTimes[number] = max(deletionTimes[number], time)
    }
  }

  /// Adds a mark if there is none of its kind; returns whether it did.
  package mutating func mark(_ mark: Mark) -> Bool {
    if contains(mark) { return false }
    merge(mark)
    return true
  }

  private mutating func number(of mark: Mark) -> Int {
    let profile = mark.profile.text.withRawBytes { profiles.add($0.bytes).number }
    let recipient = mark.recipient.text.withRawBytes {
      recipients.add($0.bytes, group: UInt32(truncatingIfNeeded: profile)).number
    }
    let (number, isNew) = mark.notification.text.withRawBytes {
      notifications.add($0.bytes, group: UInt32(truncatingIfNeeded: recipient))
    }
    if isNew {
      readTimes.append(Self.none)
      deletionTimes.append(Self.none)
    }
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
      for (kind, time) in [(Mark.Kind.deleted, state.deletedAt), (.read, state.readAt)] {
        guard let time else { continue }
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
        ? notifications.key(left).lexicographicallyPrecedes(notifications.key(right))
        : leftRank < rightRank
    }
    for number in order {
      let recipient = Int(notifications.group(number))
      body(
        profiles.key(Int(recipients.group(recipient))), recipients.key(recipient),
        notifications.key(number),
        MarkState(
          readAt: Self.instant(readTimes[number]), deletedAt: Self.instant(deletionTimes[number])))
    }
  }

  private func sortedRecipients() -> [Int] {
    (0..<recipients.count).sorted { left, right in
      let leftProfile = profiles.key(Int(recipients.group(left)))
      let rightProfile = profiles.key(Int(recipients.group(right)))
      return leftProfile == rightProfile
        ? recipients.key(left).lexicographicallyPrecedes(recipients.key(right))
        : leftProfile.lexicographicallyPrecedes(rightProfile)
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
  }
}
