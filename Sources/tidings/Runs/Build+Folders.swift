import ByteText
import Digests
import Exports
import Pipeline
import Rendering

/// The writing of a folder of pages or feeds.
struct FolderStage: Sendable {
  let kind: FolderKind
  /// What became of the links, as far as the folder is written.
  let links: @Sendable () -> DroppedLinks
  /// Its arguments are how many documents are made at a time, and what is called with the number of
  /// persons done and their total.
  let write: @Sendable (Int, (Int, Int) -> Void) async throws -> PersonFolderReport
}

extension Build {
  /// Writes pages and feeds at the same time: they share no file, and the writing of a folder alone
  /// leaves a core idle.
  func write(_ pages: InboxRun?, feeds: FeedRun?) async throws {
    let (key, isDryRun) = (newKey, job.options.dryRun)
    var stages: [FolderStage] = []
    if let pages, let folder = plan.inbox?.folder {
      stages.append(
        FolderStage(kind: .pages, links: { pages.droppedLinks }) {
          try await pages.write(
            to: folder, newKey: key, isDryRun: isDryRun, jobs: $0, progress: $1)
        })
    }
    if let feeds, let folder = plan.feeds?.folder {
      stages.append(
        FolderStage(kind: .feeds, links: { feeds.droppedLinks }) {
          try await feeds.write(
            to: folder, newKey: .random(), isDryRun: isDryRun, jobs: $0, progress: $1)
        })
    }
    try await job.run(together: stages, jobs: jobs)
  }

  func inboxRun(
    _ inbox: InboxConfiguration, _ reading: Reading, for persons: PersonList
  ) throws -> InboxRun {
    var selection = Selection()
    selection.limit = InboxPlan.defaultLimit
    return try InboxRun(
      reading.selecting(selection), persons: persons, templates: templates,
      plan: InboxPlan(
        hasPlainNames: inbox.hasPlainNames, hasIndex: inbox.hasIndex,
        showsImages: inbox.showsImages, accent: plan.brand.accent))
  }

  func feedRun(
    _ feeds: FeedsConfiguration, _ reading: Reading, for persons: PersonList,
    linkingTo inboxAddress: InboxAddress?
  ) -> FeedRun {
    var selection = Selection()
    selection.collapses = false
    return FeedRun(
      reading.selecting(selection), persons: persons, templates: templates,
      plan: FeedPlan(
        hasPlainNames: feeds.hasPlainNames, url: feeds.url, app: plan.brand.name,
        inboxURL: inboxAddress))
  }
}

extension Job {
  /// Runs stages that share no file, at the same time if several jobs are allowed, and reports each as
  /// if it had run alone. Throws the failures in their order, after what the others did was reported.
  func run(together stages: [FolderStage], jobs: Int) async throws {
    guard let first = stages.first else { return }
    let shown = stages.count == 1 ? first.kind.stage : .folders
    let results = await progress.during(shown) { progress in
      await Self.results(of: stages, jobs: jobs, counter: progress.counter)
    }
    var failures: [any Error] = []
    for (stage, result) in zip(stages, results) {
      report.warnings += DroppedLinkSentence.of(stage.links(), in: stage.kind.documents)
      switch result {
      case .failure(let error): failures.append(error)
      case .success(let (folder, seconds)):
        report[stage.kind] = folder
        end(
          stage.kind.stageName, seconds: seconds,
          folder.sentence(of: stage.kind, isDryRun: options.dryRun))
      }
    }
    if let failure = Failure.joined(failures) { throw failure }
  }

  private typealias Outcome = Result<(PersonFolderReport, seconds: Double), any Error>

  /// What became of each stage, in their order; a failure of one leaves the others alone.
  private static func results(
    of stages: [FolderStage], jobs: Int, counter: WorkCounter
  ) async -> [Outcome] {
    var outcomes: [Int: Outcome] = [:]
    let share = max(1, jobs / stages.count)
    await withTaskGroup(of: (Int, Outcome).self) { group in
      for (number, stage) in stages.enumerated() {
        // With one job they run one after the other.
        if number > 0, jobs == 1, let (number, outcome) = await group.next() {
          outcomes[number] = outcome
        }
        group.addTask { (number, await outcome(of: stage, jobs: share, counter)) }
      }
      for await (number, outcome) in group { outcomes[number] = outcome }
    }
    return stages.indices.compactMap { outcomes[$0] }
  }

  private static func outcome(
    of stage: FolderStage, jobs: Int, _ counter: WorkCounter
  ) async -> Outcome {
    let start = ContinuousClock.now
    var (done, total) = (0, 0)
    do {
      let report = try await stage.write(jobs) { nowDone, nowTotal in
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

extension FolderKind {
  fileprivate var stage: Progress.Stage {
    switch self {
    case .pages: .pages
    case .feeds: .feeds
    }
  }

  /// What lines and reports call the stage.
  fileprivate var stageName: String {
    switch self {
    case .pages: "inbox"
    case .feeds: "feeds"
    }
  }

  /// What sentences call the documents.
  fileprivate var documents: String {
    switch self {
    case .pages: "pages"
    case .feeds: "feeds"
    }
  }
}

extension JobReport {
  fileprivate subscript(kind: FolderKind) -> PersonFolderReport? {
    get { kind == .pages ? pages : feeds }
    set { if kind == .pages { pages = newValue } else { feeds = newValue } }
  }
}
