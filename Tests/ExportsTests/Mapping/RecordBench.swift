import Languages
import Notifications
import Profiles

@testable import Exports

/// Reads records one by one, as the run does: found out whose they are, then decoded.
struct RecordBench {
  enum Outcome: Equatable {
    case notification(Notification)
    case rejected(profile: String, MappingRejection)
    case damaged
  }

  let profiles: [Profile]
  var baseURL: String? = "https://app.example/"
  var language = Language.english
  var recipient = RecipientID("me")
  /// Nil detects by the first records.
  var home: String?

  /// The outcomes of records given as JSON texts.
  func outcomes(_ records: [String], keys: [String?] = []) throws -> [Outcome] {
    let plan = RecordPlan(profiles.map(\.withoutOwnerRules))
    let walker = RecordWalker(plan.paths)
    let mapper = RecordMapper(plan)
    let decoders = profiles.map { NotificationDecoder($0, baseURL: baseURL) }
    let decoding = decoders.map { RecordWalker($0.paths) }
    var types = profiles.map(TypeSpellings.init)
    let home = try homeIndex(records, plan, walker)
    return records.enumerated().map { index, record in
      let context = RecordContext(recipient: recipient, key: index < keys.count ? keys[index] : nil)
      return padded(record) { bytes in
        guard walker.walk(bytes) == nil else { return .damaged }
        if let plain = plan.rewritten(walker.fields, record: bytes) {
          return padded(String(decoding: plain, as: UTF8.self)) { plain in
            guard walker.walk(plain) == nil else { return .damaged }
            return outcome(plain, walker, mapper, home, decoders, decoding, &types, context)
          }
        }
        return outcome(bytes, walker, mapper, home, decoders, decoding, &types, context)
      }
    }
  }

  /// The notifications only.
  func notifications(_ records: [String], keys: [String?] = []) throws -> [Notification] {
    try outcomes(records, keys: keys).compactMap {
      if case .notification(let notification) = $0 { notification } else { nil }
    }
  }

  private func outcome(
    _ bytes: UnsafeRawBufferPointer, _ walker: RecordWalker, _ mapper: RecordMapper,
    _ home: FileProfile, _ decoders: [NotificationDecoder], _ decoding: [RecordWalker],
    _ types: inout [TypeSpellings], _ context: RecordContext
  ) -> Outcome {
    let index = mapper.profile(of: walker.fields, in: home, context: context)
    guard decoding[index].walk(bytes, collectingMembers: true) == nil else { return .damaged }
    do {
      return .notification(
        try decoders[index].notification(
          decoding[index].fields, context: context, language: language, types: &types[index],
          derived: DerivedValues()))
    } catch {
      return .rejected(profile: profiles[index].name.text, error)
    }
  }

  private func homeIndex(
    _ records: [String], _ plan: RecordPlan, _ walker: RecordWalker
  ) throws -> FileProfile {
    if let home { return FileProfile(index: profiles.firstIndex { $0.name.text == home } ?? 0) }
    var vote = DetectionVote(plan)
    let mapper = RecordMapper(plan)
    for record in records.prefix(DetectionVote.sampleSize) {
      padded(record) { bytes in
        guard walker.walk(bytes) == nil else { return }
        guard let plain = plan.rewritten(walker.fields, record: bytes) else {
          vote.add(mapper.fits(walker.fields, isKeyed: false))
          return
        }
        padded(String(decoding: plain, as: UTF8.self)) { plain in
          if walker.walk(plain) == nil { vote.add(mapper.fits(walker.fields, isKeyed: false)) }
        }
      }
    }
    return try vote.result().get()
  }

  /// The facts of one record of one profile.
  func facts(_ record: String) throws -> (type: String, facts: Notification, MappingNotices) {
    let plan = RecordPlan(profiles.map(\.withoutOwnerRules))
    let walker = RecordWalker(plan.paths)
    let mapper = RecordMapper(plan)
    return try padded(record) { bytes in
      guard walker.walk(bytes) == nil else {
        throw MappingRejection(field: "", reason: .missingField)
      }
      let facts = try mapper.facts(
        walker.fields, profile: 0, context: RecordContext(recipient: recipient))
      let type = mapper.key(of: facts.type, profile: 0)
      return (
        type.text,
        Notification(
          NotificationContent(
            profile: profiles[0].name,
            recipient: RecipientID(String(decoding: facts.recipient, as: UTF8.self)),
            id: NotificationID(String(decoding: facts.id, as: UTF8.self)), type: type,
            priority: facts.priority, time: facts.time, readState: facts.readState,
            isDeleted: facts.isDeleted, expiry: facts.expiry,
            updatedAt: plan.facts[0].updatedAt(facts))),
        facts.notices
      )
    }
  }
}

extension RecordBench {
  /// A bench with one bundled profile.
  static func bundled(_ name: String) throws -> RecordBench {
    let profile = try ProfileSet.bundled().profiles.first { $0.name.text == name }
    return RecordBench(profiles: [profile].compactMap(\.self), home: name)
  }

  /// A bench with all of them.
  static func bundled() throws -> RecordBench {
    RecordBench(profiles: try ProfileSet.bundled().profiles)
  }
}

/// Gives `body` the bytes of a text, with the slack behind them that a walk needs.
func padded<Answer>(
  _ text: String, _ body: (UnsafeRawBufferPointer) throws -> Answer
) rethrows -> Answer {
  let bytes = Array(text.utf8) + [UInt8](repeating: 0, count: RecordWalker.slack)
  return try bytes.withUnsafeBytes {
    try body(UnsafeRawBufferPointer(rebasing: $0.prefix(text.utf8.count)))
  }
}
