import Notifications

/// Reads one input: splits it in order, has the batches read by several workers at once, and takes
/// their results in order again, so that their number changes nothing.
struct InputReader {
  let plan: ReadingPlan
  let input: OpenedInput
  /// Where its bytes begin among those of all inputs.
  let offset: Int64
  /// The profile of most of its first records; nil where it has none.
  private(set) var profile: ProfileName?

  init(_ plan: ReadingPlan, _ input: OpenedInput, offset: Int64) {
    self.plan = plan
    self.input = input
    self.offset = offset
  }

  /// Reads all of it; the entries go to `table`.
  mutating func read(into table: EntryTable) async throws(ExportError) -> InputResults {
    let scout = BatchReader(plan)
    var splitter = scout.splitter(
      ByteWindow(input.stream, capacity: plan.options.chunkSize), .document)
    var first: [RecordBatch] = []
    let home = try detect(&splitter, scout, &first)
    scout.home = home
    let facts = BatchReader.Input(
      home: home, owner: plan.owner(of: input.name),
      isUnowned: plan.isUnowned(input.name), offset: offset)
    var merger = BatchMerger(input.name, table: table)
    let failure = await work(
      on: &splitter, after: first, facts: facts, scout: scout, merger: &merger)
    if let failure { throw failure }
    if merger.isFull { throw ExportError(file: input.name, reason: .outOfMemory) }
    try input.file.checkUnchanged()
    if input.format == .json, merger.results.records == 0, !splitter.hasSeenValue {
      throw ExportError(file: input.name, reason: .empty(.blank))
    }
    var results = merger.results
    results.isTorn = splitter.isTorn
    results.hasLateOwner = splitter.hasLateOwner
    results.bytes = splitter.window.base
    return results
  }

  /// The profile that most of the first records are of, as an index into the plan's; the batches
  /// that were split to find it are kept.
  private mutating func detect(
    _ splitter: inout RecordSplitter, _ scout: BatchReader, _ batches: inout [RecordBatch]
  ) throws(ExportError) -> FileProfile {
    let profiles = plan.records.profiles
    guard profiles.count > 1 else {
      profile = profiles.first?.name
      return FileProfile()
    }
    var vote = DetectionVote(plan.records)
    var voted = 0
    while voted == 0, let batch = try splitter.nextBatch() {
      voted = scout.vote(on: batch, &vote, limit: DetectionVote.sampleSize)
      batches.append(batch)
    }
    guard voted > 0 else { return FileProfile() }
    do {
      let detection = try vote.result()
      profile = detection.profile
      return FileProfile(
        index: profiles.firstIndex { $0.name == detection.profile } ?? 0,
        isByTypes: detection.isByTypes)
    } catch { throw ExportError(file: input.name, reason: .undetected(error)) }
  }

  private struct Done: Sendable {
    let result: BatchResult
    let reader: BatchReader
  }

  /// Keeps as many workers busy as there are jobs; answers why splitting stopped early.
  private func work(
    on splitter: inout RecordSplitter, after first: [RecordBatch], facts: BatchReader.Input,
    scout: BatchReader, merger: inout BatchMerger
  ) async -> ExportError? {
    let jobs = max(plan.options.jobs, 1)
    var waiting = first[...]
    var idle: [BatchReader] = []
    var number = 0
    let plan = plan
    return await withTaskGroup(of: Done.self) { group in
      var running = 0
      var failure: ExportError?
      do throws(ExportError) {
        while true {
          var next = waiting.popFirst()
          if next == nil { next = try splitter.nextBatch(reusing: merger.spare()) }
          guard let batch = next else { break }
          let place = number
          number += 1
          let reader = idle.popLast() ?? BatchReader(plan)
          guard jobs > 1 else {
            merger.take(reader.read(batch, number: place, of: facts))
            idle.append(reader)
            continue
          }
          group.addTask {
            Done(result: reader.read(batch, number: place, of: facts), reader: reader)
          }
          running += 1
          if running == jobs, let done = await group.next() {
            running -= 1
            merger.take(done.result)
            idle.append(done.reader)
          }
        }
      } catch { failure = error }
      for await done in group { merger.take(done.result) }
      return failure
    }
  }
}
