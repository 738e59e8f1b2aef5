import ByteText
import CSimdJSON
import Exports
import Languages
import Notifications
import Profiles

/// A field of a record as it is read. Each value is valid, absent or a fault: a misunderstood
/// preference is worse than none.
struct FieldReading {
  let fields: RecordFields
  let slots: [Slot]
  let name: String
  let spellings: KnownSpellings
  var epoch = Epoch.unix

  /// The first value that is present and not null.
  var first: FieldValue? { fields.first(slots) }

  private func malformed(_ text: String, expected: String) -> Fault {
    .malformed(name, text, expected: expected)
  }

  private func wrongType(expected: String) -> Fault { .wrongType(name, expected: expected) }

  // MARK: Texts and numbers

  /// An id, in the form in which ids are compared; empty if it is absent, null or empty.
  func recipientID() throws(Fault) -> RecipientID { RecipientID(try fields.id(slots, name) ?? "") }

  /// A text, number or id without the blanks around it, which cells of tables have; nil if it is
  /// absent, null or empty.
  func text() throws(Fault) -> String? {
    guard let text = try fields.text(slots, name) else { return nil }
    guard text.utf8.first == 0x20 || text.utf8.last == 0x20 else { return text }
    let trimmed = ASCII.trimmed(Array(text.utf8)[...])
    return trimmed.isEmpty ? nil : String(decoding: trimmed, as: UTF8.self)
  }

  func profile() throws(Fault) -> ProfileName? { try text().map(ProfileName.init) }

  func latitude() throws(Fault) -> Double? { try number(in: -90...90, "degrees from -90 to 90") }

  func longitude() throws(Fault) -> Double? {
    try number(in: -180...180, "degrees from -180 to 180")
  }

  func radius() throws(Fault) -> Double? {
    try number(in: 0...Double.greatestFiniteMagnitude, "kilometres, 0 or more")
  }

  /// A finite decimal number, or its text.
  private func number(in range: ClosedRange<Double>, _ expected: String) throws(Fault) -> Double? {
    guard let text = try text() else { return nil }
    guard let number = RecordFields.decimal(text) else {
      throw malformed(text, expected: "a number")
    }
    guard range.contains(number) else { throw malformed(text, expected: expected) }
    return number
  }

  // MARK: Words

  func locale() throws(Fault) -> LanguageTag? {
    guard let text = try text() else { return nil }
    return try spellings.locales.value(of: text) { text throws(Fault) in
      guard LocaleForm.isWellFormed(text) else {
        throw malformed(text, expected: "a language tag such as pt-BR")
      }
      return LanguageTag(text)
    }
  }

  func zone() throws(Fault) -> Zone? {
    guard let text = try text() else { return nil }
    if let zone = spellings.zones.zone(text) { return zone }
    throw Fault.unknownZone(name, text)
  }

  func priority() throws(Fault) -> Priority? {
    try value("low, normal or high") { Priority(word: $0) }
  }

  func unsubscribeURL() throws(Fault) -> String? {
    try value("an https, http or mailto address") { UnsubscribeURI.isWellFormed($0) ? $0 : nil }
  }

  private func value<Value>(
    _ expected: String, _ read: (String) -> Value?
  ) throws(Fault) -> Value? {
    guard let text = try text() else { return nil }
    if let value = read(text) { return value }
    throw malformed(text, expected: expected)
  }

  // MARK: Switches

  /// Whether any of the values is true; nil if all are absent or null.
  func truth() throws(Fault) -> Bool? {
    var answer: Bool?
    for slot in slots where !fields[slot].isMissing {
      let isTrue = try truth(of: fields[slot])
      answer = answer == true || isTrue
    }
    return answer
  }

  /// Whether any of the values is false: somebody who said no once is not mailed.
  func isAnyOff() throws(Fault) -> Bool {
    for slot in slots {
      let value = fields[slot]
      if value.isMissing || value.kind == TIDINGS_JSON_STRING && value.bytes.isEmpty { continue }
      if try !truth(of: value) { return true }
    }
    return false
  }

  /// True if any of the values is false; nil otherwise, whatever else they are.
  func denial() -> Bool? {
    let isAnyFalse = slots.contains { slot in
      let value = fields[slot]
      return !value.isMissing && !value.bytes.isEmpty && value.truth(epoch: epoch) == false
    }
    return isAnyFalse ? true : nil
  }

  private func truth(of value: FieldValue) throws(Fault) -> Bool {
    guard let isTrue = value.truth(epoch: epoch) else {
      throw wrongType(expected: "true, false or a time")
    }
    return isTrue
  }

  // MARK: Lists and objects

  /// A list of types, or their names separated by commas.
  func types() throws(Fault) -> Set<TypeKey>? {
    var types: Set<TypeKey> = []
    for name in try names(takesNumbers: false) {
      types.insert(spellings.types.value(of: name) { TypeKey(normalizing: $0) })
    }
    return types
  }

  /// A list of words or numbers; an empty text, such as a cell of a table, says nothing.
  func listOfWords() throws(Fault) -> [String]? {
    let names = try names(takesNumbers: true)
    return names.isEmpty && first?.kind != TIDINGS_JSON_ARRAY ? nil : names
  }

  /// A list of texts, or one text with commas between the names; empty names are skipped.
  ///
  /// - Parameter takesNumbers: whether a name may be a number: `8`, `[8, "17:30"]`.
  private func names(takesNumbers: Bool) throws(Fault) -> [String] {
    guard let value = first else { return [] }
    let fault = wrongType(expected: takesNumbers ? "a list of texts or numbers" : "a list of texts")
    var names: [String] = []
    switch value.kind {
    // A list that is JSON text would be a single name, which nothing has.
    case TIDINGS_JSON_STRING where [0x5B, 0x7B].contains(value.bytes.first ?? 0): throw fault
    case TIDINGS_JSON_STRING:
      names = value.bytes.split(separator: UInt8(ascii: ","))
        .map { String(decoding: ASCII.trimmed(ArraySlice($0)), as: UTF8.self) }
    case TIDINGS_JSON_ARRAY:
      for (_, element) in JSONText(value.bytes)?.parts ?? .none {
        guard element.kind == .string || takesNumbers && element.kind == .number,
          let name = element.text
        else { throw fault }
        names.append(name)
      }
    case TIDINGS_JSON_NUMBER where takesNumbers: names = [value.text ?? ""]
    default: throw fault
    }
    return names.filter { !$0.isEmpty }
  }

  /// A person's ids in other systems, by profile: `{"gitlab": 42}`.
  func identities() throws(Fault) -> [ProfileName: RecipientID] {
    guard let value = first, value.kind != TIDINGS_JSON_STRING || !value.bytes.isEmpty else {
      return [:]
    }
    guard value.kind == TIDINGS_JSON_OBJECT, let object = JSONText(value.bytes) else {
      throw wrongType(expected: "an id by profile")
    }
    var identities: [ProfileName: RecipientID] = [:]
    for (key, id) in object.parts {
      let profile = ProfileName(JSONEscape.unescaped(key))
      let field = "\(name).\(profile.text)"
      guard let text = id.scalarID, !text.isEmpty else {
        throw .wrongType(field, expected: "a text or number")
      }
      try Fault.check(id: text, field)
      guard identities.updateValue(RecipientID(text), forKey: profile) == nil else {
        throw Fault.repeatedKey(field)
      }
    }
    return identities
  }

  // MARK: Times of day

  /// `22:30`, an hour, or a point in time of which only hour and minute count: no number that may be one
  /// of minutes.
  func clockTime() throws(Fault) -> ClockTime? {
    guard let value = first else { return nil }
    let fault = malformed(value.anyText ?? "", expected: "a time such as 22:30")
    if [TIDINGS_JSON_STRING, TIDINGS_JSON_NUMBER].contains(value.kind) {
      if value.bytes.isEmpty { return nil }
      if let time = ClockTime(clock: value.bytes) ?? ClockTime(local: value.bytes) { return time }
      if let number = Double(value.anyText ?? ""), abs(number) < 1_440 { throw fault }
    }
    do throws(TimestampError) { return .instant(try value.instant(epoch: epoch)) } catch {
      throw fault
    }
  }

  /// `22:30-07:15`, or `false`; nil for an object, whose members are fields of their own.
  func quietTimes() throws(Fault) -> QuietTimes? {
    guard let value = first else { return nil }
    switch value.kind {
    case TIDINGS_JSON_STRING where value.bytes.isEmpty, TIDINGS_JSON_OBJECT: return nil
    case TIDINGS_JSON_FALSE: return .off
    case TIDINGS_JSON_STRING:
      let ends = value.bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      let times = ends.compactMap { ClockTime(clock: $0.filter { $0 != 0x20 }) }
      guard ends.count == 2, times.count == 2 else {
        throw malformed(value.text ?? "", expected: "22:30-07:15")
      }
      return .between(times[0], times[1])
    default: throw wrongType(expected: "a start and an end")
    }
  }
}
