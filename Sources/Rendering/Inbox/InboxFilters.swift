import Digests
import Languages
import Notifications

/// The types of a page as its filters offer them, with one chip for each label of a profile.
struct TypeChips {
  /// All further types share one more chip, since an export may have a million.
  static let most = 24

  private let types: LabeledTypes
  /// Whether there is more than one priority, so that it says something about a notification.
  let hasPriorities: Bool
  /// The profile whose words for priorities the style says; nil if nothing is counted.
  let profile: ProfileName?
  private let numbers: [TypeID: Int]

  /// In the profile's order. The number of the first is 1, since 0 means all types.
  var chips: [LabeledTypes.Row] { types.rows }

  var count: Int { chips.count }

  init(_ counts: Counts, in context: DocumentContext) {
    types = LabeledTypes(
      counts, in: context.types, most: Self.most,
      others: TypeLook(label: context.words(.typeOthers)))
    profile = counts.byType.first?.type.profile
    hasPriorities = counts.byPriority.count { $0.total > 0 } > 1
    numbers = Dictionary(
      zip(counts.byType.map(\.type), types.rowNumbers.map { $0 + 1 }), uniquingKeysWith: { $1 })
  }

  /// The numbers of the chips as they stand beside each other: what waits comes first, above all what is
  /// about the reader in person, all further types last.
  var mostUnreadFirst: [Int] {
    func weight(_ number: Int) -> (Int, Int, Int, Int) {
      let chip = chips[number - 1]
      if number > Self.most { return (-1, 0, 0, 0) }
      let waits = chip.isPersonal && chip.tally.unread > 0
      return (waits ? 1 : 0, chip.tally.unread, chip.tally.total, -number)
    }
    return (1...max(1, chips.count)).sorted { weight($0) > weight($1) }
  }

  /// What stands before a label without an emoji.
  var sign: String { types.sign }

  /// Whether the style says the label of a notification's type.
  func says(_ notification: Notification) -> Bool {
    number(notification.profile, notification.type) <= Self.most
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

  /// A type's combinations of state and priority, a bit for each: pages ask for thousands of them.
  private var byType: [UInt8]
  /// Those of all types.
  fileprivate private(set) var all: UInt8 = 0

  /// - Parameter types: The number of types, which are numbered from 1 like their chips.
  init(types: Int) { byType = Array(repeating: 0, count: types) }

  mutating func insert(type: Int, isUnread: Bool, priority: Priority) {
    guard byType.indices.contains(type - 1) else { return }
    let bit = Self.bits(state: isUnread ? 0 : 1, priority: Self.number(of: priority))
    byType[type - 1] |= bit
    all |= bit
  }

  mutating func formUnion(_ other: FilterCells) {
    for index in byType.indices { byType[index] |= other.byType[index] }
    all |= other.all
  }

  /// Whether any card matches; nil matches any value.
  func contains(type: Int? = nil, state: Int? = nil, priority: Int? = nil) -> Bool {
    (type.map { self[type: $0] } ?? all) & Self.bits(state: state, priority: priority) != 0
  }

  fileprivate subscript(type type: Int) -> UInt8 {
    byType.indices.contains(type - 1) ? byType[type - 1] : 0
  }

  /// The bits of a state and a priority; nil matches any value.
  fileprivate static func bits(state: Int?, priority: Int?) -> UInt8 {
    let states = state.map { 0b111 << ($0 * priorities) } ?? 0b111_111
    let both = priority.map { 0b001_001 << $0 } ?? 0b111_111
    return UInt8(truncatingIfNeeded: states & both)
  }

  /// The classes by which filters find the cards, such as `t3 u p1`; the union for several cards.
  var classes: String {
    var classes = ""
    func append(_ name: String, number: Int? = nil) {
      if !classes.isEmpty { classes += " " }
      classes += name
      if let number { classes += String(number) }
    }
    for (index, bits) in byType.enumerated() where bits != 0 { append("t", number: index + 1) }
    if contains(state: 0) { append("u") }
    if contains(state: 1) { append("r") }
    for priority in 0..<Self.priorities where contains(priority: priority) {
      append("p", number: priority + 1)
    }
    return classes
  }

  static func number(of priority: Priority) -> Int {
    switch priority {
    case .high: 0
    case .normal: 1
    case .low: 2
    }
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
    case .urgent: ":is(.s:not(.hot),.g:not(.u.p1),.c:not(.u.p1))"
    case .unread: ":is(.s,.g,.c):not(.u)"
    case .type(let number): ":is(.s,.g,.c):not(.t\(number))"
    }
  }

  /// The cells whose cards the view shows.
  fileprivate func cells(_ cells: FilterCells) -> UInt8 {
    switch self {
    case .all: cells.all
    case .urgent: cells.all & FilterCells.bits(state: 0, priority: 0)
    case .unread: cells.all & FilterCells.bits(state: 0, priority: nil)
    case .type(let number): cells[type: number]
    }
  }
}

/// The filters as CSS, for a page without JavaScript: exactly the rules that its cards need.
///
/// A filter hides the cards, groups and sections without its class. Two filters together may empty a
/// section that matches each of them: such combinations have selectors of their own, and those that
/// leave no card at all show what says so. JavaScript disables all of them, since marks change the
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
    var css: [UInt8] = []
    for view in views {
      let hidden = hidden(by: view)
      if hidden.isEmpty { continue }
      css += (view == .all ? ".filters{" : ".filters:has(#\(view.id):checked){").utf8
      append(
        hidden.filter { $0.what != Self.everything }.map { "\($0.when)~main \($0.what)" },
        "{display:none}", to: &css)
      append(
        hidden.filter { $0.what == Self.everything }.map { "\($0.when)~main" },
        "{\(Self.everything){display:none}.none{display:block}}", to: &css)
      css += "}\n".utf8
    }
    return css
  }

  private func append(_ selectors: [String], _ declarations: String, to css: inout [UInt8]) {
    if selectors.isEmpty { return }
    css += selectors.joined(separator: ",").utf8
    css += declarations.utf8
  }

  private static let everything = ".s"
  private static let states = ["&:has(#r1:checked)", "&:has(#r2:checked)"]

  /// What is hidden while a view is chosen, and by which filters besides; for all, what always is.
  private func hidden(by view: InboxView) -> [(when: String, what: String)] {
    var hidden: [(when: String, what: String)] = []
    if let selector = view.hidden { hidden.append(("", selector)) }
    for state in 0...FilterCells.states {
      let when = state == 0 ? "&" : Self.states[state - 1]
      if view == .all, state > 0 { hidden.append((when, Self.without(state == 1 ? "u" : "r"))) }
      if let what = emptied(view, state: state, priority: 0) { hidden.append((when, what)) }
      // Priorities that hide the same share a selector.
      var shared: [(inputs: String, what: String)] = []
      for priority in 1...FilterCells.priorities {
        if view == .all, state == 0 {
          hidden.append(("&:has(#p\(priority):checked)", Self.without("p\(priority)")))
        }
        guard let what = emptied(view, state: state, priority: priority) else { continue }
        if let index = shared.firstIndex(where: { $0.what == what }) {
          shared[index].inputs += ",#p\(priority):checked"
        } else {
          shared.append(("#p\(priority):checked", what))
        }
      }
      hidden += shared.map { ("\(when):has(\($0.inputs))", $0.what) }
    }
    return hidden
  }

  private static func without(_ name: String) -> String { ":is(.s,.g,.c):not(.\(name))" }

  /// What a combination empties and no part of it empties alone; 0 matches any value.
  private func emptied(_ view: InboxView, state: Int, priority: Int) -> String? {
    let filters = [view != .all, state > 0, priority > 0].count { $0 }
    if filters > 0, isFirstEmptied(all, view, state: state, priority: priority) {
      return Self.everything
    }
    if filters < 2 { return nil }
    let emptied = sections.indices.filter {
      isFirstEmptied(sections[$0], view, state: state, priority: priority)
    }
    if emptied.isEmpty { return nil }
    let ids = emptied.map { "#d\($0 + 1)" }.joined(separator: ",")
    return emptied.count > 1 ? ":is(\(ids))" : ids
  }

  private func isFirstEmptied(
    _ cells: FilterCells, _ view: InboxView, state: Int, priority: Int
  ) -> Bool {
    let ofState = FilterCells.bits(state: state == 0 ? nil : state - 1, priority: nil)
    let ofPriority = FilterCells.bits(state: nil, priority: priority == 0 ? nil : priority - 1)
    let (shown, both) = (view.cells(cells), ofState & ofPriority)
    return shown & both == 0 && (view == .all || cells.all & both != 0)
      && (state == 0 || shown & ofPriority != 0) && (priority == 0 || shown & ofState != 0)
  }
}
