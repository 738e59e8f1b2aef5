package import Digests
internal import Languages
package import Notifications
package import Rendering

/// What a run of mails was asked for, resolved.
package struct MailPlan: Sendable {
  package var stream: MailStream
  /// The zone and words of recipients who name none, and the present.
  package var place: Place
  package var inboxURL: InboxAddress?
  package var showsImages: Bool
  /// The local hour for those who name none, 0 to 23.
  package var hour: Int
  /// How many days the first mail to a recipient looks back; nil is one period of their frequency.
  package var firstDays: Int?
  /// Mails those too who have nothing new.
  package var sendsEmpty: Bool
  /// The only types and priorities that the mails hold; nil: all.
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
