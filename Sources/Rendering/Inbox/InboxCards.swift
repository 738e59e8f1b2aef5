import ByteText
internal import CompiledMustache
import Digests
import Languages
import Notifications
import SafeMarkdown

/// Fills in the sections of the page, their groups and cards.
struct InboxCards {
  let context: DocumentContext
  let chips: TypeChips

  private var words: Localization { context.words }

  /// Measured: with `content-visibility`, a filter over 10,000 cards takes the least time in groups of
  /// this size.
  static let groupSize = 25

  /// A section's template values and the combinations that the filters find in it.
  struct Section {
    var values: RecordValues
    var cells: FilterCells
    var heading: ReadingSection.Heading
    /// How many notifications stand under the heading.
    var count: Int
  }

  /// The sections that are not empty: what is urgent, then the days.
  func sections(of digest: Digest, owners: inout MarkOwners) -> [Section] {
    var first = 1
    return digest.readingOrder.enumerated().map { index, section in
      defer { first += section.lines.count }
      return values(of: section, in: digest, number: index + 1, first: first, &owners)
    }
  }

  private func values(
    of section: ReadingSection, in digest: Digest, number: Int, first: Int,
    _ owners: inout MarkOwners
  ) -> Section {
    var cells = FilterCells(types: chips.count)
    var groups: [RecordValues] = []
    for start in stride(from: 0, to: section.lines.count, by: Self.groupSize) {
      var groupCells = FilterCells(types: chips.count)
      let end = min(start + Self.groupSize, section.lines.count)
      let group = InboxKeys.group.values { group, key in
        group[key.items] = (start..<end).map { index in
          let line = section.lines[index]
          let item = digest[line]
          let cardCells = self.cells(of: item)
          groupCells.formUnion(cardCells)
          return card(
            of: item, on: digest.sections[line.section].day, under: section.heading,
            number: first + index, classes: classes(of: item, cardCells), owners: &owners)
        }
        group[key.filters] = groupCells.classes
      }
      cells.formUnion(groupCells)
      groups.append(group)
    }
    let values = InboxKeys.section.values { values, key in
      values[key.number] = number
      values[key.filters] = cells.classes
      values[key.title] = context.title(of: section.heading)
      values[key.isUrgent] = section.heading == .urgent
      values[key.count] = words.number(section.count)
      values[key.date] = date(of: section.heading)
      values[key.groups] = groups
    }
    return Section(
      values: values, cells: cells, heading: section.heading, count: section.count)
  }

  /// The page shows dates, since "today" is another day when someone opens it tomorrow.
  private func date(of heading: ReadingSection.Heading) -> String {
    switch heading {
    case .day(.today): words.dates.weekdayAndDay(context.today)
    case .day(.yesterday): words.dates.weekdayAndDay(context.today.adding(days: -1))
    case .day(.earlier), .urgent: ""
    }
  }

  /// The line's own type comes first, since the filter style takes the look of a line from it.
  private func classes(of item: DigestItem, _ cells: FilterCells) -> String {
    let own = "t\(chips.number(item.notification.profile, item.notification.type)) "
    return cells.classes.hasPrefix(own) ? cells.classes : own + cells.classes
  }

  /// Filters find a line by its own state and priority, and by the type of each member.
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

  // MARK: A card

  /// The most notifications of a line that have one of their own where it is opened.
  private static let mostMembers = 20

  /// The template values of one card.
  private func card(
    of item: DigestItem, on day: Day, under heading: ReadingSection.Heading, number: Int,
    classes: String, owners: inout MarkOwners
  ) -> RecordValues {
    let parts = ItemParts(item, in: context, length: .whole)
    return InboxKeys.card.values { card, key in
      card[key.number] = number
      card[key.filters] = classes
      card[key.owner] = owners.number(of: item.notification)
      fillIdentity(&card, item)
      card[key.titleBefore] = parts.title.before
      card[key.actor] = parts.title.name
      card[key.titleAfter] = parts.title.after
      if parts.times > 1 { card[key.count] = "×" + words.number(parts.times) }
      card[key.members] = members(of: item, titled: parts.title.text)
      if item.members.count > Self.mostMembers {
        card[key.others] = words(.moreItems, count: item.members.count - Self.mostMembers)
      }
      card[key.priority] = priority(of: item.notification)
      fillBody(&card, parts)
      fillPictures(&card, parts)
      card[key.type] = chips.says(item.notification) ? "" : parts.label
      card[key.byline] = parts.byline ?? ""
      if let context = parts.context {
        card[key.context] = context
      } else if parts.needsLabel(isWhole: false) {
        card[key.context] = parts.label
        card[key.isLabel] = true
      }
      card[key.machineTime] = Instant(seconds: item.notification.time.seconds).timestamp
      card[key.absoluteTime] = context.absoluteTime(item.notification.time)
      card[key.relativeTime] = context.recentTime(
        item.notification.time, of: day, among: heading)
      card[key.link] = parts.link ?? ""
      if parts.link == nil, !parts.shown.isRedacted {
        card[key.linkText] =
          parts.linkText ?? item.notification.link.map { FlatText.line($0) } ?? ""
      }
      if parts.isFollowing { card[key.note] = words(.itemFollowing) }
      card[key.actions] = parts.actions.map(action)
      card[key.hasActions] = !parts.actions.isEmpty
    }
  }

  /// A line for each of the notifications that share one: what sets it apart from the line's title, and
  /// its message unless all have the same, which the row says; where neither differs, its day and time.
  private func members(of item: DigestItem, titled title: String) -> [RecordValues] {
    let members = item.members.prefix(Self.mostMembers).map { member in
      let told = ShownText(member, in: context).told(in: context)
      let actor = member.actor.map { FlatText.name($0.name) }
      let name =
        told.title == title
        ? ItemParts.subject(of: member, titled: title) ?? actor ?? "" : told.title
      return (member, name: name, told.message)
    }
    let isShared = Set(members.map(\.2)).count == 1
    let isOfOne = Set(members.map(\.name)).count == 1
    return members.map { member, name, message in
      InboxKeys.member.values { line, key in
        line[key.link] = member.link.flatMap { SafeURL.normalized($0) } ?? ""
        let text =
          isShared
          ? "" : MessageOpening.cut(FlatText.line(message), columns: ItemParts.bodyColumns)
        let name = isOfOne ? "" : name
        if name.isEmpty, text.isEmpty {
          line[key.day] = context.dayAndTime(member.time)
          return
        }
        line[key.name] = name
        line[key.text] = text
        let day = context.day(of: member.time)
        line[key.time] = context.shortTime(member.time, of: day, among: .urgent)
      }
    }
  }

  // MARK: Marks

  /// A single id is text; several, or one that an attribute cannot hold unchanged, are percent-encoded.
  private func fillIdentity(_ card: inout RecordValues, _ item: DigestItem) {
    let key = InboxKeys.card.keys
    let notification = item.notification
    let id = item.ids.first ?? notification.id
    if item.members.isEmpty, id.text.unicodeScalars.allSatisfy({ !Self.isAltered($0) }) {
      card[key.id] = id.text
      card[key.expiry] = notification.expiry?.endSecond ?? 0
      return
    }
    let day = context.dayNumber(of: notification.time)
    let members = (item.members.isEmpty ? [notification] : item.members).map { member in
      let type = chips.number(notification.profile, member.type)
      let priority = FilterCells.number(of: member.priority) + 1
      let id = PercentEncoding.component(member.id.text)
      let before = day - context.dayNumber(of: member.time)
      var facts = "\(type),\(priority),\(member.isUnread ? 1 : 0),\(id)"
      if before > 0 || member.expiry != nil { facts += ",\(before)" }
      if let expiry = member.expiry { facts += ",\(expiry.endSecond)" }
      return facts
    }
    card[key.several] = members.joined(separator: " ")
  }

  /// Whether HTML or our escape replaces the scalar.
  static func isAltered(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E: false
    case 0...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
    default: scalar.properties.isNoncharacterCodePoint
    }
  }

  // MARK: Text

  private func fillBody(_ card: inout RecordValues, _ parts: ItemParts) {
    let key = InboxKeys.card.keys
    switch parts.shown.bodyFormat {
    case .plain, .html: card[key.body] = trimmed(parts.body)
    case .markdown:
      var html: [UInt8] = []
      UserMarkdown.appendHTML(parts.shown.body, to: &html)
      card[key.markup] = Markup(rendered: String(decoding: html, as: UTF8.self))
      card[key.preview] = MessageOpening.cut(
        FlatText.line(parts.body), columns: ItemParts.bodyColumns)
    }
  }

  /// Removes blanks and line breaks at the ends.
  private func trimmed(_ text: String) -> String {
    let isBlank: (Unicode.Scalar) -> Bool = { $0.properties.isWhitespace }
    var scalars = text.unicodeScalars[...]
    while let first = scalars.first, isBlank(first) { scalars.removeFirst() }
    while let last = scalars.last, isBlank(last) { scalars.removeLast() }
    return String(scalars)
  }

  /// Empty where all have the same priority, which says nothing, and for words that the style says.
  private func priority(of notification: Notification) -> String {
    guard chips.hasPriorities else { return "" }
    let priority = notification.priority
    let word = context.word(for: priority, of: notification.profile)
    return chips.profile.map { context.word(for: priority, of: $0) } == word ? "" : word
  }

  // MARK: Pictures and links

  private func fillPictures(_ card: inout RecordValues, _ parts: ItemParts) {
    let key = InboxKeys.card.keys
    if let actor = parts.actor {
      if context.showsImages, let avatar = parts.avatar { card[key.avatar] = avatar }
      card[key.face] = Initials.of(actor.name)
    }
    guard let media = parts.media else { return }
    let thumbnails = context.showsImages ? media.values : []
    card[key.thumbnails] = thumbnails
    card[key.hasThumbnails] = !thumbnails.isEmpty
    card[key.media] = thumbnails.isEmpty ? media.summary(below: parts.title.text) : media.rest
  }

  private func action(_ action: ItemAction) -> RecordValues {
    InboxKeys.action.values { values, key in
      values[key.url] = action.url
      values[key.label] = action.label
      values[key.isButton] = action.isButton
    }
  }
}

extension Instant {
  /// The first whole second that is not before it.
  fileprivate var endSecond: Int {
    Int(seconds) + (microseconds == Instant(seconds: seconds).microseconds ? 0 : 1)
  }
}
