import ByteText
package import Notifications
package import Profiles

/// A guess at how the records of an unknown system become notifications.
package struct ProfileDraft: Sendable {
  /// A field of the profile, with the paths that may be it.
  package struct Choice: Sendable {
    package var field: Field
    /// The best one, then those that have a value where it has none.
    package var paths: [DraftField]
    package var alternatives: [DraftField]
    /// Whether only the values tell, as the name is none that is known.
    package var isByShape = false
  }

  /// What a person has to decide, as names do not tell it.
  package struct Decision: Sendable {
    package var field: Field
    package var candidates: [DraftField]
  }

  package let sample: DraftRecords
  package let fields: DraftFields
  package private(set) var choices: [Choice] = []
  /// Where no guess is made without asking.
  package private(set) var decisions: [Decision] = []
  package private(set) var readMarks: [DraftReadMark] = []
  /// The words of the priority that only this system knows, as far as their language tells.
  package private(set) var priorities: [(word: String, priority: Priority)] = []
  /// The words of the type, in the order in which they appeared.
  package private(set) var types: [String] = []
  package private(set) var isMarkup = false
  /// Other lists of the document, or tables, that tell more.
  package private(set) var joins: [DraftJoin] = []
  package private(set) var actions: [DraftAction] = []
  /// The list in which records name actions.
  package private(set) var actionList: DraftField?
  /// The table that joins people to texts, where the records lack one of them.
  package private(set) var pairs: DraftPairs?
  /// Fields whose values together are an id, where none is one alone.
  package private(set) var composedID: [DraftField] = []

  /// The order in which a profile is written.
  private static let order: [Field] = [
    .id, .recipient, .type, .title, .body, .priority, .time, .updatedAt, .deleted, .expires,
    .mailed,
    .link, .image, .actorId, .actorName, .actorAvatar, .actorFollowedBack, .subjectId, .subjectName,
    .batchCount,
    .latitude, .longitude,
  ]
  private static let mostTypes = 60

  /// - Parameter answers: what a person said: the path of a field, or an empty text for none.
  package init(_ sample: DraftRecords, answers: [Field: String] = [:]) {
    self.sample = sample
    fields = DraftFields(sample)
    var guess = DraftGuess(fields, beside: sample.others)
    readMarks = DraftReadMark.marks(in: fields)
    for mark in readMarks { guess.take(mark.path) }
    for field in Self.order {
      if let answer = answers[field] {
        guard let chosen = fields.fields.first(where: { $0.path == answer }) else { continue }
        guess.take(chosen.path)
        choices.append(Choice(field: field, paths: [chosen], alternatives: []))
      } else if let choice = guess.choice(field) {
        choices.append(choice)
      }
    }
    if self[.id] == nil, !sample.isKeyed { composedID = guess.composedID }
    if answers[.recipient] == nil, self[.recipient] == nil, !sample.isTree {
      let candidates = guess.people
      if !candidates.isEmpty {
        decisions.append(Decision(field: .recipient, candidates: candidates))
      }
    }
    types = Array((self[.type]?.paths.flatMap(\.values) ?? []).prefix(Self.mostTypes))
    priorities = DraftPriorities.words(of: self[.priority]?.paths ?? [])
    isMarkup = self[.body]?.paths.first.map { $0.mostly($0.markup, 0.5) } ?? false
    let receivers = self[.recipient]?.paths ?? decisions.flatMap(\.candidates)
    joins =
      DraftJoins(
        lists: sample.others, fields: fields, known: Set(choices.map(\.field)),
        receivers: Set(receivers.map(\.path))
      ).joins
    actionList = DraftAction.list(in: fields)
    actions = DraftAction.actions(in: unused, named: actionList)
    if joins.contains(where: \.isMarkup) { isMarkup = true }
    pairs = DraftPairs(self)
  }

  package subscript(field: Field) -> Choice? { choices.first { $0.field == field } }

  /// Who may receive or act: for a person to choose from.
  package var people: [DraftField] { DraftGuess(fields, beside: sample.others).people }

  /// The paths that nothing uses, with their first value.
  package var unused: [DraftField] {
    let used = Set(
      choices.flatMap { $0.paths.map(\.path) } + readMarks.map(\.path))
    return fields.fields.filter { $0.count > 0 && !used.contains($0.path) }
  }

  /// The paths of the profile that every record has: they tell this system's records from others'.
  package var required: [String] {
    let all = Set(
      fields.fields.filter { $0.count == fields.records && !$0.path.contains("[") }.map(\.path))
    return (choices.flatMap(\.paths).map(\.path) + readMarks.map(\.path)).filter(all.contains)
  }
}

/// The columns that tell whether a notification was read.
package struct DraftReadMark: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case boolean, inverse, time
    /// The word that means read.
    case word(String)
  }

  package var path: String
  package var kind: Kind
  /// The form of its times, where a profile has to say it.
  package var timeForm: DraftTimeForm?
  /// Words that the profile has to explain, each with whether it means read.
  package var words: [(word: String, isRead: Bool)] = []

  package static func == (left: DraftReadMark, right: DraftReadMark) -> Bool {
    left.path == right.path && left.kind == right.kind && left.timeForm == right.timeForm
      && left.words.elementsEqual(right.words) { $0 == $1 }
  }

  static let truths = [
    "read", "seen", "viewed", "opened", "gelesen", "gesehen", "lu", "vu", "leido", "leído", "visto",
    "lido", "letto", "gelezen", "прочитано", "ack", "acked", "acknowledged",
  ]
  /// Words for yes and no that are not read without being explained.
  private static let yes: Set<String> = [
    "ja", "oui", "si", "sí", "sim", "x", "✓", "✔", "☑", "wahr", "vrai", "on", "да", "read",
    "gelesen", "lu",
    "seen", "j", "o", "s",
  ]
  private static let no: Set<String> = [
    "nein", "non", "não", "nao", "-", "☐", "falsch", "faux", "off", "нет", "unread", "ungelesen",
    "nee",
  ]
  static let inverses = [
    "unread", "is_new", "unseen", "unopened", "ungelesen", "ungesehen", "non_lu", "no_leido",
    "no_leído", "nao_lido", "não_lido",
  ]
  static let times =
    ["read", "seen", "viewed", "opened", "acknowledged", "acked"].flatMap {
      ["\($0)_at", "\($0)_on"]
    }
    + ["date_read", "gelesen_am", "gesehen_am", "lu_le", "vu_le", "leido_en", "lido_em"]
  private static let states = ["status", "state", "read_status"]
  private static let readWords = ["read", "seen", "done", "opened", "archived"]

  static func marks(in fields: DraftFields) -> [DraftReadMark] {
    var marks: [DraftReadMark] = []
    func add(_ names: [String], _ kind: (DraftField) -> Kind?) {
      for name in names {
        for field in fields.fields where !field.path.contains("[") {
          let own = field.joinedName
          guard own == name || DraftName.flag(own) == name else { continue }
          if let kind = kind(field) {
            marks.append(
              DraftReadMark(
                path: field.path, kind: kind, timeForm: field.timeForm, words: words(of: field)))
          }
        }
      }
    }
    add(truths) { $0.count == 0 ? nil : $0.mostly($0.times) ? .time : .boolean }
    add(inverses) { $0.count == 0 ? nil : .inverse }
    add(times) { $0.count == 0 || $0.mostly($0.times) ? .time : nil }
    if !marks.isEmpty { return marks }
    add(states) { field in
      let word = field.values.first { readWords.contains($0.lowercased()) }
      return word.map { .word($0) }
    }
    return Array(marks.prefix(1))
  }

  /// The field's words for yes and no, where it has no others.
  private static func words(of field: DraftField) -> [(word: String, isRead: Bool)] {
    guard field.truths < field.count, field.values.count < 8 else { return [] }
    return field.values.compactMap { value in
      let word = value.lowercased()
      return yes.contains(word) ? (value, true) : no.contains(word) ? (value, false) : nil
    }
  }
}

/// The export of a draft, which is read twice: a pipe is copied to a file first.
package struct DraftInput {
  package let source: ExportInput
  /// Holds the copy until reading ends.
  private let folder: TemporaryFolder?

  /// Whether it is a pipe, whose path tells nothing.
  package var isPipe: Bool { folder != nil }

  /// - Parameter file: a path; `-` is standard input.
  package init(_ file: String, temporaryFolder: String) throws(ExportError) {
    let bytes = try file == "-" ? StoredBytes.standardInput(name: file) : .open(file)
    let isPipe = try bytes.state().kind == .pipe
    guard isPipe || file == "-" else {
      (source, folder) = (.file(file), nil)
      return
    }
    let folder = try SystemError.rethrow(
      TemporaryFolder(in: temporaryFolder),
      as: { ExportError($0, folder: temporaryFolder, of: file) })
    let path = folder.path + "/export"
    try ByteStream(bytes).copy(to: path, in: temporaryFolder)
    (source, self.folder) = (.file(path), folder)
  }
}
