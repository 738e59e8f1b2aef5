internal import CompiledMustache
import Digests
import Languages
import Notifications

/// Fills the sections of the page, their groups and cards.
struct InboxCards {
  let keys: InboxSectionKeys
  let context: DocumentContext
  let chips: TypeChips

  /// Measured: with content-visibility, a filter over 10,000 cards costs least in groups of this size.
  static let groupSize = 25

  /// A section as the template has it, and what the filters find in it.
  struct Section {
    var values: RecordValues
    var cells: FilterCells
  }

  /// The sections in which there is something.
  func sections(of digest: Digest, owners: inout MarkOwners) -> [Section] {
    let card = InboxCard(keys: keys.group.card, context: context, chips: chips)
    var sections: [Section] = []
    for section in digest.sections where !section.isEmpty {
      sections.append(values(of: section, number: sections.count + 1, card, &owners))
    }
    return sections
  }

  private func values(
    of section: DigestSection, number: Int, _ card: InboxCard, _ owners: inout MarkOwners
  ) -> Section {
    var cells = FilterCells(types: chips.count)
    var groups: [RecordValues] = []
    for start in stride(from: 0, to: section.items.count, by: Self.groupSize) {
      var groupCells = FilterCells(types: chips.count)
      var group = RecordValues(keys.group.schema)
      let end = min(start + Self.groupSize, section.items.count)
      group[keys.group.items] = section.items[start..<end].map { item in
        let cardCells = self.cells(of: item)
        groupCells.formUnion(cardCells)
        return card.values(of: item, classes: cardCells.classes, owners: &owners)
      }
      group[keys.group.filters] = groupCells.classes
      cells.formUnion(groupCells)
      groups.append(group)
    }
    var values = RecordValues(keys.schema)
    values[keys.number] = number
    values[keys.filters] = cells.classes
    values[keys.title] = context.title(of: section.day)
    values[keys.count] = context.words.number(section.counts.all.total)
    values[keys.date] = date(of: section.day)
    values[keys.groups] = groups
    if section.omitted > 0 {
      values[keys.more] = context.words.more(section.omitted, urgent: section.omittedHigh)
    }
    return Section(values: values, cells: cells)
  }

  /// Today is another day when the page is opened tomorrow.
  private func date(of day: Day) -> String {
    switch day {
    case .today: context.words.dates.weekdayAndDay(context.today)
    case .yesterday: context.words.dates.weekdayAndDay(context.today.adding(days: -1))
    case .earlier: ""
    }
  }

  /// A line is found by its own state and priority, and by the type of each of its members.
  private func cells(of item: DigestItem) -> FilterCells {
    let notification = item.notification
    var cells = FilterCells(types: chips.count)
    for type in [notification.type] + item.members.map(\.type) {
      cells.insert(
        type: chips.number(notification.profile, type), isUnread: notification.isUnread,
        priority: notification.priority)
    }
    return cells
  }
}
