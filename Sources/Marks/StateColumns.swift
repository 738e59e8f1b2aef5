import ByteText
package import Exports
import Languages
import Notifications
import Profiles

/// What a mark sets a column to.
enum StateValue: Hashable, Sendable {
  case plain(ScalarValue)
  case time(TimeForm, isText: Bool)
  /// A time of a form that can be read, but not written.
  case unwritable

  /// Nil for times.
  fileprivate var plain: ScalarValue? { if case .plain(let value) = self { value } else { nil } }

  /// The value at the time of a mark.
  func scalar(at time: Instant) -> ScalarValue? {
    switch self {
    case .plain(let value): value
    case .time(let form, let isText):
      isText ? .text(form.text(of: time)) : .number(form.text(of: time))
    case .unwritable: nil
    }
  }
}

/// A column of a system's own record, and what its profile says of it.
struct StateRole: Sendable {
  /// As the profile spells it.
  let name: String
  let kind: ReadMark.Kind
  /// The profile's translations of its values.
  private var words: [TranslatedWord] = []
  /// Whether the profile gives the form of its times.
  private(set) var isPatterned = false

  /// Nil for a value that is not a column's: one inside another field, or of several.
  init?(_ path: FieldPath, _ kind: ReadMark.Kind) {
    switch path.derivation {
    case nil where path.segments.count == 1: (name, self.kind) = (path.segments[0], kind)
    case .translation(let inner, let words)?:
      guard let role = StateRole(inner, kind) else { return nil }
      self = role
      self.words = words
    case .time(let inner, _)?:
      guard let role = StateRole(inner, kind) else { return nil }
      self = role
      isPatterned = true
    default: return nil
    }
  }

  /// The words that mean read, in the order of the profile.
  var readWords: [String] {
    let translated = words.filter { kind.isRead(word: $0.meaning) == true }.map(\.word)
    guard case .equality(let own) = kind else { return translated }
    return translated.isEmpty ? own : translated
  }

  /// Whether it is a time, as far as its kind and name tell.
  var isTime: Bool { kind == .time || TypeKey(normalizing: name).text.hasSuffix("_at") }

  private func meaning(of value: FieldValue) -> String? {
    guard let text = value.textBytes else { return nil }
    return words.first { ASCII.equalIgnoringCase(text, $0.word.utf8) }?.meaning
  }

  func isRead(_ value: FieldValue, in profile: Profile) -> Bool? {
    if let word = meaning(of: value) { return kind.isRead(word: word) }
    return isPatterned ? value.scalar != .text("") : kind.isRead(value, epoch: profile.epoch)
  }

  /// Whether a value is like a time, but not one that can be read.
  func isUnreadableTime(_ value: FieldValue, in profile: Profile) -> Bool {
    guard isTime, case .text(let text)? = value.scalar, text.utf8.count >= 8,
      text.utf8.contains(where: { $0 &- 49 < 9 }), isRead(value, in: profile) == nil
    else { return false }
    return (try? value.instant(epoch: profile.epoch)) == nil
  }

  /// The form of a value; nil for null.
  func form(of value: FieldValue, in profile: Profile) -> StateValue? {
    guard let scalar = value.scalar else { return nil }
    if case .equality = kind { return .plain(scalar) }
    // Shorter numbers count something else than seconds.
    guard let text = value.text, text.utf8.count >= 8, meaning(of: value) == nil else {
      return .plain(scalar)
    }
    if isPatterned { return .unwritable }
    guard (try? value.instant(epoch: profile.epoch)) != nil else { return .plain(scalar) }
    return TimeForm(text, of: profile).map { .time($0, isText: scalar == .text(text)) }
      ?? .unwritable
  }
}

/// A column to set, and to what.
struct StateColumn: Equatable {
  /// As the profile spells it.
  var name: String
  var value: StateValue
  /// The values that mean the same as the one to set; empty for times.
  var same: [ScalarValue]
  /// The values in the export that mean something else.
  var others: [ScalarValue]
  /// Whether neither a record nor a word of the profile says that the value is the right one.
  var isGuessed: Bool
  /// Whether other columns say what is read, but not this one.
  var isUnused: Bool

  /// - Parameter times: the forms of the records' own times.
  init(_ role: StateRole, _ forms: StateForms, like times: [StateValue: Int], isFallback: Bool) {
    let shown = forms.columns[role.name] ?? StateForms.Shown()
    let words = role.readWords
    name = role.name
    others = shown.others.sorted()
    (value, isGuessed) = Self.value(for: role, shown, like: times)
    isUnused = shown.read.isEmpty && (shown.isContradicted || isFallback && !words.isEmpty)
    same = []
    if let scalar = value.plain {
      let known = words.map { ScalarValue($0, isNumber: scalar.isNumber) }
      same = Set([scalar] + shown.read.keys.compactMap(\.plain) + known).sorted()
    }
  }

  /// What says best how read is written: records that are read, the profile's words, the opposite of
  /// records that are not, and at last a guess.
  private static func value(
    for role: StateRole, _ shown: StateForms.Shown, like times: [StateValue: Int]
  ) -> (StateValue, isGuessed: Bool) {
    let words = role.readWords
    let firstWord = words.lazy.compactMap { shown.read.only($0).usual }.first
    if let usual = firstWord ?? shown.read.usual { return (usual, false) }
    if role.isPatterned || shown.isUnreadable { return (.unwritable, false) }
    if let word = words.first {
      let areNumbers = !shown.others.isEmpty && shown.others.allSatisfy(\.isNumber)
      return (.plain(ScalarValue(word, isNumber: areNumbers)), words.count > 1)
    }
    if role.isTime { return (times.usual ?? .time(.standard, isText: true), true) }
    if let flag = shown.others.sorted().lazy.compactMap(\.opposite).first {
      return (.plain(flag), false)
    }
    return (.plain(.bool(role.kind != .inverse)), true)
  }
}

extension [StateValue: Int] {
  /// The spellings of a word.
  fileprivate func only(_ word: String) -> Self {
    filter { value, _ in
      switch value {
      case .plain(.text(let text)), .plain(.number(let text)):
        text.withRawBytes { ASCII.equalIgnoringCase($0, word.utf8) }
      default: false
      }
    }
  }

  /// The most frequent one.
  fileprivate var usual: StateValue? {
    self.max { ($0.value, "\($1.key)") < ($1.value, "\($0.key)") }?.key
  }
}

extension ScalarValue: Comparable {
  /// A word of a profile; a text if it is no number.
  fileprivate init(_ word: String, isNumber: Bool) {
    let isNumber = isNumber && !word.isEmpty && word.utf8.allSatisfy { $0 &- 48 < 10 }
    self = isNumber ? .number(word) : .text(word)
  }

  var isInteger: Bool { if case .number(let text) = self { Int64(text) != nil } else { false } }

  fileprivate var isNumber: Bool { if case .number = self { true } else { false } }

  package static func < (left: Self, right: Self) -> Bool { "\(left)" < "\(right)" }

  private static let pairs = [
    ("0", "1"), ("n", "y"), ("N", "Y"), ("no", "yes"), ("No", "Yes"), ("NO", "YES"), ("f", "t"),
    ("F", "T"), ("false", "true"), ("False", "True"), ("FALSE", "TRUE"),
  ]

  /// The flag of the same kind that says the opposite: `Y` for `N`.
  fileprivate var opposite: ScalarValue? {
    func other(_ word: String) -> String? {
      Self.pairs.lazy.compactMap { $0 == word ? $1 : $1 == word ? $0 : nil }.first
    }
    return switch self {
    case .bool(let flag): .bool(!flag)
    case .number(let word): other(word).map { .number($0) }
    case .text(let word): other(word).map { .text($0) }
    }
  }
}

/// The columns to set in a system's own record so that its profile reads it as read or deleted.
struct StateColumns {
  /// The columns for read.
  let read: [StateColumn]
  /// The columns for deleted, if the system keeps deleted records.
  let deleted: [StateColumn]
  /// The time of the last change.
  let updatedAt: StateColumn?
  /// The ids, the first that a table has being the one.
  let ids: [String]

  private static func role(
    of field: Field, as kind: ReadMark.Kind, in profile: Profile
  ) -> StateRole? {
    profile.fields[field]?.lazy.compactMap { StateRole($0, kind) }.first
  }

  private static func readRoles(_ profile: Profile) -> [StateRole] {
    profile.readMarks.compactMap { StateRole($0.path, $0.kind) }
  }

  /// The columns whose values show a form.
  static func roles(_ profile: Profile) -> [StateRole] {
    readRoles(profile)
      + [
        role(of: .deleted, as: .boolean, in: profile), role(of: .updatedAt, as: .time, in: profile),
        role(of: .time, as: .time, in: profile),
      ].compactMap(\.self)
  }

  /// Fields inside other fields are not columns of a table.
  init(_ profile: Profile, _ forms: StateForms) {
    let time = Self.role(of: .time, as: .time, in: profile).flatMap { forms.columns[$0.name] }
    func column(_ role: StateRole) -> StateColumn {
      StateColumn(role, forms, like: time?.read ?? [:], isFallback: profile.isFallback)
    }
    let all = Self.readRoles(profile).map(column)
    read = all
    deleted = Self.role(of: .deleted, as: .boolean, in: profile).map { [column($0)] } ?? []
    updatedAt = Self.role(of: .updatedAt, as: .time, in: profile).map(column)
    ids = Self.ids(profile)
  }

  static func ids(_ profile: Profile) -> [String] {
    profile.fields[.id]?.compactMap { $0.segments.count == 1 ? $0.segments.first : nil } ?? []
  }
}

extension StateColumns {
  /// The columns of a table that holds such fields, in snake_case; nil if the fields do not tell
  /// what is read, as in records inside other objects.
  func columns(ofFields fields: [String]) -> [String]? {
    func holds(_ name: String) -> Bool {
      fields.contains { FieldNames.match($0.utf8, name.utf8) }
    }
    guard ids.contains(where: holds), read.contains(where: { holds($0.name) }) else { return nil }
    return fields.map { TypeKey(normalizing: $0).text }
  }
}
