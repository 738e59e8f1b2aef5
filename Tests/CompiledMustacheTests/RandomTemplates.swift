import TestData

/// Makes random templates, and random data of one shape for them.
struct RandomTemplates {
  var random: SeededGenerator

  private static let texts = ["title", "count", "actor.name", "actor.room.name", "title", "title"]
  private static let sections = texts + ["unread", "note", "actor", "items", "tags", "actor.room"]

  mutating func data() -> Datum { record(depth: 3) }

  private mutating func record(depth: Int) -> Datum {
    var members: [String: Datum] = [
      "title": text(), "note": text(), "count": .integer(Int.random(in: -1...2, using: &random)),
      "unread": .flag(Bool.random(using: &random)), "tags": .list(many { $0.text() }),
      "rows": .list(many { maker in .list(maker.many { $0.text() }) }),
    ]
    if depth > 0 {
      let room = Datum.record(["name": text()])
      members["actor"] =
        depth < 3 && Bool.random(using: &random) ? .null : .record(["name": text(), "room": room])
      members["items"] = .list(many { $0.record(depth: depth - 1) })
    }
    return .record(members)
  }

  private mutating func many(_ make: (inout RandomTemplates) -> Datum) -> [Datum] {
    (0..<Int.random(in: 0...2, using: &random)).map { _ in make(&self) }
  }

  private mutating func text() -> Datum {
    .text(["", "a", "<b>", "\"q\"\u{301}", "l\nm", "é & '"].randomElement(using: &random) ?? "")
  }

  /// A template of whole sections; `partials` are those it may include.
  mutating func template(depth: Int, partials: [String]) -> String {
    (0..<Int.random(in: 0...6, using: &random)).map { _ in
      piece(depth: depth, partials: partials)
    }.joined()
  }

  private mutating func piece(depth: Int, partials: [String]) -> String {
    let blank = ["", "", " ", "  ", "\t"].randomElement(using: &random) ?? ""
    let end = ["", "\n", "\n", " \n", " "].randomElement(using: &random) ?? ""
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: return "\(blank)text\(end)"
    case 2: return "\(blank){{\(Self.texts.randomElement(using: &random) ?? "")}}\(end)"
    case 3: return "\(blank){{{ note }}}{{&note}}\(end)"
    case 4: return "\(blank){{! note }}\(end)"
    case 5: return "\n"
    case 6 where !partials.isEmpty:
      return "\(blank){{> \(partials.randomElement(using: &random) ?? "") }}\(end)"
    case 7, 8, 9:
      guard depth > 0 else { return "{{#rows}}({{#.}}{{.}},{{/.}}){{/rows}}" }
      let name = Self.sections.randomElement(using: &random) ?? ""
      let sigil = Bool.random(using: &random) ? "#" : "^"
      let body = template(depth: depth - 1, partials: partials)
      return "\(blank){{\(sigil)\(name)}}\(end)\(body)\(blank){{/\(name)}}\(end)"
    default: return "|"
    }
  }
}
