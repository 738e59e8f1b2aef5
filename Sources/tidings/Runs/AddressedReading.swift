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
    _ session: Session, earlier: () throws -> [RecipientID] = { [] },
    mustNameRecipients: Bool, adjust: (inout Selection) -> Void
  ) async throws {
    self.session = session
    var selection = try session.selection()
    let only = selection.recipients
    selection.recipients = try session.recipients.identities(of: only)
    adjust(&selection)
    exports = try await session.read(selection, forRecipients: true)
    if mustNameRecipients, let refusal = exports.index.refusalOfDocuments { throw refusal }
    let exports = exports
    let audience =
      session.inputs.recipients.isEmpty
      ? nil
      : try Audience(of: exports, home: exports.index.home, recipients: session.recipients)
    self.audience = audience
    // A document is made without a name too, so people who cannot be read are no error.
    persons =
      audience?.persons(in: exports, only: only)
      ?? PersonList(exports, names: session.recipients.names(in: exports))
    rejects = audience?.rejects ?? []
    Command.warn((audience?.languages(in: exports) ?? []).map(LanguageSentence.of))
    let known =
      only == nil
      ? []
      : try (audience?.people.recipients.map(\.id) ?? []) + persons.map(\.recipient.id)
        + rejects.compactMap(\.recipient) + earlier()
    try session.check(exports, recipients: only, known: known, types: session.request.chosen.types)
  }

  /// Writes the folder of a run unless it is refused, and prints what was done.
  func writeDocuments(of run: any PersonFolderRun, to folder: String) async throws {
    let (kind, request) = (run.kind, session.request)
    try session.paths.check(
      documents: try run.fileNames(in: folder), in: folder, "the folder of \(kind.plural)")
    let maxAhead = request.plan.streams[0].options.limits.maxAhead
    if !request.isForced,
      let refusal = try run.refusal(in: folder, maxAhead: maxAhead, clock: Request.machineTime)
    {
      throw refusal
    }
    Command.warn([KeySentence.of(folder)].compactMap(\.self))
    let report = try await session.progress.during(.folder(kind)) { progress in
      try await run.write(
        to: folder, newKey: .random(), isDryRun: false, jobs: session.jobs,
        progress: progress.advance)
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
    Command.warn(
      rejects.map(\.sentence)
        + (audience?.warnings(session.inputs.recipients, KnownTypes(exports)) ?? [])
        + DroppedLinkSentence.of(droppedLinks, in: kind) + sentences)
    let status = try session.finish(exports)
    return rejects.isEmpty ? status : .doneWithRejects
  }
}
