package import Delivery
package import Digests
package import Notifications
package import Rendering

/// The settings of a mail stream, before anything was read.
package struct MailSettings: Sendable {
  package var stream: MailStream
  package var brand: Brand
  /// The theme's name: `default` or `lean`.
  package var theme = "default"
  package var form = OutboxFormat.maildir
  package var inboxURL: InboxAddress?
  package var showsImages = true
  /// The local hour for recipients who set none, 0 to 23.
  package var hour = 7
  /// The days that a recipient's first mail looks back; nil for one period of their frequency.
  package var firstDays: Int?
  /// Whether to mail recipients who have nothing new.
  package var sendsEmpty = false
  /// The only types and priorities to mail; nil for all.
  package var types: TypeFilter?
  package var priorities: Set<Priority>?
  /// Makes the unsubscribe links of recipients without one.
  package var unsubscribing: UnsubscribeLink?
  /// The requested recipients; nil for all.
  package var only: Set<RecipientID>?

  package init(stream: MailStream, brand: Brand) {
    self.stream = stream
    self.brand = brand
  }

  func plan(in place: Place) -> MailPlan {
    var plan = MailPlan(
      stream: stream, place: place, inboxURL: inboxURL, showsImages: showsImages, hour: hour,
      firstDays: firstDays, sendsEmpty: sendsEmpty)
    plan.types = types
    plan.priorities = priorities
    return plan
  }
}
