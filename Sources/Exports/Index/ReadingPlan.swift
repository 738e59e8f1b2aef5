import Languages
import Notifications

/// What all workers of a run share.
struct ReadingPlan: Sendable {
  let options: ReadingOptions
  let records: RecordPlan
  let decoders: [NotificationDecoder]
  let names: EnvelopeNames
  let recipients: RecipientTable
  let types: TypeRegister

  /// Nil where there is no memory, or no profile.
  init?(_ options: ReadingOptions) {
    let profiles = options.candidates.profiles
    guard let records = RecordPlan(profiles, surveys: options.surveys) else { return nil }
    let decoders = profiles.compactMap { NotificationDecoder($0, baseURL: options.baseURL) }
    guard decoders.count == profiles.count else { return nil }
    self.options = options
    self.records = records
    self.decoders = decoders
    names = EnvelopeNames(profiles)
    recipients = RecipientTable(only: options.recipients)
    types = TypeRegister()
  }

  /// Whether nothing outside of an input's records says whose they are.
  func isUnowned(_ input: String) -> Bool {
    options.owner == nil && options.fileNamePattern?.recipient(in: input) == nil
  }

  /// Whose an input's records are that say nothing about it, nor does their envelope.
  func owner(of input: String) -> RecipientID {
    options.fileNamePattern?.recipient(in: input) ?? options.owner ?? RecipientID("me")
  }
}
