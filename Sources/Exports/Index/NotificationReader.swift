import ByteText
import Languages
import Notifications

/// Makes whole notifications of records; belongs to one thread.
final class NotificationReader {
  /// What the records of one profile are read with.
  private final class Tools {
    let walker: RecordWalker
    @exclusivity(unchecked) var types: TypeTable

    init(_ decoder: NotificationDecoder) {
      walker = RecordWalker(decoder.paths)
      types = TypeTable(decoder.profile)
    }
  }

  private let decoders: [NotificationDecoder]
  private var tools: [Tools?]

  init(_ plan: ReadingPlan) {
    decoders = plan.decoders
    tools = Array(repeating: nil, count: decoders.count)
  }

  /// The notification that a record of a profile is; nil where its bytes are no record at all.
  ///
  /// The slack of a walk must be readable behind the bytes.
  func notification(
    _ record: UnsafeRawBufferPointer, profile index: Int, context: RecordContext,
    language: Language
  ) throws(MappingRejection) -> Notification? {
    let decoder = decoders[index]
    let tools = self.tools[index] ?? Tools(decoder)
    if self.tools[index] == nil { self.tools[index] = tools }
    guard tools.walker.walk(record, collectingMembers: true) == nil else { return nil }
    let fields = tools.walker.fields
    guard let plain = decoder.rewritten(fields, record: record) else {
      return try decoder.notification(
        fields, context: context, language: language, types: &tools.types)
    }
    let padded = plain + [UInt8](repeating: 0, count: RecordWalker.slack)
    return try padded.withRawBytes { bytes throws(MappingRejection) in
      let record = UnsafeRawBufferPointer(rebasing: bytes[..<plain.count])
      guard tools.walker.walk(record, collectingMembers: true) == nil else { return nil }
      return try decoder.notification(
        tools.walker.fields, context: context, language: language, types: &tools.types)
    }
  }
}
