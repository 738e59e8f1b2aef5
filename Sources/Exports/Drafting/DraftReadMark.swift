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

  /// What words say: nil if they name no read mark.
  static func kind(_ words: [String]) -> Kind? {
    let name = core(words)
    let isOfTime = words.has("timeWords")
    if name.isIn("truths") { return isOfTime ? .time : .boolean }
    return name.isIn("inverses") && !isOfTime ? .inverse : nil
  }

  /// Words without those that add nothing: `is_read`, `time_seen`, `read_flag`.
  private static func core(_ words: [String]) -> String {
    words.filter { !$0.isIn("fillers") }.joined(separator: "_")
  }

  static func marks(in fields: DraftFields) -> [DraftReadMark] {
    let columns = fields.fields.filter { !$0.path.contains("[") && $0[.container] * 2 <= $0.count }
    let named = columns.compactMap { field -> DraftReadMark? in
      guard let kind = kind(field.words) else { return nil }
      if field.mostly(.time) || field.count == 0 && kind == .time {
        return kind == .inverse ? nil : DraftReadMark(field, .time)
      }
      let isFlag = field.mostly(.truth) || !explained(field).isEmpty || field.values.count <= 2
      return field.count > 0 && kind != .time && isFlag ? DraftReadMark(field, kind) : nil
    }
    if !named.isEmpty { return named }
    return Array((columns.compactMap(ofWords) + columns.compactMap(rare)).prefix(1))
  }

  private init(_ field: DraftField, _ kind: Kind) {
    (path, self.kind, timeForm) = (field.path, kind, field.timeForm)
    if kind != .time { words = Self.explained(field) }
  }

  /// The mark that the names of lists are, some of which mean read.
  init(ofLists words: [String]) { (path, kind) = ("@key[1]", .words(words)) }

  /// A column of states, one of which is a word for read.
  private static func ofWords(_ field: DraftField) -> DraftReadMark? {
    guard field.values.count <= 8, field.joinedName.isIn("states") else { return nil }
    let read = field.values.filter { $0.lowercased().isIn("readWords") }
    return read.isEmpty ? nil : DraftReadMark(field, .words(read))
  }

  /// A flag under a name that may be a read mark's: `checked`.
  private static func rare(_ field: DraftField) -> DraftReadMark? {
    guard core(field.words).isIn("mayMark"), field.mostly(.truth) || field.mostly(.time) else {
      return nil
    }
    var mark = DraftReadMark(field, field.mostly(.time) ? .time : .boolean)
    mark.isRare = true
    return mark
  }

  /// Whether a column may be a read mark by its name.
  static func mayMark(_ field: DraftField) -> Bool {
    field.count > 0 && (kind(field.words) != nil || core(field.words).isIn("mayMark"))
  }

  /// The field's words for yes and no, where it has no others.
  private static func explained(_ field: DraftField) -> [(word: String, isRead: Bool)] {
    guard field[.truth] < field.count, field.values.count < 8 else { return [] }
    return field.values.compactMap { value in
      let word = value.lowercased()
      return word.isIn("yes") ? (value, true) : word.isIn("no") ? (value, false) : nil
    }
  }
}
