import Profiles

struct DraftAssignment: Sendable {
  /// What columns may be a field, the best first, each with what it adds to the sum.
  private typealias Row = (field: Field, choices: [(column: Int, worth: Int)])

  /// The columns by their places, and the sum of what they are worth.
  private(set) var columns: [Field: Int] = [:]
  private(set) var sum = 0
  private let rows: [Row]
  /// The most that the rows from each on can add.
  private let most: [Int]
  private var steps = 0

  /// Points below which nothing is assigned.
  static let least = 50
  private static let mostChoices = 6
  /// A search that takes more steps keeps the best that it has found.
  private static let mostSteps = 50_000

  init(_ fields: [Field], columns: Range<Int>, points: (Field, Int) -> Int) {
    self.init(
      fields.map { field in
        let judged = columns.map { (column: $0, points: points(field, $0)) }
        let best = judged.filter { $0.points >= Self.least }.sorted { $0.points > $1.points }
        let choices = best.prefix(Self.mostChoices)
        return (field, choices.map { ($0.column, Self.worth(field, $0.points)) })
      })
  }

  private init(_ rows: [Row]) {
    self.rows = rows
    most = rows.indices.map { rows[$0...].reduce(0) { $0 + ($1.choices.first?.worth ?? 0) } }
    search(0, chosen: [:], sum: 0)
  }

  func choices(_ field: Field) -> [Int] {
    rows.first { $0.field == field }?.choices.map(\.column) ?? []
  }

  /// How much less the best assignment would be worth without the column of a field.
  func margin(of field: Field) -> Int {
    let others = rows.map { row in
      (row.field, row.choices.filter { row.field != field || $0.column != columns[field] })
    }
    return sum - DraftAssignment(others).sum
  }

  /// An id and a time are worth more than what else a column may be: every record needs them. Of two
  /// that may receive, the likelier one does, whatever else it could be.
  private static func worth(_ field: Field, _ points: Int) -> Int {
    let more: [Field: Int] = [.id: 40, .time: 60]
    return (points - least) * (field == .recipient ? 2 : 1) + more[field, default: 10]
  }

  private mutating func search(_ row: Int, chosen: [Field: Int], sum: Int) {
    steps += 1
    if row == rows.count {
      if sum > self.sum { (columns, self.sum) = (chosen, sum) }
      return
    }
    guard sum + most[row] > self.sum, steps < Self.mostSteps else { return }
    let (field, choices) = rows[row]
    for choice in choices where !chosen.values.contains(choice.column) {
      search(
        row + 1, chosen: chosen.merging([field: choice.column]) { $1 }, sum: sum + choice.worth)
    }
    search(row + 1, chosen: chosen, sum: sum)
  }
}
