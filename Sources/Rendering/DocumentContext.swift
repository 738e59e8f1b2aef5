package import Digests
package import Languages
package import Notifications

/// All that a document is made with besides the digest itself: for whom, when, where, in which words.
package struct DocumentContext: Sendable {
  package var words: Words
  /// The recipient's zone; in it days begin and absolute times are written.
  package var zone: Zone
  package var now: Instant
  package var types: TypeTable
  package var recipient: Recipient
  /// Where "and N more" and "Open your inbox" lead, where there is such a place.
  package var inboxURL: String?
  /// Whether documents load thumbnails and avatars.
  package var showsImages: Bool
  /// Whether types that their profile calls redacted show nothing but their label and actor.
  package var redacts: Bool

  package init(
    words: Words, zone: Zone, now: Instant, types: TypeTable, recipient: Recipient,
    inboxURL: String? = nil, showsImages: Bool = true, redacts: Bool = true
  ) {
    self.words = words
    self.zone = zone
    self.now = now
    self.types = types
    self.recipient = recipient
    self.inboxURL = inboxURL
    self.showsImages = showsImages
    self.redacts = redacts
  }

  /// `Today`
  package func title(of day: Day) -> String {
    switch day {
    case .today: words(.sectionToday)
    case .yesterday: words(.sectionYesterday)
    case .earlier: words(.sectionEarlier)
    }
  }

  /// `2h ago`; what a skewed clock dates ahead of now is just now.
  package func relativeTime(_ time: Instant) -> String {
    words.relativeTime(min(time, now).seconds, now: now.seconds, in: zone)
  }

  /// `Feb 8, 10:05 AM EST`
  package func absoluteTime(_ time: Instant) -> String {
    words.dates.absolute(time.seconds, now: now.seconds, in: zone)
  }
}
