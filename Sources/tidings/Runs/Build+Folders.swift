import ByteText
import Digests
import Exports
import Pipeline
import Rendering

/// A run of pages or feeds, and where it writes them.
struct FolderStage: Sendable {
  let run: any PersonFolderRun
  let folder: String
  /// The key for names if the folder has none yet.
  let newKey: SipHash.Key
}

extension Build {
  /// The pages and feeds that the plan asks for.
  func folderStages(
    _ reading: Reading, for persons: PersonList, linkingTo inboxAddress: InboxAddress?
  ) throws -> [FolderStage] {
    var selection = Selection()
    selection.limit = InboxPlan.defaultLimit
    let pages = try plan.inbox.map { inbox in
      let run = try InboxRun(
        reading.selecting(selection), persons: persons, templates: templates, plan: inbox,
        muting: links.muting)
      return FolderStage(run: run, folder: inbox.folder, newKey: newKey)
    }
    selection = Selection()
    selection.collapses = false
    let feeds = plan.feeds.map { feeds in
      let run = FeedRun(
        reading.selecting(selection), persons: persons, templates: templates, plan: feeds,
        inboxURL: inboxAddress)
      return FolderStage(run: run, folder: feeds.folder, newKey: .random())
    }
    return [pages, feeds].compactMap(\.self)
  }
}

extension Job {
  /// Writes pages and feeds at the same time if several jobs are allowed: they share no file, and the
  /// writing of a folder alone leaves a core idle. Reports each as if it had run alone. Throws the
  /// failures in their order, after what the others did was reported.
  func run(_ stages: [FolderStage], jobs: Int) async throws {
    guard let first = stages.first else { return }
    let shown = stages.count == 1 ? Progress.Stage.folder(first.run.kind) : .folders
    let isDryRun = request.isDryRun
    let results = await progress.during(shown) { progress in
      await Self.results(of: stages, isDryRun: isDryRun, jobs: jobs, counter: progress.counter)
    }
    var failures: [any Error] = []
    for (stage, result) in zip(stages, results) {
      let kind = stage.run.kind
      warnGravely([KeySentence.of(stage.folder)].compactMap(\.self))
      report.warnings += DroppedLinkSentence.of(stage.run.droppedLinks, in: kind.plural)
      switch result {
      case .failure(let error): failures.append(error)
      case .success(let (folder, seconds)):
        report[kind] = folder
        end(
          ProgressSentence.name(of: .folder(kind)), seconds: seconds,
          folder.sentence(of: kind, isDryRun: isDryRun))
      }
    }
    if let failure = Fault.joined(failures) { throw failure }
  }

  private typealias Outcome = Result<(PersonFolderReport, seconds: Double), any Error>

  /// What became of each stage, in their order; a failure of one leaves the others alone.
  private static func results(
    of stages: [FolderStage], isDryRun: Bool, jobs: Int, counter: WorkCounter
  ) async -> [Outcome] {
    let share = max(1, jobs / stages.count)
    return await stages.map(jobs: jobs) { stage in
      await outcome(of: stage, isDryRun: isDryRun, jobs: share, counter)
    }
  }

  private static func outcome(
    of stage: FolderStage, isDryRun: Bool, jobs: Int, _ counter: WorkCounter
  ) async -> Outcome {
    let start = ContinuousClock.now
    var (done, total) = (0, 0)
    do {
      let report = try await stage.run.write(
        to: stage.folder, newKey: stage.newKey, isDryRun: isDryRun, jobs: jobs
      ) { nowDone, nowTotal in
        counter.expect(more: nowTotal - total)
        counter.add(nowDone - done)
        (done, total) = (nowDone, nowTotal)
      }
      return .success((report, seconds(since: start)))
    } catch {
      return .failure(error)
    }
  }
}

extension JobReport {
  fileprivate subscript(kind: FolderKind) -> PersonFolderReport? {
    get { kind == .pages ? pages : feeds }
    set { if kind == .pages { pages = newValue } else { feeds = newValue } }
  }
}
