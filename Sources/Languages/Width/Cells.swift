/// A grapheme of a text: where it ends, how many columns it takes, and its first scalar.
struct Cell {
  var end: String.Index
  var columns: Int
  var first: Unicode.Scalar
}

extension DisplayWidth {
  /// Hands the graphemes of a text to `body` one after the other, until it returns false.
  ///
  /// Where no scalar joins its neighbours, graphemes are told apart by width alone: a scalar without
  /// columns belongs to the one before. That is five times as fast as `Character`s.
  static func forEachCell(in text: Substring, _ body: (Cell) -> Bool) {
    if measure(text).joins {
      for index in text.indices {
        guard let first = text[index].unicodeScalars.first else { continue }
        let end = text.index(after: index)
        if !body(Cell(end: end, columns: columns(of: text[index]), first: first)) { return }
      }
      return
    }
    let scalars = text.unicodeScalars
    var cell: Cell?
    var index = scalars.startIndex
    while index < scalars.endIndex {
      let scalar = scalars[index]
      let width = ScalarWidth.columns(of: scalar)
      scalars.formIndex(after: &index)
      if width == 0, cell != nil {
        cell?.end = index
        continue
      }
      if let cell, !body(cell) { return }
      cell = Cell(end: index, columns: width, first: scalar)
    }
    if let cell { _ = body(cell) }
  }

  /// The columns of a text's scalars added up, and whether some join to graphemes of another width.
  static func measure(_ text: some StringProtocol) -> (columns: Int, joins: Bool) {
    var columns = 0
    for scalar in text.unicodeScalars {
      if let common = ScalarWidth.commonColumns(scalar.value) {
        columns += common
      } else if ScalarWidth.joins(scalar) {
        return (columns, true)
      } else {
        columns += ScalarWidth.columns(of: scalar)
      }
    }
    return (columns, false)
  }
}
