import ByteText
import Exports
import Marks
import Notifications
import Pipeline
import Profiles

enum StateSentence {
  static let ambiguity = "databases read a backslash and a NUL differently"

  /// What applies marks to a system.
  enum Form: String {
    case statement, request

    /// How a profile says it, for an example.
    func pattern(of kind: Mark.Kind) -> String {
      switch self {
      case .statement:
        kind == .read
          ? "UPDATE notifications SET read_at = {time} WHERE id IN ({ids})"
          : "DELETE FROM notifications WHERE id IN ({ids})"
      case .request:
        kind == .read
          ? #"{method: PATCH, url: "/notifications/{id}", body: {read: true}}"#
          : #"{method: DELETE, url: "/notifications/{id}"}"#
      }
    }
  }

  /// Why marks are in no statement or request, a sentence for each kind and reason.
  static func refused(
    _ refused: [(mark: Mark, reason: StateRefusal)], by profile: ProfileName, _ form: Form
  ) -> [String] {
    var sentences: [String] = []
    for kind in Mark.Kind.ofApps {
      for reason in StateRefusal.allCases {
        let ids = refused.filter { $0.mark.kind == kind && $0.reason == reason }
          .map(\.mark.notification.text)
        guard let first = ids.first else { continue }
        let what = "\(ids.count == 1 ? "1 id is" : "\(ids.count) ids are") in no \(form.rawValue)"
        let some = "\(first)\(ids.count > 1 ? ", …" : "")"
        sentences.append(
          reason == .noPattern
            ? "\(what), because the profile \(profile) has none for \(kind.rawValue): give a copy of it "
              + "(tidings profiles show \(profile)) marks.\(form == .statement ? "sql" : "requests")."
              + "\(kind.rawValue), such as \(form.pattern(of: kind))"
            : "\(what), because \(because(reason, profile)): \(some)")
      }
    }
    return sentences
  }

  private static func because(_ reason: StateRefusal, _ profile: ProfileName) -> String {
    switch reason {
    case .noPattern: ""
    case .unquotable: ambiguity
    case .noNumber: "the profile \(profile) asks for numbers"
    case .noAddress: "an address with it would lead elsewhere"
    }
  }

  /// The comment before the statements for a system.
  static func comment(_ files: [String], _ profile: ProfileName) -> String {
    VisibleText.line("-- \(files.listed(most: 3)) (profile \(profile))")
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
}
