package import ByteText
package import Exports
package import Notifications
import Profiles

/// The recipients in the exports themselves, beside the notifications.
package struct EmbeddedRecipients: Equatable, Sendable {
  /// The names of tables and lists that are read like a recipients file. Ids in other tables may
  /// not be those of recipients.
  static let names = ["recipients", "users"]

  /// Those names, after the profile's own.
  static func names(of profile: Profile) -> [String] {
    (profile.preferences?.peopleTables ?? []) + names
  }

  /// People with their addresses and preferences.
  package var people: [RecipientReading] = []
  /// The preferences that the profile declares, such as foodshare's `notification_preferences`.
  package var preferences: [RecipientReading] = []

  /// The names of the people, by whose they are; of two the first counts.
  package var names: [PersonID: String] {
    people.flatMap(\.drafts).reduce(into: [:]) { names, draft in
      guard let profile = draft.profile, let name = draft.name else { return }
      let person = PersonID(profile, draft.id)
      names[person] = names[person] ?? name
    }
  }

  /// Reads the tables of a database with records of `profile`.
  mutating func read(
    database path: String, of profile: Profile, _ options: RecipientOptions
  ) throws(Fault) {
    let file = ObjectFile(database: path)
    let own = try RecipientsFile.read(file, options) {
      try $0.tableOfPeople(of: profile, named: Self.names(of: profile)).map { [$0] } ?? []
    }
    if !own.entries.isEmpty { people.append(own.belonging(to: profile)) }
    if profile.preferences == nil { return }
    let kept = try RecipientsFile.read(file, options) {
      try $0.preferences(of: profile).map { [$0] } ?? []
    }
    if !kept.entries.isEmpty { preferences.append(kept) }
  }

  /// Reads the members of the objects around a document's records.
  mutating func read(
    document file: String, of profile: Profile, _ options: RecipientOptions,
    recordNames: [String], read: @escaping EnvelopeMember.Read
  ) throws(Fault) {
    let tables = profile.preferences?.tables ?? []
    var search = EnvelopeMember(
      named: tables + Self.names(of: profile), beside: recordNames, read: read)
    for found in try search.found() {
      let areRows = tables.contains(found.name)
      let reader = RecipientReader(
        options, peopleOf: areRows ? nil : profile, rowsOf: areRows ? profile : nil)
      let list = try Self.reading(found, of: file, read, by: reader, takesKeys: !areRows)
      if areRows { preferences.append(list) } else { people.append(list.belonging(to: profile)) }
    }
  }

  /// Reads the elements of a list around an export's records.
  ///
  /// - Parameter takesKeys: whether the keys of an object around them are ids.
  private static func reading(
    _ found: EnvelopeMember.Found, of file: String, _ read: EnvelopeMember.Read,
    by reader: RecipientReader, takesKeys: Bool
  ) throws(Fault) -> RecipientReading {
    let limit = ObjectFile.limit
    guard found.range.count <= limit else { throw .tooLarge(file, limit: limit) }
    var bytes = [UInt8](repeating: 0, count: found.range.count)
    let length = try bytes.withMutableRawBytes { (bytes) throws(Fault) -> Int in
      try read(found.range.lowerBound, bytes)
    }
    guard length == bytes.count else { throw .changed(file) }
    var reading = RecipientReading()
    let layout = ObjectFile.Layout(
      shape: EntryShape(identifying: [], lists: []), temporaryFolder: ""
    ) { _ in [] }
    try ObjectFile(SideFileText(bytes), path: file).visit(layout) {
      // The list may be one line of a file of many.
      let line = found.line + ($0.place.line ?? 1) - 1
      reader.read(
        $0.bytes, key: takesKeys ? $0.key : nil, file: file,
        place: line == 1 ? $0.place : Fault.Place(line: line), into: &reading)
    }
    return reading
  }
}

extension RecipientReading {
  /// This reading with the profile in all entries that name none. Only a recipients file joins
  /// identities: users may be able to write an export's own tables.
  fileprivate func belonging(to profile: Profile) -> RecipientReading {
    var reading = self
    reading.people = people.map { $0.belonging(to: profile) }
    reading.preferences = preferences.map { $0.belonging(to: profile) }
    return reading
  }
}

extension RecipientEntry {
  fileprivate func belonging(to profile: Profile) -> RecipientEntry {
    switch self {
    case .draft(var draft):
      draft.profile = draft.profile ?? profile.name
      draft.also = [:]
      return .draft(draft)
    case .rejected(var reject):
      reject.profile = reject.profile ?? profile.name
      return .rejected(reject)
    }
  }
}

extension ExportIndex {
  /// Reads the recipients in the inputs, in the order of the inputs.
  package func embeddedRecipients(_ options: RecipientOptions) throws(Fault) -> EmbeddedRecipients {
    var own = EmbeddedRecipients()
    for source in sources where source.records > 0 {
      let profiles = options.profiles + drafted
      guard let profile = profiles.last(where: { $0.name == source.profile }) else { continue }
      switch source.format {
      case .json:
        try own.read(document: source.file, of: profile, options, recordNames: recordNames) {
          (offset, target) throws(Fault) in try self.read(source.file, at: offset, into: target)
        }
      // A table of notifications holds no people.
      case .csv: continue
      case .sqlite:
        if ObjectFile.isDatabase(at: source.file) {
          try own.read(database: source.file, of: profile, options)
        } else if profile.preferences != nil {
          throw Fault(
            .unusable, code: "needs-file", of: source.file,
            "the recipients' preferences can be read only if the database is a plain file",
            advice: "decompress it and name the new file")
        }
      }
    }
    return own
  }
}
