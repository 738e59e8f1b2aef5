import ByteText
import Profiles

/// What a record says, without what becomes of it (whether it is read, deleted or mailed, when it was
/// updated, who else gets it): copies say the same, in whatever form and order.
struct RecordContents: Sendable {
  /// The names that lead to what does not count.
  private let states: [[String]]
  private let hash = SipHash(key: .fixed)

  init(_ profile: Profile) {
    let marks = profile.readMarks.map(\.path)
    let fields = [Field.deleted, .mailed, .updatedAt].flatMap { profile.fields[$0] ?? [] }
    let lists = (profile.fields[.recipient] ?? []).filter(\.isPlural)
    states = (marks + fields + lists).flatMap(\.valueSources).map(\.segments)
  }

  func hash(of record: UnsafeRawBufferPointer) -> Hash128 {
    var text: [UInt8] = []
    if let record = JSONText(record) { append(record, without: states, to: &text) }
    return hash.hash128(text.span.bytes)
  }

  func names(of record: UnsafeRawBufferPointer) -> Hash128 {
    let names = JSONText(record)?.parts.map { FieldNames.significant($0.name) } ?? []
    let text = names.sorted { $0.lexicographicallyPrecedes($1) }.joined(separator: [0])
    return hash.hash128(Array(text).span.bytes)
  }

  /// Appends a value in the form that all of its spellings share; what is null or empty appends nothing.
  private func append(_ json: JSONText, without states: [[String]], to text: inout [UInt8]) {
    switch json.kind {
    case .null: break
    case .bool: text += json.bytes
    case .number: text += WholeNumber.digits(of: json.bytes, isNumber: true) ?? Array(json.bytes)
    case .string: appendText(JSONEscape.unescaped(json.bytes), without: states, to: &text)
    case .array: for part in json.parts { append(part: part.value, without: [], to: &text) }
    case .object:
      if let inner = json.extendedValue { return append(inner, without: [], to: &text) }
      let members = json.parts.compactMap { member(named: $0.name, $0.value, without: states) }
      for member in members.sorted(by: { $0.lexicographicallyPrecedes($1) }) { text += member }
    }
  }

  /// A text, or what is in it: a column of a table holds objects as text.
  private func appendText(_ value: String, without states: [[String]], to text: inout [UInt8]) {
    value.withRawBytes { bytes in
      if let first = bytes.first, "[{".utf8.contains(first), let inner = JSONText(bytes) {
        append(inner, without: states, to: &text)
      } else if let digits = WholeNumber.digits(of: bytes, isNumber: false) {
        text += digits
      } else {
        text += bytes
      }
    }
  }

  /// Appends a value after its length, so that no two lists are one text.
  private func append(part: JSONText, without states: [[String]], to text: inout [UInt8]) {
    var value: [UInt8] = []
    append(part, without: states, to: &value)
    text += "\(value.count):".utf8
    text += value
  }

  private func member(
    named name: UnsafeRawBufferPointer, _ value: JSONText, without states: [[String]]
  ) -> [UInt8]? {
    let inside = states.filter { $0.first.map { FieldNames.match(name, $0.utf8) } == true }
      .map { Array($0.dropFirst()) }
    if inside.contains(where: \.isEmpty) { return nil }
    var member: [UInt8] = []
    append(part: value, without: inside, to: &member)
    // `0:` is all that nothing appends.
    return member.count == 2 ? nil : FieldNames.significant(name) + [0] + member
  }
}

extension FieldPath {
  /// The paths of names to the value itself, without those of its conditions.
  fileprivate var valueSources: [FieldPath] {
    if case .conditional(_, let path)? = derivation { path.valueSources } else { sources }
  }
}
