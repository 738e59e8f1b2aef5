import Exports
import Languages
import MailMessages
import Notifications
import Pipeline
import Profiles
import Recipients

/// The recipients file of `digest`, `inbox` or a mail run for some recipients, if one is given.
struct AddressedRecipients {
  private let path: String?
  private let reading: RecipientReading?
  private let options: RecipientOptions
  private let place: Place

  init(_ path: String?, _ session: Session) throws {
    // Keeps an invalid address as it is written: pages need none.
    let keys = AddressKeys { try? EmailAddress($0).comparisonKey }
    let options = RecipientOptions(
      profiles: session.vocabulary.profiles.profiles, zones: Zones(), keys: keys,
      temporaryFolder: Machine.temporaryFolder)
    self.options = options
    place = session.place
    self.path = path
    reading = try path.map { path throws(SideFileError) in
      try RecipientsFile.read(path, options: options)
    }
  }

  /// The ids of all people of these profiles, and of those whose profile the file does not name.
  func everyone(of profiles: Set<ProfileName>) -> [RecipientID] {
    reading?.drafts.filter { $0.profile.map(profiles.contains) ?? true }.map(\.id) ?? []
  }

  /// All ids that the exports may use for these recipients.
  func identities(of recipients: Set<RecipientID>?) -> Set<RecipientID>? {
    guard let recipients, let reading else { return recipients }
    return reading.drafts.reduce(into: recipients) { all, draft in
      if recipients.contains(draft.id) { all.formUnion(draft.also.values) }
    }
  }

  /// The ids that the file knows and those of `persons`, including entries that were rejected.
  func known(_ persons: PersonList, _ rejects: [SideFileReject]) -> [RecipientID] {
    (reading?.drafts.map(\.id) ?? []) + persons.map(\.recipient.id)
      + rejects.compactMap(\.recipient)
  }

  /// Warns about what in the file has no effect but was probably meant to have one.
  func warn(of persons: PersonList, in exports: Reading) {
    guard let path, let reading else { return }
    let warnings = RecipientsWarning.all(
      of: persons.map(\.recipient), unknownFields: reading.unknownFields.sorted(), in: path,
      KnownTypes(exports))
    for warning in warnings { Command.say("tidings: " + warning) }
  }

  /// Everyone who gets a document, and the entries of the file that could not be used.
  func persons(
    in reading: Reading, only: Set<RecipientID>?
  ) throws -> (persons: PersonList, rejects: [SideFileReject]) {
    guard let file = self.reading else {
      // A document is made without a name too, so people who cannot be read are no error.
      let own = try? reading.index.embeddedRecipients(options)
      return (Persons.all(in: reading, names: own?.names ?? [:]), [])
    }
    let home = try HomeProfile.of(reading.index)
    let people = People(
      file: file, own: try reading.index.embeddedRecipients(options), profile: home,
      profiles: options.profiles, keys: options.keys, defaultZone: place.zone, zones: options.zones)
    for missing in MissingLanguage.all(of: people.recipients, reading.vocabulary.catalogues) {
      Command.say("tidings: " + LanguageSentence.of(missing))
    }
    let persons = Persons.all(
      in: reading, people: people, home: home, zones: options.zones, only: only)
    return (persons, people.rejects)
  }
}
