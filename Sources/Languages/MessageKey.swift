internal import ByteText

/// A message that documents use, named after its path in a catalogue: `sectionUrgent` is
/// `section.urgent`.
///
/// A closed set, so that a misspelling does not compile. `catalogues/en.yaml` lists each message's
/// arguments.
package enum MessageKey: String, CaseIterable, Sendable {
  // The sections of a digest.
  case sectionUrgent, sectionToday, sectionYesterday, sectionEarlier
  // Counts; arguments: `count`, or those in the catalogue.
  case countNew, countOfThemUrgent, countNotifications, countUnread, countUrgent, countRecipients
  case countDays, countRejected, countDuplicates, countExpired, countDeleted, countOwnActions
  case countUpcoming, countHeadline, countMore, countMoreUrgent, countKind
  // Against an earlier digest; argument: `count`, the difference.
  case changeYesterdayMore, changeYesterdayFewer, changeYesterdaySame, changeWeekMore
  case changeWeekFewer, changeWeekSame, changeLastMore, changeLastFewer, changeLastSame
  // A priority.
  case priorityHigh, priorityNormal, priorityLow
  // What a list leaves out; arguments: `count`, or those in the catalogue.
  case moreItems, moreUrgent, moreRest, moreKinds
  // A notification and its parts.
  case itemUntitled, itemUnread, itemRead, itemFollow, itemFollowing, itemLabelFrom, itemReadIn
  case itemRepeated, itemPhotos, itemVideos, itemNotes, itemPhotoOf, itemVideoOf
  // Lists of words; arguments: `first`, `second`.
  case listPair, listMiddle, listEnd
  // The people that a list leaves out, as its last part; argument: `count`.
  case listOthers
  // Ages; argument: `count`. `range` takes `from` and `to`, the last three `date`, `time`, `zone`.
  case timeNow, timeMinutes, timeHours, timeDays, timeYesterday, timeSince, timeRange, timeUntil
  case timeAsOf, timeZoneless, timeZone
  // Titles and table heads of a digest.
  case digestTitle, digestTitleFor, digestEmpty, digestNothingInDays, digestNothingSince
  case digestNoMatch, digestNoMatchSince, digestOlder, digestOlderRead, digestByType
  case digestPerDay, digestUnread
  // The digest mail: subject, preheader, footer.
  case mailSubject, mailSubjectDated, mailOpenInbox, mailReason, mailReasonApp, mailUnsubscribe
  case mailManage, mailMute
  // The feeds; argument: `app`.
  // The inbox page.
  case inboxTitle, inboxTitleUnread, inboxSkip, inboxSearch, inboxFilterByType, inboxFilterByState
  case inboxFilterByPriority, inboxAnyPriority, inboxAll, inboxUnread, inboxRead, inboxMarkRead
  case inboxMarkUnread, inboxActionTitle, inboxMarkShown, inboxDeleteShown
  case inboxOpen, inboxDelete, inboxLater, inboxLaterEvening, inboxLaterTomorrow
  case inboxLaterNow
  case inboxSelected, inboxSinceVisit, inboxPageFrom, inboxUndo, inboxDeleted
  case inboxCleared, inboxMarkedRead, inboxMarkedReadTitle, inboxMarkedUnreadTitle, inboxFound
  case inboxUrgentLeft, inboxNothingUrgent, inboxNoMatch, inboxShowAllAgain, inboxEmpty
  case inboxCaughtUp, inboxStorageRefused, inboxDownloadMarks, inboxDownloadHint, inboxNoScript
  case inboxMore, inboxShortcuts, inboxClose, inboxUseKeys, inboxKeyNext, inboxKeyPrevious
  case inboxKeyOpen, inboxKeyFollow, inboxKeyRead, inboxKeyDelete, inboxKeySelect, inboxKeyNew
  case inboxKeySearch, inboxIndex, inboxNewest, inboxNoInbox
  // The summary in a terminal.
  case terminalPerDays, terminalPerWeeks, terminalBusiest, terminalRejected, terminalSources
  case terminalRecords
  // A type without a name, and all other types together.
  case typeUnnamed, typeOthers

  /// The index in `allCases`, which is the byte that stores a case of such an enumeration.
  var ordinal: Int { Int(unsafeBitCast(self, to: UInt8.self)) }

  /// By ordinal. Those of changes and priorities have three parts, all others two.
  private static let paths = allCases.map { key in
    // Raw values are in the binary; to describe a case took 2 % of a start.
    let name = key.rawValue
    var dots = name.hasPrefix("change") || name.hasPrefix("priority") ? 2 : 1
    var path: [UInt8] = []
    for byte in name.utf8 {
      let isDotted = dots > 0 && byte != byte.asciiLowercased
      if isDotted { path.append(UInt8(ascii: ".")) }
      path.append(isDotted ? byte.asciiLowercased : byte)
      dots -= isDotted ? 1 : 0
    }
    return String(decoding: path, as: UTF8.self)
  }

  /// The path in a catalogue, with dots.
  package var path: String { Self.paths[ordinal] }
}
