import Digests
import Languages
import Notifications

/// The types of a page as its filters offer them, with one chip for each label of a profile.
struct TypeChips {
  /// All further types share one more chip, since an export may have a million.
  static let most = 24

  /// In the profile's order. The number of the first is 1, since 0 means all types.
  let chips: [LabeledTypes.Row]
  /// Whether there is more than one priority, so that it says something about a notification.
  let hasPriorities: Bool
  /// The profile whose words for priorities the style says; nil if nothing is counted.
  let profile: ProfileName?
  private let numbers: [TypeID: Int]

  var count: Int { chips.count }

  init(_ counts: Counts, in context: DocumentContext) {
    let types = LabeledTypes(
      counts, in: context.types, most: Self.most,
      others: TypeLook(label: context.words(.typeOthers)))
    chips = types.rows
    profile = counts.byType.first?.type.profile
    hasPriorities = counts.byPriority.count { $0.total > 0 } > 1
    numbers = Dictionary(
      zip(counts.byType.map(\.type), types.rowNumbers.map { $0 + 1 }), uniquingKeysWith: { $1 })
  }

  /// The number of a type's chip; that of the last chip for a type that the page does not count.
  func number(_ profile: ProfileName, _ type: TypeKey) -> Int {
    numbers[TypeID(profile, type)] ?? chips.count
  }
}

/// The combinations of type, state and priority that occur among some cards.
struct FilterCells: Equatable {
  /// States: 0 is unread, 1 is read. Priorities: 0 is high, 1 normal, 2 low.
  static let states = 2
  static let priorities = 3

  private let types: Int
  private var isPresent: [Bool]

  /// - Parameter types: The number of types, which are numbered from 1 like their chips.
  init(types: Int) {
    self.types = types
    isPresent = Array(repeating: false, count: types * Self.states * Self.priorities)
  }

  mutating func insert(type: Int, isUnread: Bool, priority: Priority) {
    guard (0..<types).contains(type - 1) else { return }
    isPresent[index(type, isUnread ? 0 : 1, priority: Self.number(of: priority))] = true
  }

  mutating func formUnion(_ other: FilterCells) {
    for index in isPresent.indices where other.isPresent[index] { isPresent[index] = true }
  }

  /// Whether any card matches; nil matches any value.
  func contains(type: Int? = nil, state: Int? = nil, priority: Int? = nil) -> Bool {
    for type in type.map({ $0...$0 }) ?? 1...max(1, types) where type <= types {
      for state in state.map({ $0...$0 }) ?? 0...Self.states - 1 {
        for priority in priority.map({ $0...$0 }) ?? 0...Self.priorities - 1
        where isPresent[index(type, state, priority: priority)] {
          return true
        }
      }
    }
    return false
  }

  /// The classes by which filters find the cards, such as `t3 u p1`; the union for several cards.
  var classes: String {
    var classes: [String] = []
    for type in 0..<types where contains(type: type + 1) { classes.append("t\(type + 1)") }
    if contains(state: 0) { classes.append("u") }
    if contains(state: 1) { classes.append("r") }
    for priority in 0..<Self.priorities where contains(priority: priority) {
      classes.append("p\(priority + 1)")
    }
    return classes.joined(separator: " ")
  }

  static func number(of priority: Priority) -> Int {
    switch priority {
    case .high: 0
    case .normal: 1
    case .low: 2
    }
  }

  private func index(_ type: Int, _ state: Int, priority: Int) -> Int {
    ((type - 1) * Self.states + state) * Self.priorities + priority
  }
}

/// The chips of the page, of which one is chosen.
enum InboxView: Equatable {
  case all, urgent, unread
  /// The number of the type's chip, from 1.
  case type(Int)

  /// The id of the chip's input.
  var id: String {
    switch self {
    case .all: "t0"
    case .urgent: "th"
    case .unread: "tu"
    case .type(let number): "t\(number)"
    }
  }

  /// Selects what the view hides; nil if it hides nothing.
  fileprivate var hidden: String? {
    switch self {
    case .all: nil
    case .urgent: "&~main :is(.s:not(.hot),.g:not(.u.p1),.c:not(.u.p1))"
    case .unread: "&~main :is(.s,.g,.c):not(.u)"
    case .type(let number): "&~main :is(.s,.g,.c):not(.t\(number))"
    }
  }

  /// Whether the view, a state and a priority together show one of the cards; 0 matches any value.
  fileprivate func shows(_ cells: FilterCells, state: Int, priority: Int) -> Bool {
    let (state, priority) = (state == 0 ? nil : state - 1, priority == 0 ? nil : priority - 1)
    return switch self {
    case .all: cells.contains(state: state, priority: priority)
    case .type(let number): cells.contains(type: number, state: state, priority: priority)
    case .unread: state != 1 && cells.contains(state: 0, priority: priority)
    case .urgent:
      state != 1 && priority ?? 0 == 0 && cells.contains(state: 0, priority: 0)
    }
  }
}

/// The filters as CSS, for a page without JavaScript: exactly the rules that its cards need.
///
/// A filter hides the cards, groups and sections without its class. Two filters together may empty a
/// section that matches each of them: such combinations have rules of their own, and those that leave
/// no card at all have a rule that says so. JavaScript disables all of them, since marks change the
/// classes.
///
/// The rules ask the form which of its inputs is checked, and not an ancestor of the cards: for
/// `body:has(…)`, browsers look at every card again (measured over 10,000 cards: 400 to 1,200 ms
/// instead of 8 to 37).
struct FilterRules {
  private let sections: [FilterCells]
  private let all: FilterCells
  private let views: [InboxView]

  /// - Parameter hasUrgent: Whether the first section holds what is urgent.
  init(sections: [FilterCells], types: Int, hasUrgent: Bool = false) {
    self.sections = sections
    views =
      [.all] + (hasUrgent ? [.urgent] : []) + [.unread] + (0..<types).map { .type($0 + 1) }
    all = sections.reduce(into: FilterCells(types: types)) { $0.formUnion($1) }
  }

  var css: [UInt8] {
    guard !sections.isEmpty else { return [] }
    var css = ""
    for view in views {
      let rules = rules(of: view)
      if rules.isEmpty { continue }
      css += ".filters\(view == .all ? "" : ":has(#\(view.id):checked)"){\(rules)}\n"
    }
    return Array(css.utf8)
  }

  /// The rules that apply while a view is chosen; for all, those that always apply.
  private func rules(of view: InboxView) -> String {
    var rules = view.hidden.map { $0 + "{display:none}" } ?? ""
    rules += emptiness(view, state: 0, priority: 0)
    for state in 0...FilterCells.states {
      var inner = view == .all && state > 0 ? hiding(state == 1 ? "u" : "r") : ""
      if state > 0 { inner += emptiness(view, state: state, priority: 0) }
      for priority in 1...FilterCells.priorities {
        var innermost = view == .all && state == 0 ? hiding("p\(priority)") : ""
        innermost += emptiness(view, state: state, priority: priority)
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

  /// The rules for what a combination empties and no part of it empties alone; 0 matches any value.
  private func emptiness(_ view: InboxView, state: Int, priority: Int) -> String {
    let isSingle = [view == .all ? 0 : 1, state, priority].count { $0 > 0 } < 2
    let emptied = sections.indices.filter {
      !isSingle && isFirstEmptied(sections[$0], view, state: state, priority: priority)
    }
    if view != .all || state > 0 || priority > 0,
      isFirstEmptied(all, view, state: state, priority: priority)
    {
      return "&~main .s{display:none}&~main .none{display:block}"
    }
    if emptied.isEmpty { return "" }
    return "&~main :is(" + emptied.map { "#d\($0 + 1)" }.joined(separator: ",")
      + "){display:none}"
  }

  private func isFirstEmptied(
    _ cells: FilterCells, _ view: InboxView, state: Int, priority: Int
  ) -> Bool {
    !view.shows(cells, state: state, priority: priority)
      && (view == .all || InboxView.all.shows(cells, state: state, priority: priority))
      && (state == 0 || view.shows(cells, state: 0, priority: priority))
      && (priority == 0 || view.shows(cells, state: state, priority: 0))
  }
}
