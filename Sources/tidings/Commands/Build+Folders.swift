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
  /// Its argument is called with the number of persons done and their total.
  let write: @Sendable ((Int, Int) -> Void) async throws -> PersonFolderReport
}

extension Build {
  /// Writes pages and feeds at the same time: they share no file, and the writing of a folder alone
  /// leaves a core idle.
  func write(_ pages: InboxRun?, feeds: FeedRun?) async throws {
    let (key, jobs) = (newKey, jobs)
    var stages: [FolderStage] = []
    if let pages, let folder = plan.inbox?.folder {
      stages.append(
        FolderStage(kind: .pages, links: { pages.droppedLinks }) {
          try await pages.write(to: folder, newKey: key, jobs: jobs, progress: $0)
        })
    }
    if let feeds, let folder = plan.feeds?.folder {
      stages.append(
        FolderStage(kind: .feeds, links: { feeds.droppedLinks }) {
          try await feeds.write(to: folder, newKey: .random(), jobs: jobs, progress: $0)
        })
    }
    try await job.run(together: stages)
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
  /// Runs stages that share no file at the same time, and reports each as if it had run alone.
  func run(together stages: [FolderStage]) async throws {
    if options.dryRun {
      for stage in stages {
        let kind = stage.kind
        progress.detail("\(kind.stageName): dry run, no \(kind.documents) are written")
      }
      return
    }
    guard let first = stages.first else { return }
    let shown = stages.count == 1 ? first.kind.stage : .folders
    let results = try await progress.during(shown) { progress in
      try await Self.results(of: stages, counter: progress.counter)
    }
    for (stage, result) in zip(stages, results) {
      report[stage.kind] = result.report
      report.warnings += DroppedLinkSentence.of(stage.links(), in: stage.kind.documents)
      let facts = result.report.sentence(of: stage.kind)
      end(stage.kind.stageName, seconds: result.seconds, facts)
    }
  }

  private typealias Result = (report: PersonFolderReport, seconds: Double)

  /// The results in the order of the stages. If one stage fails, the others end after their batch.
  private static func results(
    of stages: [FolderStage], counter: WorkCounter
  ) async throws -> [Result] {
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      for (number, stage) in stages.enumerated() {
        group.addTask {
          let start = ContinuousClock.now
          var (done, total) = (0, 0)
          let report = try await stage.write { nowDone, nowTotal in
            counter.expect(more: nowTotal - total)
            counter.add(nowDone - done)
            (done, total) = (nowDone, nowTotal)
          }
          return (number, (report, seconds(since: start)))
        }
      }
      var results: [Int: Result] = [:]
      for try await (number, result) in group { results[number] = result }
      return stages.indices.compactMap { results[$0] }
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
