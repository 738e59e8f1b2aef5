import Profiles

/// The best one-to-one assignment of columns to fields.
struct DraftAssignment {
  /// The columns by their places, and the sum of their points over `least`.
  private(set) var columns: [Field: Int] = [:]
  private(set) var sum = 0

  /// Points below which nothing is assigned.
  static let least = 50

  /// What columns may be what fields, the best first.
  struct Table {
    fileprivate var rows: [(field: Field, choices: [(column: Int, points: Int)])] = []
    private static let mostChoices = 6

    init(_ fields: [Field], columns: Range<Int>, points: (Field, Int) -> Int) {
      rows = fields.map { field in
        let choices = columns.map { (column: $0, points: points(field, $0)) }.filter {
          $0.points >= DraftAssignment.least
        }.sorted { ($1.points, $0.column) < ($0.points, $1.column) }
        return (field, Array(choices.prefix(Self.mostChoices)))
      }
    }

    /// The choices of a field.
    func choices(_ field: Field) -> [(column: Int, points: Int)] {
      rows.first { $0.field == field }?.choices ?? []
    }

    /// The table without one choice.
    func without(_ field: Field, _ column: Int) -> Table {
      var table = self
      for row in rows.indices where rows[row].field == field {
        table.rows[row].choices.removeAll { $0.column == column }
      }
      return table
    }
  }

  /// A search that takes more steps keeps the best that it has found.
  private static let mostSteps = 50_000
  private var steps = 0

  /// The best assignment of a table.
  init(_ table: Table) {
    // The most that the fields from each on can add.
    let most = table.rows.indices.map { row in
      table.rows[row...].reduce(0) { sum, row in
        sum + (row.choices.first.map { Self.worth(row.field, $0.points) } ?? 0)
      }
    }
    search(table, 0, most: most + [0], chosen: [:], sum: 0)
  }

  /// An id and a time are worth more than what else a column may be: every record needs them. Of two
  /// that may receive, the likelier one does, whatever else it could be.
  private static func worth(_ field: Field, _ points: Int) -> Int {
    switch field {
    case .id: points - least + 40
    case .time: points - least + 60
    case .recipient: (points - least) * 2 + 10
    default: points - least + 10
    }
  }

  private mutating func search(
    _ table: Table, _ row: Int, most: [Int], chosen: [Field: Int], sum: Int
  ) {
    steps += 1
    if row == table.rows.count {
      if sum > self.sum { (columns, self.sum) = (chosen, sum) }
      return
    }
    guard sum + most[row] > self.sum, steps < Self.mostSteps else { return }
    let (field, choices) = table.rows[row]
    for choice in choices where !chosen.values.contains(choice.column) {
      var next = chosen
      next[field] = choice.column
      search(table, row + 1, most: most, chosen: next, sum: sum + Self.worth(field, choice.points))
    }
    search(table, row + 1, most: most, chosen: chosen, sum: sum)
  }
}
