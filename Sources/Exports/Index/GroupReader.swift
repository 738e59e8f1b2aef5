package import ByteText
package import Notifications
package import Profiles
import Synchronization

/// The records of one person, as a stream handed them over: JSON objects, one after another.
package struct RecordGroup: Sendable {
  private(set) var bytes: [UInt8] = []
  /// The records in `bytes`, and the profiles that the stream names for them; nil for the reader's own.
  private(set) var spans: [(range: Range<Int>, profile: ProfileName?)] = []
  /// Records that had too many bytes and were not kept.
  private(set) var tooLarge = 0
  /// The person's ids, their own first: that is whom records for everyone are for, and one of a profile
  /// is whom its records are for that name nobody.
  package var people: [PersonID] = []
  /// What they have done with their notifications since.
  package var marks = MarkTable()

  package init() {}

  /// The bytes that the records take.
  package var size: Int { bytes.count }

  var profiles: [ProfileName] {
    var found: [ProfileName] = []
    for case let profile? in spans.map({ $0.profile }) where !found.contains(profile) {
      found.append(profile)
    }
    return found
  }

  package mutating func append(_ record: UnsafeRawBufferPointer, of profile: ProfileName? = nil) {
    let start = bytes.count
    bytes.append(contentsOf: record)
    spans.append((start..<bytes.count, profile))
  }

  /// Counts a record that had too many bytes.
  package mutating func countTooLarge() { tooLarge += 1 }
}

/// Reads the records of one person after another, each into an index of its own; for one thread.
///
/// What is expensive to make (the compiled mappings, the walkers) is made once. An index is valid
/// until the next is asked for.
package final class GroupReader {
  private let options: ReadingOptions
  private let home: Profile
  /// Those of the records so far, the home first.
  private var profiles: [Profile]
  private var tools: Tools
  private let name = ExportInput.standardInput.name

  private struct Tools {
    let plan: ReadingPlan
    let reader: BatchReader
    let notifications: NotificationReader
    let surroundings: Surroundings
  }

  /// A stream may have any number of types; past this many, the tools are made anew.
  private static let mostTypes = 2048

  /// - Parameter options: their profile is that of records for which the stream names none.
  /// - Throws: a `Fault` if a profile joins a file that is not given.
  package init(_ options: ReadingOptions, home: Profile) throws(Fault) {
    (self.options, self.home) = (options, home)
    profiles = [home]
    tools = try Self.tools(options, profiles: [home])
  }

  /// - Throws: a `Fault` if there is no memory.
  package func index(_ group: RecordGroup) throws(Fault) -> ExportIndex {
    try know(group.profiles)
    var tools = tools
    if !group.marks.isEmpty || profiles.contains(where: \.isForEveryone) {
      // Workers keep what they ask for with every record, so that these few groups take new ones.
      var options = options
      options.marks = group.marks
      options.everyone = group.people.prefix(1).map(\.recipient)
      tools = try Self.tools(options, profiles: profiles)
    }
    tools.plan.recipients.forget()
    let table = EntryTable()
    var merger = BatchMerger(name, table: table)
    for (number, (batch, profile)) in batches(of: group).enumerated() {
      let owner = options.owner ?? self.owner(of: profiles[profile], in: group)
      let input = BatchReader.Input(
        home: FileProfile(index: profile), owner: owner ?? .me, isUnowned: owner == nil,
        offset: 0, surroundings: tools.surroundings)
      merger.take(tools.reader.read(batch, number: number, of: input))
    }
    if merger.isFull { throw .outOfMemory(name) }
    return try index(of: group, in: table, merger.results, with: tools)
  }

  /// Whom records of a system are for that names nobody; nil for any other.
  private func owner(of profile: Profile, in group: RecordGroup) -> RecipientID? {
    guard profile.fields[.recipient] == nil else { return nil }
    return group.people.first { $0.profile == profile.name }?.recipient
  }

  /// Makes the tools for profiles that were not met before.
  private func know(_ named: [ProfileName]) throws(Fault) {
    let new = named.filter { name in !profiles.contains { $0.name == name } }
      .compactMap { options.profiles[$0] }
    if new.isEmpty, tools.plan.types.count < Self.mostTypes { return }
    profiles += new
    tools = try Self.tools(options, profiles: profiles)
  }

  private static func tools(_ options: ReadingOptions, profiles: [Profile]) throws(Fault) -> Tools {
    let input = ExportInput.standardInput.name
    let plan = ReadingPlan(options, profiles: profiles, namesProfiles: true)
    var joins: [ProfileName: [JoinedObjects]] = [:]
    for profile in profiles {
      joins[profile.name] = try profile.joins.map { (join) throws(Fault) in
        try options.objects(of: join, profile.name, for: input)
      }
    }
    return Tools(
      plan: plan, reader: BatchReader(plan), notifications: NotificationReader(plan),
      surroundings: plan.needsOutside ? Surroundings(file: [:], joins: joins) : .none)
  }

  /// Neighboring records of one profile as a batch: the records are whole already, so that nothing
  /// has to be searched for.
  private func batches(of group: RecordGroup) -> [(batch: RecordBatch, profile: Int)] {
    var batches: [(batch: RecordBatch, profile: Int)] = []
    var spans = group.spans[...]
    while let first = spans.first {
      let run = spans.prefix { $0.profile == first.profile }
      spans = spans.dropFirst(run.count)
      let range = first.range.lowerBound..<(run.last ?? first).range.upperBound
      var bytes: [UInt8] = []
      bytes.reserveCapacity(range.count + RecordWalker.slack)
      bytes += group.bytes[range]
      bytes += repeatElement(0, count: RecordWalker.slack)
      let records = run.map { span in
        let start = span.range.lowerBound - range.lowerBound
        return RecordSpan(
          start: start, value: start, end: start + span.range.count, isAmongRecords: true)
      }
      let profile = profiles.firstIndex { $0.name == first.profile } ?? 0
      let batch = RecordBatch(
        bytes: bytes, count: range.count, base: Int64(range.lowerBound), spans: records)
      batches.append((batch, profile))
    }
    return batches
  }

  private func index(
    of group: RecordGroup, in table: EntryTable, _ results: InputResults, with tools: Tools
  ) throws(Fault) -> ExportIndex {
    let plan = tools.plan
    var stores = RecordStores()
    try stores.append(
      StoredBytes(group.bytes, name: name), name: name, count: Int64(group.bytes.count))
    var origins = Origins()
    if plan.needsOutside { origins.append(tools.surroundings, results.found.outerKeys, from: 0) }
    let recipients = plan.recipients.ranking()
    table.renumber(recipients: recipients)
    var entries = table.entries
    entries.sort(by: EntrySort.precedes)
    let types = plan.types.entries
    let resolution = try CopyResolver(
      plan: plan, buffer: RecordBuffer(stores, plan.usage), types: types, recipients: recipients,
      origins: origins
    ).resolve(table)
    var report = SourceReport(
      file: name, format: .json, profile: home.name,
      records: results.found.records + group.tooLarge,
      rejected: results.rejected + group.tooLarge)
    report.leftOut = results.found.leftOut
    let contents = IndexContents(
      plan: plan, files: [], inputs: stores, stores: stores, table: table,
      recipients: recipients, types: types, origins: origins)
    contents.readers.withLock {
      $0.append(MailboxReader(contents, notifications: tools.notifications))
    }
    let tooLarge = Reject(
      file: name, place: Fault.Place(), field: nil,
      reason: .tooLarge(limit: options.recordLimit), range: 0..<0)
    var index = ExportIndex(
      sources: [report],
      rejects: results.rejects + Array(repeating: tooLarge, count: group.tooLarge),
      warnings: results.found.warnings, duplicates: resolution.copies, mappings: [],
      typeLabels: plan.records.typeLabels(results.found.labels), contents: contents)
    index.guesses = try index.guesses(
      results.found.mappings.assumed.merging(resolution.shared, uniquingKeysWith: +),
      isOfPerson: true)
    return index
  }
}

extension ExportIndex {
  /// The number of records that are for none of these people.
  package func strays(besides people: [PersonID]) -> Int {
    var own: Set<UInt64> = []
    var others: Set<UInt64> = []
    for index in 0..<recipientCount {
      let recipient = recipient(at: index)
      let profiles = people.filter { $0.recipient == recipient }.map(\.profile)
      for entry in contents.entries(of: index) {
        let profile = contents.types[Int(entry.type)].profile
        let isOwn = profiles.contains(contents.plan.records.profiles[profile].name)
        if !isOwn {
          others.insert(entry.location)
        } else if recipientCount > 1 {
          own.insert(entry.location)
        }
      }
    }
    // A record for several people is theirs too.
    return others.subtracting(own).count
  }
}
