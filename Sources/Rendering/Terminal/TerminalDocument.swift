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

  /// The outcome of a run.
  package static func overview(_ overview: TerminalOverview, style: TerminalStyle) -> [UInt8] {
    overview.bytes(style)
  }
}

/// Writes a summary: counts, types, days, recipients, sources and rejected records.
struct TerminalSummary {
  /// The most rejected records to list.
  private static let mostRejected = 10

  let summary: Summary
  let context: DocumentContext
  let style: TerminalStyle

  private var words: Localization { context.words }

  func bytes() -> [UInt8] {
    var page = TerminalPage(style)
    addHead(to: &page)
    if summary.counts.all.total > 0 {
      page.add(summary.counts, context)
      addRest(to: &page)
      let bars = page.addTypes(summary.counts, context)
      addDays(at: bars, to: &page)
      addBusiest(to: &page)
    }
    addSources(to: &page)
    addRejected(to: &page)
    return page.bytes
  }

  private func addHead(to page: inout TerminalPage) {
    let rejected = summary.sources.reduce(0) { $0 + $1.rejected }
    page.add(
      [
        ("Tidings", .bold),
        (words(.countNotifications, count: summary.counts.all.total), .plain),
        (words(.countRecipients, count: summary.recipients), .plain),
        (words(.countDays, count: summary.byDay.count), .plain),
      ], between: style.separator, indent: 0,
      right: rejected > 0 ? (words(.countRejected, count: rejected), .alarm) : nil)
  }

  /// The counts of notifications that are not visible.
  private func addRest(to page: inout TerminalPage) {
    let rest: [(MessageKey, Int)] = [
      (.countDuplicates, summary.duplicates), (.countExpired, summary.expired),
      (.countDeleted, summary.deleted), (.countUpcoming, summary.upcoming),
    ]
    let parts = rest.filter { $0.1 > 0 }.map { (words($0.0, count: $0.1), TerminalInk.secondary) }
    if !parts.isEmpty { page.add(parts, between: style.separator, indent: 2) }
  }

  /// The strip of days, aligned with the bars of the types if its label leaves room.
  private func addDays(at column: Int, to page: inout TerminalPage) {
    guard let first = summary.byDay.first?.day, let last = summary.byDay.last?.day else { return }
    let range = TerminalText(days(from: Int(first), to: Int(last)), style)
    let label = TerminalText(words(.terminalPerDay), style)
    var line = TerminalLine(style, indent: 2)
    line.add(label)
    line.advance(max(2, column - line.columns))
    let room = style.width - line.columns - range.columns - 2
    let isBeside = room >= 10
    let strip = TerminalBars.perDay(
      summary.byDay, limit: isBeside ? room : style.width - line.columns)
    line.add(TerminalText(clean: TerminalBars.strip(strip, style)), .bar(.blue))
    if isBeside {
      line.advance(2)
      line.add(range, .secondary)
    }
    page.add(line)
    if !isBeside { page.add(range.text, .secondary, indent: 2) }
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
    let rows = summary.busiest.map { recipient in
      TerminalBarRow(
        label: recipient.id.text, value: recipient.tally.total, color: .gray,
        note: recipient.tally.unread > 0
          ? "(\(words(.countUnread, count: recipient.tally.unread)))" : "")
    }
    page.add(rows, indent: 2) { words.number($0) }
  }

  private func addSources(to page: inout TerminalPage) {
    if summary.sources.isEmpty { return }
    page.addBlank()
    page.add(words(.terminalSources), .bold, indent: 0)
    for source in summary.sources {
      var parts: [(String, TerminalInk)] = [
        (source.file, .plain), (source.format, .secondary),
      ]
      if !source.profile.isEmpty { parts.append((source.profile, .secondary)) }
      parts.append((words(.terminalRecords, count: source.records), .secondary))
      if source.rejected > 0 {
        parts.append((words(.countRejected, count: source.rejected), .alarm))
      }
      page.add(parts, between: style.separator, indent: 2)
    }
  }

  private func addRejected(to page: inout TerminalPage) {
    if summary.rejected.isEmpty { return }
    page.addBlank()
    page.add(words(.terminalRejected), .bold, indent: 0)
    // Shows the last one instead of "1 more".
    let fits = summary.rejected.count <= TerminalSummary.mostRejected + 1
    let shown = fits ? summary.rejected.count : TerminalSummary.mostRejected
    for record in summary.rejected.prefix(shown) {
      page.add(record.sentence, .plain, indent: 2)
    }
    if shown < summary.rejected.count {
      page.add(words.more(summary.rejected.count - shown), .secondary, indent: 2)
    }
  }
}

/// The counts in digests and summaries.
extension TerminalPage {
  private static let mostTypes = 20

  /// `unread 311   high 42   normal 1,090   low 115`
  mutating func add(_ counts: Counts, _ context: DocumentContext) {
    let words = context.words
    let parts: [(MessageKey, Int, TerminalInk)] = [
      (.terminalUnread, counts.all.unread, .bold),
      (.terminalHigh, counts[.high].total, counts[.high].unread > 0 ? .alarm : .plain),
      (.terminalNormal, counts[.normal].total, .plain),
      (.terminalLow, counts[.low].total, .plain),
    ]
    add(
      parts.map { (words($0.0) + " " + words.number($0.1), $0.2) }, between: "   ", indent: 2)
  }

  /// Adds a bar for each type, and one for all the rarest if there are many; returns the bars' column.
  @discardableResult
  mutating func addTypes(_ counts: Counts, _ context: DocumentContext) -> Int {
    let types = TypeBreakdown(counts, in: context.types, most: TerminalPage.mostTypes)
    var rows = types.rows.map { type in
      TerminalBarRow(
        label: type.look.label, value: type.tally.total, color: type.look.color ?? .blue)
    }
    if types.others.total > 0 {
      rows.append(
        TerminalBarRow(
          label: context.words(.terminalUnknownType), value: types.others.total, color: .gray))
    }
    return add(rows, indent: 2) { context.words.number($0) }
  }
}
