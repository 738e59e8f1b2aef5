import ByteText
package import Digests
import Languages
import Notifications

/// Documents for people at a terminal, in the context's language.
///
/// Data cannot control the terminal: see `TerminalText`. Lines are at most as wide as the terminal and
/// as 120 columns; a line feed ends each.
package enum TerminalDocument {
  /// The counts, then the notifications by day.
  package static func digest(
    _ digest: Digest, in context: DocumentContext, style: TerminalStyle
  ) -> [UInt8] {
    TerminalDigest(digest: digest, context: context, style: style).bytes()
  }

  /// The contents of a set of exports.
  package static func summary(
    _ summary: Summary, in context: DocumentContext, style: TerminalStyle
  ) -> [UInt8] {
    TerminalSummary(summary: summary, context: context, style: style).bytes()
  }
}

/// Writes a summary: counts, types, days, recipients, sources and rejected records.
struct TerminalSummary {
  /// The most rejected records to list.
  private static let mostRejected = 10
  /// As wide as the longest bar.
  private static let longestStrip = 40

  let summary: Summary
  let context: DocumentContext
  let style: TerminalStyle

  private var words: Localization { context.words }

  func bytes() -> [UInt8] {
    var page = TerminalPage(style)
    addHead(to: &page)
    if summary.counts.all.total > 0 {
      page.addUnread(
        summary.counts, urgent: summary.counts[.high].unread, context, scheduled: summary.upcoming)
      addRest(to: &page)
      addCharts(to: &page)
      addBusiest(to: &page)
    } else {
      page.add(EmptyNotice.of(summary, context), .plain, indent: 2)
      addRest(to: &page)
    }
    addSources(to: &page)
    page.add(
      summary.rejected.map(\.sentence), below: words(.terminalRejected), most: Self.mostRejected
    ) { words(.moreItems, count: $0) }
    return page.bytes
  }

  private func addHead(to page: inout TerminalPage) {
    let rejected = summary.sources.reduce(0) { $0 + $1.rejected }
    var head = [("Tidings", TerminalInk.bold)]
    if summary.counts.all.total > 0 {
      head.append((words(.countNotifications, count: summary.counts.all.total), .plain))
      head.append((words(.countRecipients, count: summary.recipients), .plain))
      head.append((words(.countDays, count: summary.byDay.spannedDays), .plain))
      // The strip of days tells them too: they need no line of their own.
      let columns = DisplayWidth.columns(of: head.map(\.0).joined(separator: style.separator))
      if columns > style.width { head.removeLast() }
    }
    page.add(
      head, between: style.separator, indent: 0,
      right: rejected > 0 ? (words(.countRejected, count: rejected), .alarm) : nil)
  }

  /// The counts of notifications that are not visible.
  private func addRest(to page: inout TerminalPage) {
    let rest: [(MessageKey, Int)] = [
      (.countDuplicates, summary.duplicates), (.countExpired, summary.expired),
      (.countDeleted, summary.deleted), (.countOwnActions, summary.ownActions),
      (.countUpcoming, summary.upcoming),
    ]
    let parts = rest.filter { $0.1 > 0 }.map { (words($0.0, count: $0.1), TerminalInk.secondary) }
    if !parts.isEmpty { page.add(parts, between: style.separator, indent: 2) }
  }

  /// The bars of the types and the strip of days, in columns if the strip's label leaves room.
  private func addCharts(to page: inout TerminalPage) {
    guard let first = summary.byDay.first?.day, let last = summary.byDay.last?.day else { return }
    let range = TerminalText(days(from: Int(first), to: Int(last)), style)
    let limit = min(Self.longestStrip, max(10, style.width / 2 - range.columns))
    let span = TerminalSpan(summary.byDay, limit: limit)
    let label = TerminalText(span.label(words), style)
    let column =
      page.addSystems(summary.counts, context, least: label.columns)
      ?? page.addTypes(summary.counts, context, least: label.columns)
    var line = TerminalLine(style, indent: 2)
    line.add(label)
    line.advance(max(2, column - line.columns))
    let strip = TerminalBars.strip(span.totals(summary.byDay), style)
    line.add(TerminalText(clean: strip), .bar(.blue))
    let isBeside = line.columns + 2 + range.columns <= style.width
    if isBeside {
      line.advance(2)
      line.add(range, .secondary)
    }
    page.add(line)
    if isBeside { return }
    var below = TerminalLine(style, indent: column)
    if below.columns + range.columns > style.width { below = TerminalLine(style, indent: 2) }
    below.add(range, .secondary)
    page.add(below)
  }

  /// `Feb 4 – Feb 8`, with years unless all are the current one.
  private func days(from first: Int, to last: Int) -> String {
    words.dateRange(
      from: CivilDate(dayNumber: first), to: CivilDate(dayNumber: last), knowing: context.today)
  }

  private func addBusiest(to page: inout TerminalPage) {
    guard summary.recipients > 1 else { return }
    page.addBlank()
    page.add(words(.terminalBusiest), .bold, indent: 0)
    let rows = summary.busiest.map {
      TerminalBarRow(label: $0.id.text, tally: $0.tally, isID: true)
    }
    page.add(rows, indent: 2) { words.number($0) }
  }

  private func addSources(to page: inout TerminalPage) {
    if summary.sources.isEmpty { return }
    page.addBlank()
    page.add(words(.terminalSources), .bold, indent: 0)
    for source in summary.sources {
      let file = TerminalText(source.file, style).cutInside(to: style.width - 2, style).text
      var parts: [(String, TerminalInk)] = [(file, .plain), (source.format, .secondary)]
      if !source.profile.isEmpty { parts.append((source.profile, .secondary)) }
      parts.append((words(.terminalRecords, count: source.records), .secondary))
      if source.rejected > 0 {
        parts.append((words(.countRejected, count: source.rejected), .alarm))
      }
      page.add(parts, between: style.separator, indent: 2)
    }
  }
}

/// The counts in digests and summaries.
extension TerminalPage {
  private static let mostTypes = 20

  /// `311 unread, 42 urgent`, and at the end of the line what the shades of bars mean, unless all of them
  /// are unread. The light one is not named where it is of what is scheduled alone: the next line tells that.
  ///
  /// - Parameter scheduled: How many of the bars' notifications are scheduled for later; nil without bars.
  mutating func addUnread(
    _ counts: Counts, urgent: Int, _ context: DocumentContext, scheduled: Int? = nil
  ) {
    let words = context.words
    let unread = words(.countUnread, count: counts.all.unread)
    var line = TerminalLine(style, indent: 2)
    if urgent == 0 {
      line.add(TerminalText(unread, style))
    } else {
      let both = words(
        .listMiddle,
        ["first": .text(unread), "second": .text(words(.countUrgent, count: urgent))])
      line.add(TerminalText(both, style))
    }
    if let scheduled, counts.all.unread < counts.all.total {
      let shades = TerminalBars.shades(style)
      let light = counts.all.total - counts.all.unread
      let keys = [
        counts.all.unread > 0 ? "\(shades.unread) \(words(.itemUnread))" : nil,
        light > scheduled ? "\(shades.read) \(words(.itemRead))" : nil,
      ]
      let key = keys.compactMap(\.self).joined(separator: " ")
      _ = line.addRight(TerminalText(key, style), .secondary)
    }
    add(line)
  }

  /// Adds a bar for each of several systems, most first, and returns the bars' column; nil for a single
  /// one, of which the types say more.
  mutating func addSystems(_ counts: Counts, _ context: DocumentContext, least: Int) -> Int? {
    let tallies = counts.byType.reduce(into: [ProfileName: Tally]()) { tallies, type in
      tallies[type.type.profile, default: Tally()] += type.tally
    }
    let systems = tallies.filter { $0.value.total > 0 }.sorted {
      ($1.value.total, $0.key.text) < ($0.value.total, $1.key.text)
    }
    if systems.count < 2 { return nil }
    let rows = systems.map { TerminalBarRow(label: $0.key.text, tally: $0.value) }
    return add(rows, indent: 2, least: least) { context.words.number($0) }
  }

  /// Adds a bar for each type, most first, and one for all the rarest if there are many; returns the
  /// bars' column.
  @discardableResult
  mutating func addTypes(_ counts: Counts, _ context: DocumentContext, least: Int = 0) -> Int {
    let (types, others) = LabeledTypes(counts, in: context.types).largest(TerminalPage.mostTypes)
    var rows = types.map { TerminalBarRow(label: $0.look.label, tally: $0.tally) }
    if others.total > 0 {
      rows.append(TerminalBarRow(label: context.words(.typeOthers), tally: others))
    }
    return add(rows, indent: 2, least: least) { context.words.number($0) }
  }
}

/// The outcome of a run for the engineer at a terminal, in English: a head, a bar for each count, and
/// what needs attention.
package struct TerminalOverview: Sendable {
  /// Precedes the facts, in bold.
  package var title: String
  package var facts: [String]
  /// What went wrong, in a word; nil if nothing did.
  package var alarm: String?
  package var rows: [TerminalBarRow]
  /// Lines under a heading; documents show the first ten and the number of the others.
  package var sections: [(title: String, lines: [String])]

  package init(
    title: String, facts: [String] = [], alarm: String? = nil, rows: [TerminalBarRow] = [],
    sections: [(title: String, lines: [String])] = []
  ) {
    self.title = title
    self.facts = facts
    self.alarm = alarm
    self.rows = rows
    self.sections = sections
  }

  private static let mostLines = 10

  /// The document.
  package func bytes(_ style: TerminalStyle) -> [UInt8] {
    var page = TerminalPage(style)
    page.add(
      [(title, .bold)] + facts.map { ($0, .plain) }, between: style.separator, indent: 0,
      right: alarm.map { ($0, .alarm) })
    page.add(rows, indent: 2) { Language.english.numbers.formatted($0) }
    for section in sections {
      page.add(section.lines, below: section.title, most: Self.mostLines) {
        "and \(Language.english.numbers.formatted($0)) more"
      }
    }
    return page.bytes
  }
}

extension RejectedRecord {
  /// `data.jsonl:12: createdAt: not a time`, in the format of compilers, for the engineer in English.
  package var sentence: String {
    var location = file
    if let line {
      location += ":\(line)"
    } else if let record {
      location += ", record \(record)"
    }
    return [location, field, reason].compactMap(\.self).joined(separator: ": ")
  }
}
