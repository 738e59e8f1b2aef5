/// What one inbox page is made with besides its digest and context.
package struct InboxOptions: Sendable {
  /// Names the page in the browser's storage: the same however often the page is made anew, and
  /// another one for every other recipient.
  package var pageID: String
  /// How many civil days, today included, the activity chart shows.
  package var activityDays: Int

  package init(pageID: String, activityDays: Int = 14) {
    self.pageID = pageID
    self.activityDays = activityDays
  }
}
