import Profiles

/// The columns that tell whether a notification was read.
package struct DraftReadMark: Sendable {
  package enum Kind: Equatable, Sendable {
    case boolean, inverse, time
    /// The words that mean read.
    case words([String])
  }

  package var path: String
  package var kind: Kind
  /// The form of its times, where a profile has to say it.
  package var timeForm: DraftTimeForm?
  /// Words that the profile has to explain, each with whether it means read.
  package var words: [(word: String, isRead: Bool)] = []
  /// Whether its name may be that of something else.
  var isRare = false

  /// Words that add nothing to a name: `is_read`, `time_seen`, `read_flag`.
  private static let fillers: Set<String> = [
    "is", "has", "been", "was", "flag", "yn", "ind", "at", "on", "time", "date", "ist", "est", "am",
    "le", "en", "il", "me", "by", "timestamps", "dates", "times", "status", "state", "user",
  ]
  private static let ofTimes: Set<String> = ["at", "on", "am", "le", "en", "il", "date", "time"]

  /// What a name says of a read mark: nil if it is none.
  private static func kind(_ field: DraftField) -> Kind? {
    let weights = NameWeights.bundled
    let whole = field.joinedName
    if weights["readTimes"].contains(whole) { return .time }
    if weights["inverses"].contains(whole) || weights["inverses"].contains(DraftName.flag(whole)) {
      return .inverse
    }
    if weights["truths"].contains(whole) || weights["truths"].contains(DraftName.flag(whole)) {
      return .boolean
    }
    let rest = field.words.filter { !fillers.contains($0) }
    guard rest.count == 1, let word = rest.first else { return nil }
    let isOfTime = field.words.contains(where: ofTimes.contains)
    if weights["truths"].contains(word) { return isOfTime ? .time : .boolean }
    return weights["inverses"].contains(word) && !isOfTime ? .inverse : nil
  }

  static func marks(in fields: DraftFields) -> [DraftReadMark] {
    let columns = fields.fields.filter { !$0.path.contains("[") && $0.containers * 2 <= $0.count }
    let named = columns.compactMap { field -> DraftReadMark? in
      switch kind(field) {
      case .time?: field.count == 0 || field.mostly(field.times) ? mark(field, .time) : nil
      case .boolean? where field.count > 0 && field.mostly(field.times): mark(field, .time)
      case .boolean? where field.count > 0 && isFlag(field): mark(field, .boolean)
      case .inverse? where field.count > 0 && isFlag(field): mark(field, .inverse)
      case .boolean?, .inverse?, .words?, nil: nil
      }
    }
    if !named.isEmpty { return named }
    return Array((columns.compactMap(ofWords) + columns.compactMap(rare)).prefix(1))
  }

  private static func isFlag(_ field: DraftField) -> Bool {
    field.mostly(field.truths) || !words(of: field).isEmpty || field.values.count <= 2
  }

  private static func mark(_ field: DraftField, _ kind: Kind) -> DraftReadMark {
    DraftReadMark(
      path: field.path, kind: kind, timeForm: field.timeForm,
      words: kind == .time ? [] : words(of: field))
  }

  /// A column of states, one of which is a word for read.
  private static func ofWords(_ field: DraftField) -> DraftReadMark? {
    let weights = NameWeights.bundled
    guard field.values.count <= 8, weights["states"].contains(DraftName.flag(field.joinedName))
    else { return nil }
    let read = field.values.filter { weights["readWords"].contains($0.lowercased()) }
    return read.isEmpty ? nil : mark(field, .words(read))
  }

  /// A flag under a name that may be a read mark's: `checked`.
  private static func rare(_ field: DraftField) -> DraftReadMark? {
    let rest = field.words.filter { !fillers.contains($0) }
    guard rest.count == 1, NameWeights.bundled["mayMark"].contains(rest[0]),
      field.mostly(field.truths) || field.mostly(field.times)
    else { return nil }
    var mark = mark(field, field.mostly(field.times) ? .time : .boolean)
    mark.isRare = true
    return mark
  }

  /// Whether a column may be a read mark by its name.
  static func mayMark(_ field: DraftField) -> Bool {
    let rest = field.words.filter { !fillers.contains($0) }
    return field.count > 0
      && (kind(field) != nil
        || rest.count == 1 && NameWeights.bundled["mayMark"].contains(rest[0]))
  }

  /// The field's words for yes and no, where it has no others.
  private static func words(of field: DraftField) -> [(word: String, isRead: Bool)] {
    guard field.truths < field.count, field.values.count < 8 else { return [] }
    let weights = NameWeights.bundled
    return field.values.compactMap { value in
      let word = value.lowercased()
      return weights["yes"].contains(word)
        ? (value, true) : weights["no"].contains(word) ? (value, false) : nil
    }
  }
}
