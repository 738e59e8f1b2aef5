import Notifications

/// The sections in which documents show a digest: first what is urgent, from all days, then the rest
/// day by day. Each is newest first, and a line stands in one of them only.
///
///     for section in digest.readingOrder {
///       for line in section.lines { show(digest[line]) }
///     }
package struct ReadingSection: Equatable, Sendable {
  package enum Heading: Equatable, Sendable {
    case urgent
    case day(Day)
  }

  package var heading: Heading
  /// How many notifications its lines stand for; those that were omitted are not among them.
  package var count: Int
  /// Never empty: a section that lost all its lines is left out.
  package var lines: [LinePosition]
}

/// Where a line stands in a digest: the index of its day's section, and its own in that.
package struct LinePosition: Equatable, Sendable {
  package let section: Int
  package let item: Int
}

extension Digest {
  /// The sections in reading order. An urgent one is among them only if some lines are urgent and
  /// others are not, whether or not there was room for them.
  package var readingOrder: [ReadingSection] {
    let urgent = urgentCount
    let isDivided = urgent > 0 && urgent < counts.all.total
    var ordered: [ReadingSection] = []
    ordered.reserveCapacity(sections.count + 1)
    if isDivided {
      ordered.append(section(.urgent, of: urgentLines))
    }
    for index in sections.indices {
      var lines: [LinePosition] = []
      lines.reserveCapacity(sections[index].items.count)
      for item in sections[index].items.indices
      where !isDivided || !sections[index].items[item].isUrgent {
        lines.append(LinePosition(section: index, item: item))
      }
      ordered.append(section(.day(sections[index].day), of: lines))
    }
    return ordered.filter { !$0.lines.isEmpty }
  }

  private func section(
    _ heading: ReadingSection.Heading, of lines: [LinePosition]
  ) -> ReadingSection {
    ReadingSection(
      heading: heading, count: lines.reduce(0) { $0 + self[$1].ids.count }, lines: lines)
  }

  /// The line at a position.
  package subscript(line: LinePosition) -> DigestItem {
    _read { yield sections[line.section].items[line.item] }
  }

  /// How many notifications are in urgent lines, including omitted ones. Documents say this number
  /// wherever they say how much is urgent.
  package var urgentCount: Int { sections.reduce(0) { $0 + $1.urgentCount } }

  private var urgentLines: [LinePosition] {
    var lines: [LinePosition] = []
    for index in sections.indices {
      for item in sections[index].items.indices where sections[index].items[item].isUrgent {
        lines.append(LinePosition(section: index, item: item))
      }
    }
    return lines
  }
}

/// What a digest counts and does not show.
extension Digest {
  /// How many notifications; never exactly 1, since that one is shown.
  package var omitted: Int { sections.reduce(0) { $0 + $1.omitted } }

  /// How many of them would stand in urgent lines.
  package var omittedUrgent: Int { sections.reduce(0) { $0 + $1.omittedUrgent } }

  /// Their counts, with the types in the order of `counts`, without those that are all shown.
  package var omittedCounts: Counts {
    var rest = counts
    guard omitted > 0 else { return Counts() }
    var numbers: [TypeID: Int] = [:]
    for index in rest.byType.indices { numbers[rest.byType[index].type] = index }
    func remove(_ type: TypeKey, _ priority: Priority, isUnread: Bool, of profile: ProfileName) {
      rest.all.remove(isUnread: isUnread)
      rest.byPriority[priority.rawValue].remove(isUnread: isUnread)
      guard let number = numbers[TypeID(profile, type)] else { return }
      rest.byType[number].tally.remove(isUnread: isUnread)
    }
    for section in sections {
      for item in section.items {
        let shown = item.notification
        for member in item.members {
          remove(member.type, member.priority, isUnread: member.isUnread, of: shown.profile)
        }
        if item.members.isEmpty {
          remove(shown.type, shown.priority, isUnread: shown.isUnread, of: shown.profile)
        }
      }
    }
    rest.byType.removeAll { $0.tally.total == 0 }
    return rest
  }
}

extension DigestSection {
  /// How many notifications are in urgent lines, including omitted ones.
  var urgentCount: Int {
    items.reduce(omittedUrgent) { $0 + ($1.isUrgent ? $1.ids.count : 0) }
  }
}

extension Tally {
  fileprivate mutating func remove(isUnread: Bool) {
    total -= 1
    if isUnread { unread -= 1 }
  }
}
