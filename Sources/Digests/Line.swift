import Notifications

/// A line to be: which candidates it is made of. Their positions are in newest-first order, so that
/// the smaller of two is the newer.
struct Line {
  /// The newest member: the line's time, link and id.
  let newest: Int
  /// The further members of a chain, newest first.
  var older: [Int] = []
  /// Those whose place a member took; counted with the line, but not shown.
  var superseded: [Int] = []
  /// The highest of all of them.
  var priority: Priority

  var count: Int { 1 + older.count + superseded.count }

  /// All of them, newest first.
  var members: [Int] {
    if count == 1 { return [newest] }
    return superseded.isEmpty ? [newest] + older : ([newest] + older + superseded).sorted()
  }
}

/// In which order the lines of a section come.
package enum SectionOrder: Sendable {
  /// Newest first; of the same time the high ones first, then by id.
  case newestFirst
  /// High priority first, then newest first: what a mail does.
  case highFirst
}
