import ByteText
import Digests
import Exports
import Notifications
import Pipeline
import Recipients

/// Exports that were read for the documents of several people, and who these people are.
struct AddressedReading {
  let exports: Reading
  let persons: PersonList
  /// The entries of the recipients file that could not be used.
  let rejects: [SideFileReject]
  private let session: Session
  /// Nil without a recipients file.
  private let audience: Audience?

  /// - Parameters:
  ///   - earlier: asked only if a run is for some recipients; who has a document of an earlier run,
  ///     since they may be in no export now.
  ///   - mustNameRecipients: throws if no record has the recipient field that the user's own profile
  ///     names.
  ///   - adjust: what a kind of documents changes of the selection.
  init(
    _ session: Session, _ options: SelectionOptions, earlier: () throws -> [RecipientID] = { [] },
    mustNameRecipients: Bool, adjust: (inout Selection) -> Void
  ) async throws {
    self.session = session
    var selection = try session.selection(options, defaultDays: nil)
    let only = selection.recipients
    selection.recipients = try session.recipients.identities(of: only)
    adjust(&selection)
    exports = try await session.read(selection, forRecipients: true)
    if mustNameRecipients, let refusal = GuessSentence.refusal(of: exports.index) { throw refusal }
    let exports = exports
    let audience =
      session.inputs.recipients.isEmpty
      ? nil
      : try Audience(
        of: exports, home: HomeProfile.of(exports.index), recipients: session.recipients)
    self.audience = audience
    // A document is made without a name too, so people who cannot be read are no error.
    persons =
      audience?.persons(in: exports, only: only)
      ?? Persons.all(in: exports, names: session.recipients.names(in: exports))
    rejects = audience?.rejects ?? []
    for missing in audience?.languages(in: exports) ?? [] {
      Command.say("tidings: " + LanguageSentence.of(missing))
    }
    let known =
      only == nil
      ? []
      : try (audience?.people.recipients.map(\.id) ?? []) + persons.map(\.recipient.id)
        + rejects.compactMap(\.recipient) + earlier()
    try session.check(exports, recipients: only, known: known, types: options.types)
  }

  /// Writes the folder of a run unless it is refused, and prints what was done.
  ///
  /// - Parameters:
  ///   - maxAhead: the most seconds that the clock may be ahead.
  ///   - isForced: whether to write what would be refused.
  func write(
    _ run: any PersonFolderRun, to folder: String, _ paths: OutputPaths, maxAhead: Int64,
    isForced: Bool
  ) async throws {
    let kind = run.kind
    try paths.check(
      documents: try run.fileNames(in: folder), in: folder, "the folder of \(kind.plural)")
    if !isForced,
      let refusal = try run.refusal(in: folder, maxAhead: maxAhead, clock: PlaceOptions.machineTime)
    {
      throw refusal
    }
    let jobs = session.inputs.jobs ?? Machine.cores
    if let warning = KeySentence.of(folder) { Command.say("tidings: " + warning) }
    let report = try await session.progress.during(.folder(kind)) { progress in
      try await run.write(
        to: folder, newKey: .random(), isDryRun: false, jobs: jobs, progress: progress.advance)
    }
    try StandardStream.output.say(report.sentence(of: kind))
  }

  /// Prints what was not usable, and ends the run.
  ///
  /// - Parameters:
  ///   - kind: what was made: `pages`.
  ///   - sentences: further warnings.
  func finish(
    _ droppedLinks: DroppedLinks, in kind: String, sentences: [String] = []
  ) throws -> ExitStatus {
    for reject in rejects { Command.say("tidings: " + SideFileSentence.of(reject)) }
    for warning in audience?.warnings(session.inputs.recipients, KnownTypes(exports)) ?? [] {
      Command.say("tidings: " + warning)
    }
    for sentence in DroppedLinkSentence.of(droppedLinks, in: kind) + sentences {
      Command.say("tidings: " + sentence)
    }
    let status = try session.finish(exports)
    return rejects.isEmpty ? status : .doneWithRejects
  }
}
