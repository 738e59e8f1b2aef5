import Exports
import Marks
import Notifications
import Pipeline
import Profiles

extension Failure {
  /// The message about a state file that cannot be rewritten without losing an entry.
  init(_ error: StateUpdateError) {
    self.init(
      status: .noUsableData, message: SideFileSentence.of(error.reject),
      advice: "correct or remove the line first; the file would be rewritten without it")
  }

  /// The message about databases of one profile, whose tables need different statements.
  static func severalDatabases(_ files: [String], of profile: ProfileName) -> Failure {
    .usage(
      "several databases have rows of the profile \(profile): \(files.joined(separator: ", "))",
      "run the command once for each database")
  }

  private static let writeYourself =
    "write the statements yourself: tidings state show FILE --format json has the marks"

  /// The message about a system that has no SQL statements.
  init(_ error: StateStatementError) {
    switch error {
    case .noTable(let profile):
      self.init(
        status: .usage, message: "the profile \(profile) names no table",
        advice: "name it with --table")
    case .noColumn(let profile, let role, let values):
      let known = values.isEmpty ? "nothing" : values.joined(separator: ", ")
      self.init(
        status: .usage,
        message: "no column of the table is the \(role) of the profile \(profile): it has \(known)",
        advice: "name a column in a copy of the profile (tidings profiles show \(profile)), or "
          + Self.writeYourself)
    case .severalIDs(let first, let other):
      self.init(
        status: .usage, message: "some rows have their id in \(first), others in \(other)",
        advice: Self.writeYourself)
    case .unwritable(let column):
      self.init(
        status: .usage,
        message: "tidings cannot write times in the form that the column \(column) has",
        advice: Self.writeYourself)
    case .unquotable(let name):
      self.init(
        status: .usage, message: "no statement can contain \(name): \(StateSentence.ambiguity)",
        advice: Self.writeYourself)
    }
  }
}

/// Sentences about what marks become in the app.
enum StateSentence {
  fileprivate static let ambiguity = "databases read a backslash and a NUL differently"

  /// Why there is no request for a mark.
  static func refused(_ mark: Mark, by mutations: Mutations) -> String {
    let kind = mark.kind
    if (kind == .read ? mutations.read : mutations.delete) == nil {
      return "\(mark.profile) has no request to mark \(mark.notification) \(kind.rawValue)"
    }
    return StateRequests.canAddress(mark.notification)
      ? "no request can mark \(mark.notification) \(kind.rawValue): tidings cannot write times as \(mark.profile) has them"
      : "the id \(mark.notification) would change the address of its request, so it is left out"
  }

  /// The comment before the statements for a system.
  static func comment(_ files: [String], _ profile: ProfileName) -> String {
    let names = files.prefix(3).joined(separator: ", ")
    let more = files.count > 3 ? " and \(files.count - 3) more" : ""
    return VisibleText.line("-- \(names)\(more) (profile \(profile))")
  }

  /// The warnings about marks that belong to other exports.
  static func unmatched(_ counts: [ProfileName: Int]) -> [String] {
    counts.sorted { $0.key < $1.key }.map { profile, count in
      let what = count == 1 ? "1 mark is" : "\(count) marks are"
      return """
        \(what) for no notification in these exports (profile \(profile)); pass the exports and \
        profiles that the marks were made with
        """
    }
  }

  /// The same if none of the marks is for one: those of deleted notifications are nothing unusual.
  static func unmatched(_ marks: MarkTable, in index: ExportIndex) -> [String] {
    guard index.fitsNoMark else { return [] }
    return unmatched(marks.marks.reduce(into: [:]) { $0[$1.profile, default: 0] += 1 })
  }

  /// Why no statement has some ids; nothing if there are none.
  static func unquotable(_ ids: [NotificationID]) -> [String] {
    guard let first = ids.first else { return [] }
    let count = ids.count == 1 ? "1 id is" : "\(ids.count) ids are"
    return ["\(count) in no statement, because \(ambiguity): \(first)\(ids.count > 1 ? ", …" : "")"]
  }

  /// What a statement sets a column to without a row that shows it.
  static func guess(_ column: String, _ value: String) -> String {
    "nothing in the export shows how \(column) is written, so it becomes \(value): compare it with the app's own rows first"
  }
}
