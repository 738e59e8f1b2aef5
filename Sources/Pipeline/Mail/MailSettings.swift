package import Delivery
package import Digests
package import Notifications
package import Rendering

/// What a stream of mails was asked for, before anything was read.
package struct MailSettings: Sendable {
  package var stream: MailStream
  package var brand: Brand
  /// The name of the look: `default` or `lean`.
  package var theme = "default"
  package var form = OutboxFormat.maildir
  package var inboxURL: InboxAddress?
  package var showsImages = true
  /// The local hour for those who name none, 0 to 23.
  package var hour = 7
  /// How many days the first mail to a recipient looks back; nil is one period of their frequency.
  package var firstDays: Int?
  /// Mails those too who have nothing new.
  package var sendsEmpty = false
  /// The only types and priorities that the mails hold; nil: all.
  package var types: TypeFilter?
  package var priorities: Set<Priority>?
  /// The unsubscribe links of recipients who have none of their own.
  package var unsubscribing: UnsubscribeLink?
  /// The recipients that were asked for; nil for all.
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
