package import ByteText
import Exports
import Languages
package import Notifications
import Profiles
import Recipients

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
