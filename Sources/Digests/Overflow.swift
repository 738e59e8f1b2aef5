import Notifications

/// Which lines a document has room for.
///
/// Lowest priority and oldest are cut first. What is cut is said in one more line, "and N more"; where
/// that would say 1, the one notification stands there instead, for it takes no more room. So a
/// document may have one line above its limit for each of its sections.
enum Overflow {
  struct Entry {
    var priority: Priority
    var time: Instant
    /// Raw notifications of the line.
    var count: Int
  }

  /// For each section, whether each of its lines stays.
  ///
  /// - Parameter omitted: how many raw notifications each section has lost before.
  static func kept(_ sections: [[Entry]], omitted: [Int], limit: Int) -> [[Bool]] {
    var kept = sections.map { Array(repeating: true, count: $0.count) }
    var places: [(section: Int, line: Int)] = []
    for section in sections.indices {
      places += sections[section].indices.map { (section, $0) }
    }
    guard places.count > max(0, limit) else { return kept }
    places.sort { left, right in
      let (one, other) = (sections[left.section][left.line], sections[right.section][right.line])
      if one.priority != other.priority { return one.priority > other.priority }
      if one.time != other.time { return one.time > other.time }
      return (left.section, left.line) < (right.section, right.line)
    }
    for place in places[max(0, limit)...] { kept[place.section][place.line] = false }
    for section in sections.indices {
      let cut = sections[section].indices.filter { !kept[section][$0] }
      let count = cut.reduce(omitted[section]) { $0 + sections[section][$1].count }
      if count == 1, let only = cut.first { kept[section][only] = true }
    }
    return kept
  }
}

extension Digest {
  /// How many lines there are.
  package var lineCount: Int { sections.reduce(0) { $0 + $1.items.count } }

  /// The digest with at most `limit` lines, and one more in a section that would say "1 more" else.
  ///
  /// Counts stay whole. Cutting again to fewer lines gives what cutting once would have given, and
  /// more lines for a larger limit, so that a limit can be searched for by halving.
  package func cut(toLines limit: Int) -> Digest {
    let entries = sections.map { section in
      section.items.map {
        Overflow.Entry(
          priority: $0.notification.priority, time: $0.notification.time, count: $0.ids.count)
      }
    }
    let kept = Overflow.kept(entries, omitted: sections.map(\.omitted), limit: limit)
    var digest = self
    for index in sections.indices { digest.sections[index].keep(kept[index]) }
    return digest
  }
}

extension DigestSection {
  fileprivate mutating func keep(_ kept: [Bool]) {
    guard kept.contains(false) else { return }
    for (item, isKept) in zip(items, kept) where !isKept {
      omitted += item.ids.count
      omittedHigh += item.high
    }
    items = zip(items, kept).filter { $1 }.map { $0.0 }
  }
}
