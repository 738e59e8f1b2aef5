package import Languages

/// How files of recipients are read.
package struct RecipientOptions: Sendable {
  /// Those of the run, by whose declarations a system's own preferences are read.
  package var profiles: [Profile]
  /// The zones of the run; one that they have not is a fault.
  package var zones: Zones
  package var keys: AddressKeys
  /// The table or view of a database; nil looks for it.
  package var table: String?
  /// Where a private copy of a database goes when logs are left over beside it.
  package var temporaryFolder: String

  package init(
    profiles: [Profile], zones: Zones, keys: AddressKeys, table: String? = nil,
    temporaryFolder: String
  ) {
    self.profiles = profiles
    self.zones = zones
    self.keys = keys
    self.table = table
    self.temporaryFolder = temporaryFolder
  }
}

/// An entry of a file of recipients.
package enum RecipientEntry: Equatable, Sendable {
  case draft(RecipientDraft)
  case rejected(CompanionReject)
}

/// What a file of recipients, or of their preferences, holds.
package struct RecipientReading: Equatable, Sendable {
  /// In the order of the file.
  package var entries: [RecipientEntry] = []
  /// Members or columns that nobody reads, among them perhaps misspelt ones; of the first 1,000
  /// entries.
  package var unknownFields: Set<String> = []

  /// The names of fields that say something, in one spelling each.
  package static let fieldNames = RecipientField.members

  package init() {}

  package var drafts: [RecipientDraft] {
    entries.compactMap {
      switch $0 {
      case .draft(let draft): draft
      case .rejected: nil
      }
    }
  }

  package var rejects: [CompanionReject] {
    entries.compactMap {
      switch $0 {
      case .draft: nil
      case .rejected(let reject): reject
      }
    }
  }
}
