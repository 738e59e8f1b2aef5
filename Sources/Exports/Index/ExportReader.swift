package import ByteText
import Notifications
import Profiles

/// Reads exports into an index.
package enum ExportReader {
  /// Reads all inputs into one index: every record is read once, and the index keeps what it needs.
  ///
  /// Bad records are data in the index. Throws if an input cannot be read or its profile cannot be
  /// detected.
  package static func index(
    _ inputs: [ExportInput], options: ReadingOptions
  ) async throws(Fault) -> ExportIndex {
    let pipes = OpenedPipes()
    func drafted() throws(Fault) -> ReadingOptions {
      try UnknownSystems(inputs, pipes: pipes, options).options
    }
    // Whoever names the profile for any system says that no other is meant.
    if let name = options.profile, options.profiles[name]?.isForAnySystem == true {
      return try await read(inputs, options: try drafted(), pipes).get()
    }
    switch try await read(inputs, options: options, pipes) {
    case .success(let index): return index
    case .failure(let fault):
      if options.profile != nil { throw fault }
      return try await read(inputs, options: try drafted(), pipes).get()
    }
  }

  private static func read(
    _ inputs: [ExportInput], options: ReadingOptions, _ pipes: OpenedPipes
  ) async throws(Fault) -> Result<ExportIndex, Fault> {
    let plan = ReadingPlan(options)
    options.counter?.expect(size(of: inputs[...]) ?? 0)
    var builder = IndexBuilder(plan)
    for (position, input) in inputs.enumerated() {
      let begin = options.counter?.done ?? 0
      let opened = try pipes.open(input, options.opening(input))
      if let counter = options.counter, opened.format == .sqlite {
        // Its rows are lines by now, which are read once more.
        let rest = size(of: inputs[(position + 1)...])
        counter.expect(rest.map { counter.done + (counter.done - begin) + $0 } ?? 0)
      }
      if let unknown = try await builder.read(opened) { return .failure(unknown) }
    }
    return .success(try await builder.finish())
  }

  /// How many bytes there are to read; nil if one input does not say.
  private static func size(of inputs: ArraySlice<ExportInput>) -> Int? {
    var sum = 0
    for input in inputs {
      guard case .file(let path) = input, let state = try? FileState(path: path),
        state.kind == .regular
      else { return nil }
      sum += Int(state.size)
    }
    return sum
  }
}

struct IndexBuilder {
  private let plan: ReadingPlan
  private let table = EntryTable()
  private var stores = RecordStores()
  private var reports: [SourceReport] = []
  private var rejects: [Reject] = []
  private var warnings = ReadingWarnings()
  private var mappings = MappingResults()
  private var pages: [RecipientID: [(source: Int, start: Int64, pages: [PageCounts])]] = [:]
  private var files: [FileCheck] = []
  private var origins = Origins()
  private var labels: [TypeRegister.Entry: String] = [:]

  init(_ plan: ReadingPlan) { self.plan = plan }

  /// Adds an input; returns why no profile knows it.
  mutating func read(_ input: OpenedInput) async throws(Fault) -> Fault? {
    var reader = InputReader(plan: plan, input: input, offset: stores.end)
    let start = stores.end
    let results: InputResults
    switch try await reader.read(into: table) {
    case .success(let known): results = known
    case .failure(let fault): return fault
    }
    if plan.needsOutside {
      origins.append(reader.surroundings, results.found.outerKeys, from: start)
    }
    try stores.append(
      input.stream.store, name: input.name, count: results.bytes, table: input.table)
    try input.file.checkUnchanged()
    var report = SourceReport(
      file: input.name, format: input.format, profile: reader.profile,
      records: results.found.records,
      rejected: results.rejected)
    report.leftOut = results.found.leftOut
    report.isDrafted = plan.options.homes[input.name] != nil
    report.table = try? input.rows?.table.get()
    report.columns = input.table?.columns
    report.openCell = results.openCell
    report.strays = results.found.strays
      .map { SourceReport.Stray(profile: plan.records.profiles[$0.key].name, records: $0.value) }
      .sorted { $0.profile < $1.profile }
    switch input.stream.inflation {
    case .torn?: report.incomplete.append(.compressionTorn)
    case .corrupt?: report.incomplete.append(.compressionDamaged)
    case .whole?, nil: break
    }
    // After the cause, which comes first.
    if results.hasLateOwner { report.incomplete.append(.lateOwner) }
    if results.isTorn { report.incomplete.append(.torn) }
    if let damage = results.found.damage {
      let place = try input.stream.store.place(at: damage)
      report.incomplete.append(.damaged(line: place.line, column: place.column))
    }
    rejects += input.format == .sqlite ? rows(results.rejects, of: input) : results.rejects
    let unread = input.rows?.rejected.count ?? 0
    (report.records, report.rejected) = (report.records + unread, report.rejected + unread)
    warnings.add(results.found.warnings)
    mappings.add(results.found.mappings)
    labels.merge(results.found.labels) { first, _ in first }
    pages[plan.owner(of: input.name), default: []].append(
      (reports.count, start, results.found.pages))
    reports.append(report)
    files.append(input.file)
    return nil
  }

  /// The rejects of a database by row number, which is the line number, with the rows that were not
  /// read as records.
  private func rows(_ rejects: [Reject], of input: OpenedInput) -> [Reject] {
    let read = rejects.map { reject in
      var row = reject
      row.place = Fault.Place(record: reject.place.line)
      return row
    }
    let unread = (input.rows?.rejected ?? []).map {
      Reject(
        file: input.name, place: Fault.Place(record: $0.number), field: $0.column, reason: .blob,
        range: 0..<0)
    }
    return (read + unread).sorted { ($0.place.record ?? 0) < ($1.place.record ?? 0) }
  }

  /// Sorts the entries by recipient and drops all but one copy of each notification.
  mutating func finish() async throws(Fault) -> ExportIndex {
    for (_, parts) in pages {
      // Pages may be in several files; the last one of those that belong together reports what is
      // missing.
      let all = parts.flatMap { part in
        part.pages.map { (part.source, $0.moved(by: part.start)) }
      }
      for (source, reason) in PageCheck.missing(all, copies: table.copies) {
        reports[source].incomplete.append(reason)
      }
    }
    let inputs = stores
    let recipients = ranking()
    let types = sortTypes()
    table.renumber(recipients: recipients, types: types.numbers)
    // Inputs nearly always fit as a whole, and then no record has to be counted. Copies are few and
    // are read wherever they are.
    if plan.options.readsAgain, stores.end > plan.options.memoryBudget,
      let spill = RecordSpill(table, recipients: recipients.count, plan.options)
    {
      let spilled = try spill.spill(table, from: stores, keepsPlaces: !origins.isEmpty)
      stores = spilled.stores
      origins = origins.moved(spilled.places)
    }
    await EntrySort.sort(table, recipients: recipients.count, jobs: plan.options.jobs)
    let resolution = try CopyResolver(
      plan: plan, buffer: RecordBuffer(stores, plan.usage), types: types.entries,
      recipients: recipients,
      origins: origins
    ).resolve(table)
    warnings[.marked] += resolution.marked
    let contents = IndexContents(
      plan: plan, files: files, inputs: inputs, stores: stores, table: table,
      recipients: recipients, types: types.entries, origins: origins)
    var index = ExportIndex(
      sources: reports, rejects: rejects, warnings: warnings, duplicates: resolution.copies,
      mappings: plan.records.reports(mappings), typeLabels: plan.records.typeLabels(labels),
      contents: contents)
    index.guesses = try index.guesses(
      mappings.assumed.merging(resolution.shared, uniquingKeysWith: +))
    return index
  }

  /// The numbers of recipients with records, in the order of their bytes.
  private func ranking() -> [UInt32] {
    let all = plan.recipients.ranking()
    var isFound = [Bool](repeating: false, count: all.max().map { Int($0) + 1 } ?? 0)
    for entry in table.entries { isFound[Int(entry.recipient)] = true }
    return all.filter { isFound[Int($0)] }
  }

  /// The types by profile, then in the profile's order, then by key, and the rank of each by
  /// number.
  private func sortTypes() -> (entries: [TypeRegister.Entry], numbers: [UInt32]) {
    let profiles = plan.records.profiles
    let found = plan.types.entries
    var positions: [Int: [TypeKey: Int]] = [:]
    for profile in Set(found.map(\.profile)) {
      positions[profile] = Dictionary(
        profiles[profile].typeFacts.enumerated().map { ($1.key, $0) },
        uniquingKeysWith: { first, _ in first })
    }
    let keys = found.map { entry in
      (
        entry: entry, position: positions[entry.profile]?[entry.key] ?? .max,
        text: Array(entry.key.text.utf8)
      )
    }
    let order = keys.indices.sorted { left, right in
      let (left, right) = (keys[left], keys[right])
      let (own, other) = (
        (left.entry.profile, left.position), (right.entry.profile, right.position)
      )
      if own != other { return own < other }
      if left.text != right.text { return left.text.lexicographicallyPrecedes(right.text) }
      let (a, b) = (left.entry.filtered, right.entry.filtered)
      let (first, second) = (a.isOwnAction ? 1 : 0, b.isOwnAction ? 1 : 0)
      return (a.passes, a.names, first) < (b.passes, b.names, second)
    }
    var numbers = [UInt32](repeating: 0, count: found.count)
    for (position, number) in order.enumerated() { numbers[number] = UInt32(position) }
    return (order.map { found[$0] }, numbers)
  }
}

extension RecordPlan {
  func typeLabels(_ labels: [TypeRegister.Entry: String]) -> [TypeID: String] {
    labels.reduce(into: [:]) { $0[TypeID(profiles[$1.key.profile].name, $1.key.key)] = $1.value }
  }
}
