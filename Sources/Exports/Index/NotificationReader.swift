import Languages
import Notifications

/// Makes whole notifications of records; belongs to one thread.
final class NotificationReader {
  private struct Profile {
    let walker: RecordWalker
    var types: TypeTable
  }

  private let decoders: [NotificationDecoder]
  private var profiles: [Profile?]

  init(_ plan: ReadingPlan) {
    decoders = plan.decoders
    profiles = Array(repeating: nil, count: decoders.count)
  }

  /// The notification that a record of a profile is; nil where its bytes are no record at all.
  ///
  /// The slack of a walk must be readable behind the bytes.
  func notification(
    _ record: UnsafeRawBufferPointer, profile index: Int, context: RecordContext,
    language: Language
  ) throws(MappingRejection) -> Notification? {
    let decoder = decoders[index]
    var profile =
      profiles[index]
      ?? Profile(walker: RecordWalker(decoder.paths), types: TypeTable(decoder.profile))
    defer { profiles[index] = profile }
    profiles[index] = nil
    guard profile.walker.walk(record, collectingMembers: true) == nil else { return nil }
    guard let plain = decoder.rewritten(profile.walker.fields, record: record) else {
      return try decoder.notification(
        profile.walker.fields, context: context, language: language, types: &profile.types)
    }
    let padded = plain + [UInt8](repeating: 0, count: RecordWalker.slack)
    return try padded.withBytes { bytes throws(MappingRejection) in
      let record = UnsafeRawBufferPointer(rebasing: bytes[..<plain.count])
      guard profile.walker.walk(record, collectingMembers: true) == nil else { return nil }
      return try decoder.notification(
        profile.walker.fields, context: context, language: language, types: &profile.types)
    }
  }
}
