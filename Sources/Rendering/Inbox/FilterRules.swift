/// The filters as CSS, for a page without JavaScript: exactly the rules that its cards need.
///
/// A filter hides the cards, and the groups and sections of cards, that lack its class. Two filters
/// together may empty a section that passes each of them: for those combinations there are rules by
/// name, and for the ones that leave no card at all a rule that says so. With JavaScript none
/// of them applies: marks change what the rules know.
///
/// The rules ask the form, and not an ancestor of the cards, which of its inputs is checked: with
/// `body:has(…)` browsers look at every card again (measured over 10,000: 400 to 1,200 ms, and 8 to 37
/// this way).
struct FilterRules {
  private let sections: [FilterCells]
  private let all: FilterCells
  private let types: Int

  init(sections: [FilterCells], types: Int) {
    self.sections = sections
    self.types = types
    all = sections.reduce(into: FilterCells(types: types)) { $0.formUnion($1) }
  }

  var css: [UInt8] {
    guard !sections.isEmpty else { return [] }
    var css = ""
    for type in 0...types {
      let rules = rules(type: type)
      if rules.isEmpty { continue }
      css += ".filters\(type == 0 ? "" : ":has(#t\(type):checked)"){\(rules)}\n"
    }
    return Array(css.utf8)
  }

  /// The rules that hold while a type is chosen; 0 for those that hold whatever the type.
  private func rules(type: Int) -> String {
    var rules = type == 0 ? "" : hiding("t\(type)")
    for state in 0...FilterCells.states {
      var inner = type == 0 && state > 0 ? hiding(state == 1 ? "u" : "r") : ""
      if state > 0 { inner += emptiness(type, state, 0) }
      for priority in 1...FilterCells.priorities {
        var innermost = type == 0 && state == 0 ? hiding("p\(priority)") : ""
        innermost += emptiness(type, state, priority)
        if !innermost.isEmpty { inner += "&:has(#p\(priority):checked){\(innermost)}" }
      }
      if inner.isEmpty { continue }
      rules += state == 0 ? inner : "&:has(#r\(state):checked){\(inner)}"
    }
    return rules
  }

  private func hiding(_ name: String) -> String {
    "&~main :is(.s,.g,.c):not(.\(name)){display:none}"
  }

  /// What a combination empties that no part of it empties alone; 0 is any.
  private func emptiness(_ type: Int, _ state: Int, _ priority: Int) -> String {
    let isSingle = [type, state, priority].count { $0 > 0 } < 2
    let emptied = sections.indices.filter {
      !isSingle && isFirstEmptied(sections[$0], type, state, priority)
    }
    var rules = ""
    if !emptied.isEmpty {
      rules += emptied.map { "&~main #d\($0 + 1)" }.joined(separator: ",") + "{display:none}"
    }
    if isFirstEmptied(all, type, state, priority) { rules += "&~main .none{display:block}" }
    return rules
  }

  private func isFirstEmptied(
    _ cells: FilterCells, _ type: Int, _ state: Int, _ priority: Int
  ) -> Bool {
    func contains(_ type: Int, _ state: Int, _ priority: Int) -> Bool {
      cells.contains(
        type: type == 0 ? nil : type, state: state == 0 ? nil : state - 1,
        priority: priority == 0 ? nil : priority - 1)
    }
    return !contains(type, state, priority)
      && (type == 0 || contains(0, state, priority))
      && (state == 0 || contains(type, 0, priority))
      && (priority == 0 || contains(type, state, 0))
  }
}
