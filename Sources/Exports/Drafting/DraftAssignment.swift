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

    /// - Parameter answers: the columns that a person has chosen; nil for none.
    init(
      _ fields: [Field], columns: Range<Int>, answers: [Field: Int?],
      points: (Field, Int) -> Int
    ) {
      for field in fields {
        if let answer = answers[field] {
          rows.append((field, answer.map { [($0, 200)] } ?? []))
          continue
        }
        let choices = columns.map { (column: $0, points: points(field, $0)) }
          .filter { $0.points >= DraftAssignment.least }
          .sorted { ($1.points, $0.column) < ($0.points, $1.column) }
        rows.append((field, Array(choices.prefix(DraftAssignment.mostChoices))))
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

  private static let mostChoices = 6
  /// A search that takes more steps keeps the best that it has found.
  private static let mostSteps = 50_000

  /// The best assignment of a table.
  init(_ table: Table) {
    var search = Search(table)
    search.run(0, taken: [], sum: 0, chosen: [:])
    (columns, sum) = (search.best.columns, search.best.sum)
  }

  private init() {}

  private struct Search {
    let table: Table
    /// The most that the fields from each on can add.
    let most: [Int]
    var best = DraftAssignment()
    var steps = 0

    init(_ table: Table) {
      self.table = table
      var most = [0]
      for row in table.rows.reversed() {
        most.append(
          most[most.count - 1] + (row.choices.first.map { Self.worth(row.field, $0.points) } ?? 0))
      }
      self.most = most.reversed()
    }

    /// An id and a time are worth more than what else a column may be: every record needs them.
    static func worth(_ field: Field, _ points: Int) -> Int {
      points - DraftAssignment.least + (field == .id ? 40 : field == .time ? 60 : 10)
    }

    mutating func run(_ row: Int, taken: Set<Int>, sum: Int, chosen: [Field: Int]) {
      steps += 1
      guard row < table.rows.count else {
        if sum > best.sum { (best.columns, best.sum) = (chosen, sum) }
        return
      }
      guard sum + most[row] > best.sum, steps < DraftAssignment.mostSteps else { return }
      let (field, choices) = table.rows[row]
      for choice in choices where !taken.contains(choice.column) {
        var next = chosen
        next[field] = choice.column
        run(
          row + 1, taken: taken.union([choice.column]), sum: sum + Self.worth(field, choice.points),
          chosen: next)
      }
      run(row + 1, taken: taken, sum: sum, chosen: chosen)
    }
  }
}
