package import Digests
internal import Languages
package import Notifications
package import Rendering

/// The resolved settings of a mail run.
package struct MailPlan: Sendable {
  package var stream: MailStream
  /// The current time, and the zone and language of recipients who set none.
  package var place: Place
  package var inboxURL: InboxAddress?
  package var showsImages: Bool
  /// The local hour for recipients who set none, 0 to 23.
  package var hour: Int
  /// The days that a recipient's first mail looks back; nil for one period of their frequency.
  package var firstDays: Int?
  /// Whether to mail recipients who have nothing new.
  package var sendsEmpty: Bool
  /// The only types and priorities to mail; nil for all.
  package var types: TypeFilter?
  package var priorities: Set<Priority>?

  package init(
    stream: MailStream, place: Place, inboxURL: InboxAddress? = nil, showsImages: Bool = true,
    hour: Int = 7, firstDays: Int? = nil, sendsEmpty: Bool = false
  ) {
    self.stream = stream
    self.place = place
    self.inboxURL = inboxURL
    self.showsImages = showsImages
    self.hour = hour
    self.firstDays = firstDays
    self.sendsEmpty = sendsEmpty
  }
}
