import ByteText
import Notifications
import Profiles

/// Reads one input: splits it in order, lets several workers read the batches, and merges their
/// results in order, so that the number of workers changes nothing.
struct InputReader {
  let plan: ReadingPlan
  let input: OpenedInput
  /// The offset of its bytes among those of all inputs.
  let offset: Int64
  /// The profile of most of its first records; nil if there is none.
  private(set) var profile: ProfileName?
  private(set) var surroundings = Surroundings.none

  /// Reads the whole input, if a profile knows it; the entries go to `table`.
  mutating func read(into table: EntryTable) async throws(Fault) -> Result<InputResults, Fault> {
    if case .failure(let unknown)? = input.rows?.table { return .failure(unknown) }
    let scout = BatchReader(plan)
    var splitter = splitter(scout)
    var merger = BatchMerger(input.name, table: table)
    let joins = JoinReader(plan: plan, input: input)
    surroundings = joins.surroundings()
    scout.begin(surroundings)
    let start = try detect(&splitter, scout, merger: &merger)
    if let unknown = start.unknown { return .failure(unknown) }
    if let profile, plan.options.homes[input.name] == nil, plan.records.profiles.count > 1,
      plan.options.profiles[profile]?.isForAnySystem == true
    {
      return .failure(.unknownSystem(input.name))
    }
    if profile != nil {
      let home = plan.records.profiles[start.home.index]
      surroundings = try joins.surroundings(of: home)
      if home.isForEveryone, plan.options.everyone == nil {
        throw Fault(
          .usage, code: "everyone-unknown", of: input.name,
          "profile \(home.name.text) has notifications for everyone",
          advice:
            "list everyone with --recipients FILE, or with recipients in the file of --config")
      }
    }
    scout.home = start.home
    scout.isDetected = true
    let failure = await work(on: &splitter, after: start, scout: scout, merger: &merger)
    if let failure { throw failure }
    if merger.isFull { throw .outOfMemory(input.name) }
    try input.file.checkUnchanged()
    if let unknown = try checkContent(
      merger.results, hasSeenValue: splitter.hasSeenValue, isTorn: splitter.isTorn)
    {
      return .failure(unknown)
    }
    var results = merger.results
    results.settleHeaders(isWrapped: results.found.isWrapped || splitter.isWrapped)
    results.isTorn = splitter.isTorn
    results.openCell = splitter.openCell
    results.hasLateOwner = splitter.hasLateOwner
    results.bytes = splitter.window.base
    return .success(results)
  }

  /// Finds the profile of most of the first records; returns why no profile knows them.
  mutating func detect() throws(Fault) -> Fault? {
    if case .failure(let unknown)? = input.rows?.table { return unknown }
    let scout = BatchReader(plan)
    var splitter = splitter(scout)
    var merger = BatchMerger(input.name, table: EntryTable())
    surroundings = JoinReader(plan: plan, input: input).surroundings()
    scout.begin(surroundings)
    return try detect(&splitter, scout, merger: &merger).unknown
  }

  private func splitter(_ scout: BatchReader) -> RecordSplitter {
    scout.splitter(
      ByteWindow(input.stream, capacity: plan.options.chunkSize), .init(kind: .document),
      table: input.table)
  }

  /// Why no profile knows its objects. Throws if the input is empty, or its records are of no use.
  private func checkContent(
    _ results: InputResults, hasSeenValue: Bool, isTorn: Bool
  ) throws(Fault) -> Fault? {
    if results.found.records == 0, results.found.leftOut > 0, let profile {
      throw Fault(
        .unusable, code: "all-left-out", of: input.name,
        "profile \(profile.text) leaves out all \(results.found.leftOut.counted("record"))",
        advice: "correct its where and whereNot, or leave the file out")
    }
    if results.found.records == 1, results.rejected == 1 { try checkAnswer() }
    // `check` lists them.
    if results.rejected == results.found.records, let first = results.rejects.first,
      !plan.options.surveys,
      profile.map({ plan.options.profiles[$0]?.isFallback == true })
        ?? (input.table != nil && !isTorn)
    {
      throw Fault(
        .unusable, code: "all-rejected", of: input.name,
        (profile.map { "profile \($0.text) can read none" } ?? "\(results.rejected) were rejected")
          + " of its \(results.rejected.counted("record")); "
          + "\(Fault.Place.words(of: "the first", first.place)): \(first.words)",
        advice: profile == nil
          ? "tidings check lists them all"
          : "draft a profile of your own with tidings profiles draft")
    }
    guard results.found.records == 0, input.format == .json else { return nil }
    if !hasSeenValue { throw .empty(input.name, Fault.blank) }
    try checkAnswer()
    return results.found.unknown > 0 ? noRecords(try foundObjects()) : nil
  }

  /// Throws if the input is the answer of an API that failed.
  private func checkAnswer() throws(Fault) {
    guard input.format == .json,
      let text = try withHead({ ErrorAnswer.text(in: $0, names: plan.names) })
    else { return }
    throw Fault(
      .unusable, code: "error-answer", of: input.name, "it is not an export but an answer: \(text)",
      advice: "run the export again; an export without notifications contains no error")
  }

  private func noRecords(_ found: FoundObjects) -> Fault {
    let paths = found.paths.isEmpty ? "" : ": \(found.paths.listed())"
    return Fault(
      .unusable, code: "no-records", of: input.name,
      "it contains objects but no records; no profile fits\(paths)",
      advice:
        "a record has an id, a type, a title or text, and a time; other fields need a profile "
        + "of their own (tidings profiles draft)")
  }

  /// The objects at the beginning of an input, for a user who looks for its records.
  private func foundObjects() throws(Fault) -> FoundObjects {
    try withHead { FoundObjects($0, names: plan.names) }
  }

  private func withHead<Answer>(
    _ body: (UnsafeRawBufferPointer) -> Answer
  ) throws(Fault) -> Answer {
    try input.stream.store.bytes(at: 0, count: FoundObjects.headLength).withSlack(body)
  }

  private struct Start {
    var home = FileProfile()
    /// The batch with the first record, and its number.
    var batch: RecordBatch?
    var number = 0
    /// Why no profile knows them.
    var unknown: Fault?
  }

  private func facts(home: FileProfile) -> BatchReader.Input {
    BatchReader.Input(
      home: home, owner: plan.owner(of: input.name), isUnowned: !plan.isOwned(input.name),
      offset: offset, surroundings: surroundings)
  }

  /// Detects the profile of most of the first records.
  ///
  /// Batches before the first record hold only losses, which no profile changes. They are merged at
  /// once, because there may be any number of them.
  private mutating func detect(
    _ splitter: inout RecordSplitter, _ scout: BatchReader, merger: inout BatchMerger
  ) throws(Fault) -> Start {
    let profiles = plan.records.profiles
    guard profiles.count > 1 else {
      profile = profiles.first?.name
      return Start()
    }
    if let home = plan.options.homes[input.name] {
      profile = home
      return Start(home: FileProfile(index: profiles.firstIndex { $0.name == home } ?? 0))
    }
    scout.isDetected = false
    var vote = DetectionVote(plan.records)
    var start = Start()
    while let batch = try splitter.nextBatch(reusing: merger.spare()) {
      if scout.vote(on: batch, &vote, limit: DetectionVote.sampleSize) > 0 {
        start.batch = batch
        break
      }
      merger.take(scout.read(batch, number: start.number, of: facts(home: FileProfile())))
      start.number += 1
    }
    if start.batch == nil, merger.results.found.isWrapped || !vote.countAside() { return start }
    let found: Result<FileProfile, Fault>
    do throws(Fault) { found = try vote.result() } catch {
      try checkAnswer()
      throw error.of(input.name)
    }
    switch found {
    case .success(let home):
      profile = profiles[home.index].name
      start.home = home
    case .failure(let fault):
      try checkAnswer()
      let objects = vote.hasPoints ? nil : try foundObjects()
      start.unknown = objects?.isDeep == true ? objects.map(noRecords) : fault.of(input.name)
    }
    return start
  }

  /// Keeps one worker per job busy; returns why splitting stopped early.
  private func work(
    on splitter: inout RecordSplitter, after start: consuming Start, scout: BatchReader,
    merger: inout BatchMerger
  ) async -> Fault? {
    let jobs = max(plan.options.jobs, 1)
    var waiting = start.batch
    start.batch = nil
    var idle: [BatchReader] = []
    var number = start.number
    let facts = facts(home: start.home)
    let plan = plan
    return await withTaskGroup(of: (result: BatchResult, reader: BatchReader).self) { group in
      var running = 0
      var failure: Fault?
      do throws(Fault) {
        while true {
          var next = waiting.take()
          if next == nil { next = try splitter.nextBatch(reusing: merger.spare()) }
          guard let batch = next else { break }
          try Fault.checkInterruption(of: input.name)
          let batchNumber = number
          number += 1
          let reader = idle.popLast() ?? BatchReader(plan)
          guard jobs > 1 else {
            merger.take(reader.read(batch, number: batchNumber, of: facts))
            idle.append(reader)
            continue
          }
          group.addTask {
            (reader.read(batch, number: batchNumber, of: facts), reader)
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
