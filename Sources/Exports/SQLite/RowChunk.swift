/// Rows of a table as JSON objects, one after the other.
struct RowChunk {
  /// The objects, each with a line break behind it, then the slack that the walk needs.
  var bytes: [UInt8] = []
  var rows: [Row] = []
  /// Rows that hold a blob where the profiles read a text.
  var rejected: [RejectedRow] = []

  struct Row: Equatable {
    /// Where in `bytes` the object begins.
    var offset: Int
    /// Without the line break.
    var length: Int
    /// Counted from 1 in the table's order.
    var number: Int
  }

  struct RejectedRow: Equatable {
    var number: Int
    var column: String
  }
}
