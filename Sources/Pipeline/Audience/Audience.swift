package import ByteText
package import Delivery
package import Exports
import Languages
internal import MailMessages
package import Notifications
import Profiles
package import Recipients

/// Whom a run knows: the persons of the recipients file and of the exports, and the addresses that are
/// never mailed.
package struct Audience: Sendable {
  package let people: People
  package let suppressed: SuppressionList
  /// Whose ids those are that name no system.
  package let home: ProfileName
  /// Fields of the recipients file that say nothing, in the order of their bytes.
  package let unknownFields: [String]
  private let hasFile: Bool
  /// The names that the exports have of their people; none with a recipients file, which has its own.
  private let names: [PersonID: String]

  /// Reads what the exports that were read hold of their recipients, the recipients file, and the
  /// addresses that are never mailed.
  ///
  /// - Throws: a `Fault` for a file that cannot be used.
  package init(
    of reading: Reading, home: ProfileName, recipients: GivenRecipients, suppress: String? = nil
  ) throws(Fault) {
    let (file, options) = (try recipients.handOver(), recipients.options)
    let own = try reading.index.embeddedRecipients(options)
    self.home = home
    people = People(
      file: file, own: own, profile: home,
      profiles: options.profiles, keys: options.keys, defaultZone: reading.place.zone)
    suppressed = try SuppressionList(path: suppress, keys: options.keys)
    unknownFields = file?.unknownFields.sorted() ?? []
    hasFile = file != nil
    names = hasFile ? [:] : own.names
  }

  /// Entries of the recipients file, and of the exports' own people, that could not be taken.
  package var rejects: [SideFileReject] { people.rejects }

  /// One person of the exports and one of the recipients file, as an example, if both have some but
  /// none in common; nil otherwise. The file's is one with the same id, if there is one, who has
  /// another profile.
  package func strangers(in reading: Reading) -> (export: PersonID, file: PersonID)? {
    guard hasFile, let file = people.recipients.first else { return nil }
    var stranger: PersonID?
    for mailbox in reading.mailboxes {
      let profile = reading.mailboxes.profile(of: mailbox) ?? home
      let isKnown =
        people.person(profile, mailbox.recipient) != nil
        || people.reject(profile, mailbox.recipient) != nil
      if isKnown { return nil }
      if mailbox.recipient == reading.owner { continue }
      stranger = stranger ?? PersonID(profile, mailbox.recipient)
    }
    return stranger.map { stranger in
      let named = people.recipients.first { $0.id == stranger.recipient } ?? file
      return (stranger, PersonID(named.profile ?? home, named.id))
    }
  }

  /// The languages that recipients ask for and that no catalogue is for, as they are requested, in the
  /// order of their tags; their recipients read English.
  package func languages(in reading: Reading) -> [(tag: String, recipients: Int)] {
    var counts: [String: Int] = [:]
    for locale in people.recipients.compactMap(\.locale) { counts[locale.text, default: 0] += 1 }
    return counts.filter {
      reading.vocabulary.catalogues.localization(for: $0.key).fellBackFrom != nil
    }
    .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Everybody who has a page: by the wishes and the identities of the recipients file, or without one
  /// everybody who has notifications.
  ///
  /// - Parameter only: the recipients that were asked for; nil for all.
  package func persons(in reading: Reading, only: Set<RecipientID>? = nil) -> PersonList {
    hasFile
      ? Persons.all(in: reading, people: people, home: home, only: only)
      : PersonList(reading, names: names)
  }
}

extension ExportIndex {
  /// The profile of the first export that has one; empty if none has.
  package var home: ProfileName { sources.lazy.compactMap(\.profile).first ?? ProfileName("") }

  /// The system of ids that name none.
  ///
  /// The profile of the first export that has one, or with ledgers that of the first run they
  /// remember; empty if there is none. The ledgers keep it stable when exports are reordered or one
  /// is empty for a night.
  package func home(rememberedBy ledgers: [Ledger]) throws(Fault) -> ProfileName {
    var homes: [[UInt8]?] = []
    for ledger in ledgers { homes.append(try ledger.home()) }
    let known = homes.lazy.compactMap(\.self).first
      .map { ProfileName(String(decoding: $0, as: UTF8.self)) }
    let home = known ?? self.home
    if home.text.isEmpty { return home }
    for (ledger, known) in zip(ledgers, homes) where known == nil {
      try ledger.remember(home: Array(home.text.utf8))
    }
    return home
  }
}

/// The recipients files of a run, if any are given. They are read when they are first asked for, and
/// once: a pipe cannot be read again.
package final class GivenRecipients {
  let options: RecipientOptions
  private let paths: [String]
  private var kept: RecipientReading?

  /// - Parameter owner: whose a file is that is one object without an id.
  package init(
    _ paths: [String], owner: RecipientID?, _ vocabulary: Vocabulary, temporaryFolder: String
  ) {
    self.paths = paths
    options = RecipientOptions(
      profiles: vocabulary.profiles.profiles, zones: Zones(), keys: .ofMail, owner: owner,
      temporaryFolder: temporaryFolder)
  }

  /// What the file says, for the people who are made of it; nil if there is none.
  func handOver() throws(Fault) -> RecipientReading? {
    // Nobody asks again, and it takes 280 bytes per recipient.
    defer { kept = nil }
    return try reading()
  }

  private func reading() throws(Fault) -> RecipientReading? {
    if kept == nil, !paths.isEmpty { kept = try RecipientsFile.read(paths, options: options) }
    return kept
  }

  /// The ids that people have in these systems, and those of people without a profile; nil without a
  /// file.
  package func everyone(of profiles: Set<ProfileName>) throws(Fault) -> [RecipientID]? {
    try reading()?.drafts.flatMap { draft in
      let also = draft.also.filter { profiles.contains($0.key) }.map(\.value).sorted()
      let isOfThese = draft.profile.map(profiles.contains) ?? also.isEmpty
      return (isOfThese ? [draft.id] : []) + also
    }
  }

  /// All ids that the exports may use for these recipients.
  package func identities(of recipients: Set<RecipientID>?) throws(Fault) -> Set<RecipientID>? {
    guard let reading = try reading(), let recipients else { return recipients }
    return reading.drafts.reduce(into: recipients) { all, draft in
      if recipients.contains(draft.id) { all.formUnion(draft.also.values) }
    }
  }

  /// The names that exports give to their own people; none if these cannot be read.
  package func names(in reading: Reading) -> [PersonID: String] {
    (try? reading.index.embeddedRecipients(options))?.names ?? [:]
  }
}
