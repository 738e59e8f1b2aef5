import Languages
import Notifications

/// Turns records into whole notifications; for one thread.
final class NotificationReader {
  private final class Tools {
    let decoder: NotificationDecoder
    /// One for each place of a round that was used.
    @exclusivity(unchecked) var walkers: [RecordWalker] = []
    let derived = DerivedValues()
    @exclusivity(unchecked) var types: TypeSpellings

    init(_ decoder: NotificationDecoder) {
      self.decoder = decoder
      types = TypeSpellings(decoder.profile)
    }
  }

  private let decoders: NotificationDecoders
  @exclusivity(unchecked) private var tools: [Tools?]
  /// That of the records that are read.
  var origin = Origin()

  init(_ plan: ReadingPlan) {
    decoders = plan.decoders
    tools = Array(repeating: nil, count: decoders.count)
  }

  /// The notification in a record of a profile; nil if the bytes are not a record.
  ///
  /// The slack of a walk must be readable behind the bytes.
  func notification(
    _ record: UnsafeRawBufferPointer, profile index: Int, context: RecordContext, language: Language
  ) throws(MappingRejection) -> Notification? {
    guard walk(record, profile: index, place: 0) else { return nil }
    return try decode(record, profile: index, place: 0, context: context, language: language)
  }

  /// Walks over a record, whose values stay until the next walk at the same place of a round; false
  /// if the bytes are not a record.
  func walk(_ record: UnsafeRawBufferPointer, profile index: Int, place: Int) -> Bool {
    let tools = tools(index)
    while tools.walkers.count <= place { tools.walkers.append(RecordWalker(tools.decoder.paths)) }
    return tools.walkers[place].walk(record, collectingMembers: true) == nil
  }

  func decode(
    _ record: UnsafeRawBufferPointer, profile index: Int, place: Int, context: RecordContext,
    language: Language
  ) throws(MappingRejection) -> Notification? {
    let tools = tools(index)
    let (decoder, walker) = (tools.decoder, tools.walkers[place])
    if decoder.derivations?.needsOutside == true { tools.derived.origin = origin }
    guard let plain = decoder.rewritten(walker.fields, record: record) else {
      return try decoder.notification(
        walker.fields, context: context, language: language, types: &tools.types,
        derived: tools.derived)
    }
    return try plain.withSlack { record throws(MappingRejection) in
      guard walker.walk(record, collectingMembers: true) == nil else { return nil }
      return try decoder.notification(
        walker.fields, context: context, language: language, types: &tools.types,
        derived: tools.derived)
    }
  }

  private func tools(_ index: Int) -> Tools {
    if let known = tools[index] { return known }
    let new = Tools(decoders[index])
    tools[index] = new
    return new
  }
}
