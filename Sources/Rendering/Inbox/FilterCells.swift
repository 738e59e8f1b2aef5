import Notifications

/// Which combinations of type, state and priority occur among some cards.
struct FilterCells: Equatable {
  /// States: 0 is unread, 1 is read. Priorities: 0 is high, 1 normal, 2 low.
  static let states = 2
  static let priorities = 3

  private let types: Int
  private var isPresent: [Bool]

  /// - Parameter types: how many there are; they are numbered from 1, as their chips are.
  init(types: Int) {
    self.types = types
    isPresent = Array(repeating: false, count: types * Self.states * Self.priorities)
  }

  mutating func insert(type: Int, isUnread: Bool, priority: Priority) {
    guard (0..<types).contains(type - 1) else { return }
    isPresent[index(type, isUnread ? 0 : 1, Self.position(of: priority))] = true
  }

  mutating func formUnion(_ other: FilterCells) {
    for index in isPresent.indices where other.isPresent[index] { isPresent[index] = true }
  }

  /// Whether a card is there that passes; nil is any.
  func contains(type: Int? = nil, state: Int? = nil, priority: Int? = nil) -> Bool {
    for type in type.map({ $0...$0 }) ?? 1...max(1, types) where type <= types {
      for state in state.map({ $0...$0 }) ?? 0...Self.states - 1 {
        for priority in priority.map({ $0...$0 }) ?? 0...Self.priorities - 1
        where isPresent[index(type, state, priority)] {
          return true
        }
      }
    }
    return false
  }

  /// The classes by which filters find the cards: `t3 u p1`; of several cards, all of theirs.
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

  static func position(of priority: Priority) -> Int {
    switch priority {
    case .high: 0
    case .normal: 1
    case .low: 2
    }
  }

  private func index(_ type: Int, _ state: Int, _ priority: Int) -> Int {
    ((type - 1) * Self.states + state) * Self.priorities + priority
  }
}
