import Notifications

/// What the exports themselves hold of their recipients, beside the notifications.
package struct OwnRecipients: Equatable, Sendable {
  /// The names of tables, or of lists around the records, that are read like a recipients file: of
  /// others nobody knows whether their ids are those of recipients.
  static let names = ["recipients", "users"]

  /// People: addresses and wishes.
  package var people: [RecipientReading] = []
  /// The preferences that the profile declares, such as foodshare's `notification_preferences`.
  package var preferences: [RecipientReading] = []

  package init(people: [RecipientReading] = [], preferences: [RecipientReading] = []) {
    self.people = people
    self.preferences = preferences
  }

  /// Reads the tables of a database whose records are `profile`'s.
  mutating func read(
    database path: String, of profile: Profile, _ options: RecipientOptions
  ) throws(CompanionError) {
    let rows = RecipientRows(options)
    if let reading = try rows.readPeople(path) { people.append(reading.belonging(to: profile)) }
    if profile.preferences != nil, let reading = try rows.readPreferences(path, profile: profile) {
      preferences.append(reading)
    }
  }

  /// Reads the members of the objects around a document's records.
  mutating func read(
    document file: String, of profile: Profile, _ options: RecipientOptions,
    recordNames: [String], read: @escaping EnvelopeMember.Read
  ) throws(CompanionError) {
    let tables = profile.preferences?.tables ?? []
    var search = EnvelopeMember(
      named: tables + Self.names, beside: recordNames, read: read)
    for found in try search.found() {
      let member = try OwnMember(found, file: file, read)
      if tables.contains(found.name) {
        preferences.append(try member.preferences(of: profile))
      } else if let reading = try member.people(options) {
        people.append(reading.belonging(to: profile))
      }
    }
  }
}

extension RecipientReading {
  /// With the profile as that of all entries that name none. Only a recipients file joins identities:
  /// an export's own tables may be the users' to write.
  fileprivate func belonging(to profile: Profile) -> RecipientReading {
    var reading = self
    reading.entries = entries.map { entry in
      switch entry {
      case .draft(var draft):
        draft.profile = draft.profile ?? profile.name
        draft.also = [:]
        return .draft(draft)
      case .rejected(var reject):
        reject.profile = reject.profile ?? profile.name
        return .rejected(reject)
      }
    }
    return reading
  }
}

extension ExportIndex {
  /// Reads what the inputs hold of their recipients, in the order of the inputs.
  package func ownRecipients(
    _ options: RecipientOptions
  ) throws(CompanionError) -> OwnRecipients {
    var own = OwnRecipients()
    for source in sources where source.records > 0 {
      guard let profile = options.profiles.first(where: { $0.name == source.profile }) else {
        continue
      }
      switch source.format {
      case .json:
        try own.read(
          document: source.file, of: profile, options, recordNames: recordNames
        ) {
          (offset, target) throws(CompanionError) in
          try self.read(source.file, at: offset, into: target)
        }
      case .sqlite:
        if CompanionFile.isDatabase(source.file) {
          try own.read(database: source.file, of: profile, options)
        } else if profile.preferences != nil {
          throw CompanionError(file: source.file, reason: .needsFile)
        }
      }
    }
    return own
  }
}
