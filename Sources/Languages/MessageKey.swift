/// A message that documents use: its path in a catalogue, with dots.
///
/// A closed set, so that a misspelling does not compile. `catalogues/en.yaml` lists each message's
/// arguments.
package enum MessageKey: String, CaseIterable, Sendable {
  // The sections of a digest.
  case sectionUrgent = "section.urgent"
  case sectionToday = "section.today"
  case sectionYesterday = "section.yesterday"
  case sectionEarlier = "section.earlier"

  // Counts; arguments: `count`, or those in the catalogue.
  case countNew = "count.new"
  case countOfThemUrgent = "count.ofThemUrgent"
  case countNotifications = "count.notifications"
  case countUnread = "count.unread"
  case countUrgent = "count.urgent"
  case countRecipients = "count.recipients"
  case countDays = "count.days"
  case countRejected = "count.rejected"
  case countDuplicates = "count.duplicates"
  case countExpired = "count.expired"
  case countDeleted = "count.deleted"
  case countOwnActions = "count.ownActions"
  case countUpcoming = "count.upcoming"
  case countHeadline = "count.headline"
  case countMore = "count.more"
  case countMoreUrgent = "count.moreUrgent"
  case countKind = "count.kind"

  // Against an earlier digest; argument: `count`, the difference.
  case changeYesterdayMore = "change.yesterday.more"
  case changeYesterdayFewer = "change.yesterday.fewer"
  case changeYesterdaySame = "change.yesterday.same"
  case changeWeekMore = "change.week.more"
  case changeWeekFewer = "change.week.fewer"
  case changeWeekSame = "change.week.same"
  case changeLastMore = "change.last.more"
  case changeLastFewer = "change.last.fewer"
  case changeLastSame = "change.last.same"

  // A priority as a badge and as a name.
  case priorityBadgeHigh = "priority.badge.high"
  case priorityBadgeNormal = "priority.badge.normal"
  case priorityBadgeLow = "priority.badge.low"
  case priorityNameHigh = "priority.name.high"
  case priorityNameNormal = "priority.name.normal"
  case priorityNameLow = "priority.name.low"

  // What a list leaves out; arguments: `count`, or those in the catalogue.
  case moreItems = "more.items"
  case moreUrgent = "more.urgent"
  case moreRest = "more.rest"
  case moreKinds = "more.kinds"
  case moreOthers = "more.others"

  // A notification and its parts.
  case itemUntitled = "item.untitled"
  case itemUnread = "item.unread"
  case itemRead = "item.read"
  case itemFollow = "item.follow"
  case itemFollowing = "item.following"
  case itemLabelFrom = "item.labelFrom"
  case itemReadIn = "item.readIn"
  case itemRepeated = "item.repeated"
  case itemPhotos = "item.photos"
  case itemVideos = "item.videos"
  case itemNotes = "item.notes"
  case itemPhotoOf = "item.photoOf"
  case itemVideoOf = "item.videoOf"

  // Lists of words; arguments: `first`, `second`.
  case listPair = "list.pair"
  case listMiddle = "list.middle"
  case listEnd = "list.end"
  // The people that a list leaves out, as its last part; argument: `count`.
  case listOthers = "list.others"

  // Ages; argument: `count`. `range` takes `from` and `to`, the last three `date`, `time`, `zone`.
  case timeNow = "time.now"
  case timeMinutes = "time.minutes"
  case timeHours = "time.hours"
  case timeDays = "time.days"
  case timeYesterday = "time.yesterday"
  case timeSince = "time.since"
  case timeRange = "time.range"
  case timeUntil = "time.until"
  case timeAsOf = "time.asOf"
  case timeZoneless = "time.zoneless"
  case timeZone = "time.zone"

  // Titles and table heads of a digest.
  case digestTitle = "digest.title"
  case digestTitleFor = "digest.titleFor"
  case digestEmpty = "digest.empty"
  case digestNothingInDays = "digest.nothingInDays"
  case digestNothingSince = "digest.nothingSince"
  case digestNoMatch = "digest.noMatch"
  case digestNoMatchSince = "digest.noMatchSince"
  case digestOlder = "digest.older"
  case digestOlderRead = "digest.olderRead"
  case digestByType = "digest.byType"
  case digestByPriority = "digest.byPriority"
  case digestPerDay = "digest.perDay"
  case digestUnread = "digest.unread"

  // The digest mail: subject, preheader, footer.
  case mailSubject = "mail.subject"
  case mailSubjectDated = "mail.subjectDated"
  case mailOpenInbox = "mail.openInbox"
  case mailReason = "mail.reason"
  case mailReasonApp = "mail.reasonApp"
  case mailUnsubscribe = "mail.unsubscribe"
  case mailManage = "mail.manage"
  case mailMute = "mail.mute"

  // The feeds; argument: `app`.
  case feedTitle = "feed.title"

  // The inbox page.
  case inboxTitle = "inbox.title"
  case inboxTitleUnread = "inbox.titleUnread"
  case inboxSkip = "inbox.skip"
  case inboxSearch = "inbox.search"
  case inboxFilterByType = "inbox.filterByType"
  case inboxFilterByState = "inbox.filterByState"
  case inboxFilterByPriority = "inbox.filterByPriority"
  case inboxAnyPriority = "inbox.anyPriority"
  case inboxAll = "inbox.all"
  case inboxUnread = "inbox.unread"
  case inboxRead = "inbox.read"
  case inboxMarkRead = "inbox.markRead"
  case inboxMarkReadTitle = "inbox.markReadTitle"
  case inboxMarkUnread = "inbox.markUnread"
  case inboxMarkUnreadTitle = "inbox.markUnreadTitle"
  case inboxMarkShown = "inbox.markShown"
  case inboxDeleteShown = "inbox.deleteShown"
  case inboxDelete = "inbox.delete"
  case inboxLater = "inbox.later"
  case inboxLaterTitle = "inbox.laterTitle"
  case inboxLaterEvening = "inbox.laterEvening"
  case inboxLaterTomorrow = "inbox.laterTomorrow"
  case inboxSelected = "inbox.selected"
  case inboxSinceVisit = "inbox.sinceVisit"
  case inboxPageFrom = "inbox.pageFrom"
  case inboxDeleteTitle = "inbox.deleteTitle"
  case inboxUndo = "inbox.undo"
  case inboxDeleted = "inbox.deleted"
  case inboxCleared = "inbox.cleared"
  case inboxMarkedRead = "inbox.markedRead"
  case inboxMarkedReadTitle = "inbox.markedReadTitle"
  case inboxMarkedUnreadTitle = "inbox.markedUnreadTitle"
  case inboxFound = "inbox.found"
  case inboxUrgentLeft = "inbox.urgentLeft"
  case inboxNothingUrgent = "inbox.nothingUrgent"
  case inboxNoMatch = "inbox.noMatch"
  case inboxShowAllAgain = "inbox.showAllAgain"
  case inboxEmpty = "inbox.empty"
  case inboxCaughtUp = "inbox.caughtUp"
  case inboxStorageRefused = "inbox.storageRefused"
  case inboxDownloadMarks = "inbox.downloadMarks"
  case inboxDownloadHint = "inbox.downloadHint"
  case inboxNoScript = "inbox.noScript"
  case inboxMore = "inbox.more"
  case inboxShortcuts = "inbox.shortcuts"
  case inboxClose = "inbox.close"
  case inboxUseKeys = "inbox.useKeys"
  case inboxKeyNext = "inbox.keyNext"
  case inboxKeyPrevious = "inbox.keyPrevious"
  case inboxKeyOpen = "inbox.keyOpen"
  case inboxKeyFollow = "inbox.keyFollow"
  case inboxKeyRead = "inbox.keyRead"
  case inboxKeyDelete = "inbox.keyDelete"
  case inboxKeySelect = "inbox.keySelect"
  case inboxKeyNew = "inbox.keyNew"
  case inboxKeySearch = "inbox.keySearch"
  case inboxIndex = "inbox.index"
  case inboxNoInbox = "inbox.noInbox"

  // The summary in a terminal.
  case terminalPerDays = "terminal.perDays"
  case terminalPerWeeks = "terminal.perWeeks"
  case terminalBusiest = "terminal.busiest"
  case terminalRejected = "terminal.rejected"
  case terminalSources = "terminal.sources"
  case terminalRecords = "terminal.records"

  // A type without a name, and all other types together.
  case typeUnnamed = "type.unnamed"
  case typeOthers = "type.others"
}

extension MessageKey {
  /// The index in `allCases`, which is the byte that stores a case of such an enumeration. Hashing
  /// a key takes longer than writing its message.
  var ordinal: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
}
