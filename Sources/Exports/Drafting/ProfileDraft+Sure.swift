import Notifications
import Profiles

/// What a draft says without asking anybody.
extension ProfileDraft {
  /// The draft without what only values or rare names tell: a person has not looked at it.
  var sure: ProfileDraft {
    var draft = self
    draft.keep {
      $0.field == .recipient ? people.isSure($0.paths[0]) : !$0.isByShape || $0.margin == 100
    }
    return draft
  }

  /// What a person has to say before the records are read, as a question; nil if nothing.
  ///
  /// - Parameter isOwned: whether it is known whose the records are.
  func question(isOwned: Bool) -> String? {
    let draft = sure
    func ask(_ what: String, _ field: Field) -> String {
      let paths = self[field].map { $0.paths + $0.alternatives } ?? []
      return paths.isEmpty
        ? "no column is \(what) by its name"
        : "is \(paths.map(\.path).joined(separator: " or ")) \(what)?"
    }
    if draft[.id] == nil, !sample.isKeyed { return ask("the id", .id) }
    if draft[.time] == nil { return ask("the time", .time) }
    if draft[.title] == nil, draft[.body] == nil, !draft.joins.contains(where: \.tellsText) {
      return ask("the title or text", self[.title] == nil ? .body : .title)
    }
    let tells = draft[.recipient] != nil || draft[.type] != nil || !draft.readMarks.isEmpty
    if tells || isOwned || sample.ownerKey != nil || sample.isTree { return nil }
    return "nothing says whose they are (--owner ID), of which type, or whether they were read"
  }
}

extension DraftJoin {
  fileprivate var tellsText: Bool { fields.contains { $0.field == .title || $0.field == .body } }
}
