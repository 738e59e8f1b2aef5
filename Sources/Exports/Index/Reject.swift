/// A record that is left out, and why.
package struct Reject: Equatable, Sendable {
  /// The input as it was given.
  package var file: String
  package var place: ExportPlace
  /// The field as the record names it; several names where any of them would do.
  package var field: String?
  package var reason: RejectReason
  /// Its bytes in the input, or, of a database, in the rows written as JSON Lines.
  package var range: Range<Int64>

  package init(
    file: String, place: ExportPlace, field: String? = nil, reason: RejectReason,
    range: Range<Int64>
  ) {
    self.file = file
    self.place = place
    self.field = field
    self.reason = reason
    self.range = range
  }
}

/// What was set right, or not understood, in records that were taken; counts of records.
package struct ReadingWarnings: Equatable, Sendable {
  /// A key stood twice in one object; the last one won.
  package var duplicateKeys = 0
  /// Half of a surrogate pair became U+FFFD.
  package var loneSurrogates = 0
  /// A type that the profile does not know.
  package var unknownTypes = 0
  /// A priority that the profile does not know; taken for normal.
  package var unknownPriorities = 0
  /// Two read columns disagree; read wins.
  package var readDisagreements = 0
  /// The actor is the recipient; taken for deleted.
  package var ownActions = 0

  package init() {}

  mutating func count(_ notices: RecordNotices, _ mapping: MappingNotices) {
    // Nearly every record has none.
    guard !notices.isEmpty || !mapping.isEmpty else { return }
    if notices.contains(.duplicateKey) { duplicateKeys += 1 }
    if notices.contains(.loneSurrogate) { loneSurrogates += 1 }
    if mapping.contains(.unknownType) { unknownTypes += 1 }
    if mapping.contains(.unknownPriority) { unknownPriorities += 1 }
    if mapping.contains(.readDisagreement) { readDisagreements += 1 }
    if mapping.contains(.ownAction) { ownActions += 1 }
  }

  mutating func add(_ other: ReadingWarnings) {
    duplicateKeys += other.duplicateKeys
    loneSurrogates += other.loneSurrogates
    unknownTypes += other.unknownTypes
    unknownPriorities += other.unknownPriorities
    readDisagreements += other.readDisagreements
    ownActions += other.ownActions
  }
}
