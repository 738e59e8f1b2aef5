import Notifications

/// Reads marks from JSON, one walk each; belongs to one thread.
final class MarkReader {
  private let walker: RecordWalker
  private let profile: [Slot]
  private let recipient: [Slot]
  private let id: [Slot]
  private let kind: [Slot]
  private let time: [Slot]

  /// Nil where there is no memory.
  init?() {
    guard let paths = RecordPaths() else { return nil }
    profile = [paths.slot(forNames: ["profile"])]
    recipient = [paths.slot(forNames: ["recipient"])]
    id = [paths.slot(forNames: ["id"])]
    kind = [paths.slot(forNames: ["mark"])]
    time = [paths.slot(forNames: ["time"])]
    walker = RecordWalker(paths)
  }

  func mark(_ record: UnsafeRawBufferPointer) throws(FieldFault) -> Mark {
    if let damage = walker.walk(record) {
      throw FieldFault(field: nil, reason: .damaged(damage.reason))
    }
    if walker.notices.contains(.duplicateKey) {
      throw FieldFault(field: RepeatedKey.name(in: record), reason: .repeatedKey)
    }
    let word = try text(kind, "mark")
    guard let kind = Mark.Kind(rawValue: word) else {
      throw .malformed("mark", word, expected: "read or deleted")
    }
    return Mark(
      profile: ProfileName(try text(profile, "profile")),
      recipient: RecipientID(try text(recipient, "recipient")),
      notification: NotificationID(try text(id, "id")), kind: kind, time: try instant())
  }

  private func text(_ slots: [Slot], _ name: String) throws(FieldFault) -> String {
    guard let text = try walker.fields.text(slots, name) else {
      throw FieldFault(field: name, reason: .missing)
    }
    return text
  }

  private func instant() throws(FieldFault) -> Instant {
    guard let value = walker.fields.first(time) else {
      throw FieldFault(field: "time", reason: .missing)
    }
    do throws(TimestampError) {
      return try value.instant(epoch: .unix)
    } catch {
      throw .malformed("time", value.anyText ?? "", expected: "a time such as 2026-02-08T22:30:00Z")
    }
  }
}
