package import Notifications

/// What was found in one input.
package struct SourceReport: Equatable, Sendable {
  /// The input as it was given.
  package var file: String
  package var format: ContainerFormat
  /// The profile of most of its records; nil where it has none.
  package var profile: ProfileName?
  /// The records that fit another profile instead, by its name.
  package var strays: [Stray] = []
  /// All records, those that were rejected included.
  package var records: Int
  package var rejected: Int
  /// Why something is missing; empty where all is there.
  package var incomplete: [Incompleteness]

  /// Records of a profile that is not their file's.
  package struct Stray: Equatable, Sendable {
    package var profile: ProfileName
    package var records: Int
  }

  package init(
    file: String, format: ContainerFormat, profile: ProfileName? = nil, records: Int = 0,
    rejected: Int = 0, incomplete: [Incompleteness] = []
  ) {
    self.file = file
    self.format = format
    self.profile = profile
    self.records = records
    self.rejected = rejected
    self.incomplete = incomplete
  }
}

/// Why an input is not all that there should be.
package enum Incompleteness: Equatable, Sendable {
  /// It ends inside a record, an array or an object.
  case torn
  /// It says whose its records are too far behind them.
  case lateOwner
  /// Its compressed form is cut.
  case compressionTorn
  /// Its compressed form is damaged, or followed by what does not belong to it.
  case compressionDamaged
  /// Its pages say that there are more of them.
  case missingPages(found: Int, expected: Int)
  /// Its pages say that there are more records.
  case missingRecords(found: Int, expected: Int)
  /// Its last page says that another follows.
  case nextPageMissing
}
