import ByteText
package import Digests
package import Languages
package import Notifications

/// The circumstances in which a document is made: for whom, when, in which zone and language.
package struct DocumentContext: Sendable {
  package var words: Localization
  /// The recipient's zone, for days and absolute times.
  package var zone: Zone
  package var now: Instant
  package var types: TypeTable
  package var recipient: Recipient
  /// The app's name, at the top of a digest; empty if it has none.
  package var app: String
  /// The target of "and N more" and "Open your inbox"; nil if there is none.
  package var inboxURL: String?
  package var links: WishLinks
  /// Whether documents load thumbnails and avatars.
  package var showsImages: Bool
  /// Whether notifications of redacted types show only their label and actor.
  package var redacts: Bool

  package init(
    words: Localization, zone: Zone, now: Instant, types: TypeTable, recipient: Recipient,
    app: String = "", inboxURL: String? = nil, links: WishLinks = WishLinks(),
    showsImages: Bool = true, redacts: Bool = true
  ) {
    self.words = words
    self.zone = zone
    self.now = now
    self.types = types
    self.recipient = recipient
    self.app = app
    self.inboxURL = inboxURL
    self.links = links
    self.showsImages = showsImages
    self.redacts = redacts
  }

  /// The number of a time's civil day; today's for a time that a skewed clock dates after `now`.
  func dayNumber(of time: Instant) -> Int {
    zone.civil(at: min(time, now).seconds).date.dayNumber
  }

  /// The day of a time.
  func day(of time: Instant) -> Day {
    switch today.dayNumber - dayNumber(of: time) {
    case ...0: .today
    case 1: .yesterday
    default: .earlier
    }
  }

  /// The civil day of `now`.
  var today: CivilDate { zone.civil(at: now.seconds).date }

  /// `Today`
  package func title(of day: Day) -> String {
    switch day {
    case .today: words(.sectionToday)
    case .yesterday: words(.sectionYesterday)
    case .earlier: words(.sectionEarlier)
    }
  }

  /// `Urgent` or `Today`
  package func title(of heading: ReadingSection.Heading) -> String {
    switch heading {
    case .urgent: words(.sectionUrgent)
    case .day(let day): title(of: day)
    }
  }

  /// `Today · 4`
  func title(of section: ReadingSection) -> String {
    title(of: section.heading) + " · " + count(of: section)
  }

  /// `4`; `4 of 6` where two are left out, so that the first numbers and that of the closing line make
  /// the sum, and the others that of the headline.
  func count(of section: ReadingSection) -> String {
    let count = section.count
    if section.omitted == 0 { return words.number(count) }
    return words(
      .inboxFound, ["found": .integer(count), "count": .integer(count + section.omitted)])
  }

  /// `Low`, or the app's own word for the priority.
  func word(for priority: Priority, of profile: ProfileName) -> String {
    types.badge(priority, of: profile) ?? words(priority.messageKey)
  }

  /// `2h ago`; "just now" for a time that a skewed clock dates after `now`.
  package func relativeTime(_ time: Instant) -> String {
    words.relativeTime(min(time, now).seconds, now: now.seconds, in: zone)
  }

  /// The shortest words for a time that its section leaves open: `10:05 AM` of today or yesterday,
  /// `Fri, Feb 6` of an earlier day; among urgent ones of all days, `Yesterday 3:45 PM`.
  ///
  /// - Parameter day: the day of the time.
  package func shortTime(
    _ time: Instant, of day: Day, among heading: ReadingSection.Heading
  ) -> String {
    switch day {
    case .today: return words.dates.timeOfDay(time.seconds, in: zone)
    case .yesterday:
      let timeOfDay = words.dates.timeOfDay(time.seconds, in: zone)
      return heading == .urgent ? words(.timeYesterday, ["time": .text(timeOfDay)]) : timeOfDay
    case .earlier:
      let date = zone.civil(at: time.seconds).date
      return date.year == today.year
        ? words.dates.weekdayAndDay(date) : words.dates.date(date, withYear: true)
    }
  }

  /// How a document that tells ages says a time: `2h ago` of today, `10:05 AM` of yesterday, then
  /// `Feb 6`.
  func recentTime(
    _ time: Instant, of day: Day, among heading: ReadingSection.Heading
  ) -> String {
    switch day {
    case .today: relativeTime(time)
    case .yesterday: shortTime(time, of: day, among: heading)
    case .earlier: words.dates.short(zone.civil(at: time.seconds).date, in: today)
    }
  }

  /// `Feb 8 · 10:05 AM`, with the year if it is not this one: for what is read on any day.
  func dayAndTime(_ time: Instant) -> String {
    let date = words.dates.short(zone.civil(at: time.seconds).date, in: today)
    return date + " · " + words.dates.timeOfDay(time.seconds, in: zone)
  }

  /// `since 8:12 AM`, of a line that stands for several notifications, or `since Fri, Feb 6` of several
  /// days; nil if its title tells of all of them, or if they are of one minute.
  func since(_ item: DigestItem, of day: Day) -> String? {
    guard item.untoldCount > 1, let oldest = item.members.last?.time else { return nil }
    let first = shortTime(
      oldest, of: self.day(of: oldest) == day ? day : .earlier, among: .day(day))
    if first == shortTime(item.notification.time, of: day, among: .day(day)) { return nil }
    return words(.timeSince, ["time": .text(first)])
  }

  /// `Feb 8, 10:05 AM EST`
  package func absoluteTime(_ time: Instant) -> String {
    words.dates.absolute(time.seconds, now: now.seconds, in: zone)
  }
}

/// The links by which a recipient changes what they get; an app answers them.
package struct WishLinks: Sendable {
  /// Where they choose how often mails come; nil if there is no such page.
  package var manage: String?
  /// Where they mute a type; nil if types cannot be muted, and for a type that cannot.
  package var mute: (@Sendable (TypeKey) -> String?)?

  package init(manage: String? = nil, mute: (@Sendable (TypeKey) -> String?)? = nil) {
    self.manage = manage
    self.mute = mute
  }
}

extension Localization {
  /// `Open Foodshare to read it.` Empty if the app has no name.
  func whereToRead(_ app: String) -> String {
    app.isEmpty ? "" : self(.itemReadIn, ["app": .text(FlatText.name(app))])
  }
}

extension Priority {
  /// The message that names the priority.
  var messageKey: MessageKey {
    switch self {
    case .high: .priorityHigh
    case .normal: .priorityNormal
    case .low: .priorityLow
    }
  }
}

/// The sentences about what a document does not show: why it is empty, and what there is from before
/// its window.
///
///     Nothing in the last 7 days. 15 older ones, the newest of Feb 8, are still unread.
struct EmptyNotice {
  let digest: Digest
  let context: DocumentContext

  private var words: Localization { context.words }

  /// `Nothing in the last 7 days.` Says that everything is read only if nothing is unread, left out or
  /// rejected.
  var reason: String {
    guard digest.older != nil || digest.olderRead != nil, let from = digest.window.from else {
      return nothing
    }
    return Self.nothing(since: from, isNarrowed: digest.isNarrowed, context)
  }

  /// `15 older ones, the newest of Feb 8, are still unread.` Empty if there are none.
  var older: String {
    if let unread = digest.older { return told(unread, .digestOlder) }
    return digest.olderRead.map { told($0, .digestOlderRead) } ?? ""
  }

  private func told(_ older: OlderNotifications, _ key: MessageKey) -> String {
    let date = context.zone.civil(at: older.newest.seconds).date
    return words(
      key,
      ["count": .integer(older.count), "date": .text(words.dates.short(date, in: context.today))])
  }

  /// For a page that its reader has emptied.
  var whenNothingIsLeft: String { older.isEmpty ? nothing : older }

  private var nothing: String { digest.isNarrowed ? words(.digestNoMatch) : whenAllIsRead }

  /// What the head of a page or a digest says while nothing on it is unread.
  var whenAllIsRead: String {
    words(digest.isConclusive && digest.older == nil ? .inboxCaughtUp : .digestEmpty)
  }

  /// Both sentences.
  var sentence: String { older.isEmpty ? reason : reason + " " + older }

  /// Why a summary counts nothing.
  static func of(_ summary: Summary, _ context: DocumentContext) -> String {
    if let from = summary.from {
      return nothing(since: from, isNarrowed: summary.isNarrowed, context)
    }
    return context.words(summary.isNarrowed ? .digestNoMatch : .inboxEmpty)
  }

  private static func nothing(
    since from: Instant, isNarrowed: Bool, _ context: DocumentContext
  ) -> String {
    let first = context.zone.civil(at: from.seconds).date
    let days = context.today.dayNumber - first.dayNumber + 1
    if !isNarrowed, days >= 1, days <= 366, context.zone.startOfDay(first) == from.seconds {
      return context.words(.digestNothingInDays, count: days)
    }
    return context.words(
      isNarrowed ? .digestNoMatchSince : .digestNothingSince,
      ["date": .text(context.words.dates.short(first, in: context.today))])
  }
}

/// The last line of a document: what it counts and has no room for.
enum ClosingLine {
  /// `and 225 more: Events 51, Offers 43 …`; empty if everything is shown.
  ///
  /// - Parameter tellsUrgent: Whether to say how many of them are urgent; if not, they are left out, as a
  ///   section has told of them.
  static func words(
    of digest: Digest, in context: borrowing DocumentContext, tellsUrgent: Bool = true
  ) -> String {
    let urgent = digest.omittedUrgent
    let omitted = digest.omitted - (tellsUrgent ? 0 : urgent)
    if omitted == 0 { return "" }
    let counts = tellsUrgent ? digest.omittedCounts : digest.omittedOthers
    let kinds = LabeledTypes(counts, in: context.types).largestFirst
    return context.words.rest(
      omitted, urgent: tellsUrgent ? urgent : 0,
      kinds: kinds.map { ($0.look.label(of: $0.tally.total), $0.tally.total) })
  }
}
