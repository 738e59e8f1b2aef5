import CSimdJSON
import Notifications

/// Looks in records for what a profile maps: which of its parts were found at all, and, in a survey,
/// in how many records.
///
/// Immutable and shared; a class for the same reason as `FactsReader`.
final class MappingReader: Sendable {
  struct Part: Sendable {
    let section: MappingReport.Section
    let paths: [FieldPath]
    let slots: SlotList
  }

  /// As many as `Found` has bits.
  let parts: [Part]
  private let used: [FieldPath]
  private let time: SlotList
  private let priority: SlotList
  private let required: [SlotList]

  /// The places of parts that were found in any record, as bits.
  typealias Found = UInt64

  init(_ profile: Profile, paths: RecordPaths) {
    var parts: [(MappingReport.Section, [FieldPath])] = Field.allCases.compactMap { field in
      profile.fields[field].map { (.field(field), $0) }
    }
    if !profile.readMarks.isEmpty { parts.append((.read, profile.readMarks.map(\.path))) }
    if let thumbnails = profile.thumbnails { parts.append((.thumbnails, [thumbnails.items])) }
    parts += profile.values.sorted { $0.key < $1.key }.map { (.value($0.key), $0.value) }
    self.parts = parts.prefix(Found.bitWidth).map {
      Part(section: $0.0, paths: $0.1, slots: paths.list(for: $0.1))
    }
    used = parts.flatMap(\.1)
    time = paths.list(for: profile.fields[.time] ?? [])
    priority = paths.list(for: profile.fields[.priority] ?? [])
    required = profile.detection.map { paths.list(for: $0.must) }
  }

  /// Adds what a record has to what was found; looks only for what is still missing.
  func find(_ fields: RecordFields, _ found: inout Found) {
    for (place, part) in parts.enumerated() where found & (1 << place) == 0 {
      if has(part, fields) { found |= 1 << place }
    }
  }

  /// Null is an answer of all fields but the recipient: nobody is the recipient then.
  private func has(_ part: Part, _ fields: RecordFields) -> Bool {
    part.section == .field(.recipient)
      ? fields.firstText(part.slots) != nil
      : part.slots.contains { fields[$0].kind != TIDINGS_JSON_ABSENT }
  }

  /// Counts a record; `record` is its plain JSON.
  func survey(
    _ fields: RecordFields, record: UnsafeRawBufferPointer, isMatch: Bool, _ survey: inout Survey
  ) {
    if survey.counts.isEmpty {
      survey.counts = Array(repeating: 0, count: parts.count)
      survey.required = required.map { Array(repeating: 0, count: $0.reduce(0) { n, _ in n + 1 }) }
    }
    survey.records += 1
    if !isMatch { survey.unmatched += 1 }
    for (place, part) in parts.enumerated() where fields.first(part.slots) != nil {
      survey.counts[place] += 1
    }
    for (rule, slots) in required.enumerated() {
      for (place, slot) in slots.enumerated() where fields[slot].kind != TIDINGS_JSON_ABSENT {
        survey.required[rule][place] += 1
      }
    }
    if let value = fields.first(time), value.kind == TIDINGS_JSON_STRING,
      Self.isZoneless(value.bytes)
    {
      survey.zoneless += 1
    }
    if let word = fields.firstText(priority) {
      survey.countPriority(
        String(decoding: word.prefix(40), as: UTF8.self).lowercased(), 1)
    }
    survey.unused.add(record, used: used)
  }

  /// Whether a text is a time of day without `Z` or an offset behind it.
  private static func isZoneless(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return !text[colon...].contains { byte in
      byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & 0xDF)
    }
  }
}
