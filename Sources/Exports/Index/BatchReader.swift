import ByteText
import Notifications
import Profiles

/// Reads the records of batches; each worker has one.
///
/// One task uses it at a time, so it may be passed from task to task. Exclusivity checks on what
/// changes with every record took 5 % of all time, so they are off.
final class BatchReader: @unchecked Sendable {
  let plan: ReadingPlan
  private let scanner: RecordWalker
  /// One for the records of each level of nested envelopes.
  private let walkers: [RecordWalker]
  /// For records that are rewritten before they are read, and for trials.
  let rewriter: RecordWalker
  let mapper: RecordMapper
  let notifications: NotificationReader
  /// The register's number of a type, by profile and the mapper's number; `unknown` until first
  /// asked for. Of a profile without records there are none.
  @exclusivity(unchecked) var typeNumbers: [[UInt32]]
  /// The same of types that filters tell apart.
  @exclusivity(unchecked) var filteredTypes: [TypeRegister.Entry: UInt32] = [:]
  /// What the filters say of the current record.
  @exclusivity(unchecked) var filtered = FilterResults()
  let hash = FastHash()
  // Copies of what every record asks for: the plan's own would be retained for each.
  private let isFiltered: [Bool]
  private let hasMappings: Bool
  private let needsOutside: Bool
  private let hasMarks: Bool
  private let hasLabels: Bool
  let hasFilters: Bool
  let rows: CSVRowReader

  // The current batch.
  @exclusivity(unchecked) var result = BatchResult(number: 0, spare: [])
  var home = FileProfile()
  /// Whether `home` is known. Until then a record is what any profile accepts as one.
  var isDetected = true
  /// The recipient by default, if nothing else names one.
  private var defaultOwner: RecipientID?
  private var inputOffset: Int64 = 0
  private var outer = (bytes: UnsafeRawBufferPointer(start: nil, count: 0), base: Int64(0))
  private var lineCounter = LineCounter()
  /// Whether the key above that of the last record is in the result.
  var isKeyKnown = false
  /// The recipients of the result's entries.
  @exclusivity(unchecked) var recipients = RecipientNames()
  let context = RecordContext(recipient: RecipientID(""))

  static let deepest = 4
  static let unknown = UInt32.max

  init(_ plan: ReadingPlan) {
    self.plan = plan
    scanner = RecordWalker(plan.records.paths)
    walkers = (0..<Self.deepest).map { _ in RecordWalker(plan.records.paths) }
    rewriter = RecordWalker(plan.records.paths)
    mapper = RecordMapper(plan.records)
    notifications = NotificationReader(plan)
    isFiltered = plan.records.isFiltered
    hasMappings = plan.records.hasMappings
    needsOutside = plan.needsOutside
    hasLabels = plan.records.profiles.contains { $0.fields[.typeLabel] != nil }
    hasMarks = !plan.options.marks.isEmpty
    hasFilters = !plan.filters.isEmpty
    rows = CSVRowReader(plan.usage)
    typeNumbers = Array(repeating: [], count: plan.records.profiles.count)
  }

  /// Facts of an input that all of its batches share.
  struct Input: Sendable {
    /// The profile of most of its records.
    var home: FileProfile
    /// The recipient of records that name none.
    var owner: RecipientID
    /// Whether the owner is only a default.
    var isUnowned: Bool
    /// The offset of its bytes among those of all inputs.
    var offset: Int64
    var surroundings: Surroundings
  }

  func read(_ batch: consuming RecordBatch, number: Int, of input: Input) -> BatchResult {
    home = input.home
    inputOffset = input.offset
    defaultOwner = input.isUnowned ? input.owner : nil
    result = BatchResult(number: number, spare: [])
    result.entries.reserveCapacity(batch.spans.count)
    lineCounter = LineCounter()
    context.recipient = input.owner
    if needsOutside { begin(input.surroundings) }
    batch.bytes.withUnsafeBytes { buffer in
      outer = (UnsafeRawBufferPointer(rebasing: buffer[..<batch.count]), batch.base)
      withRecords(of: batch, outer.bytes) { readRecords(of: $0, $1, depth: 0) }
      result.found.lines =
        batch.lines ?? lineCounter.count(in: outer.bytes.bytes, to: outer.bytes.count)
    }
    numberRecipients()
    // Nothing stays here: Swift copies a buffer with two owners when it is written to.
    var done = BatchResult(number: 0, spare: [])
    swap(&done, &result)
    done.spare = batch.bytes
    return done
  }

  func readRecords(of batch: borrowing RecordBatch, _ bytes: UnsafeRawBufferPointer, depth: Int) {
    let owner = context.recipient
    let piece = Piece(bytes: bytes, base: batch.base, depth: depth)
    var losses = batch.losses[...]
    // One scan finds the tokens of all records if none is damaged.
    let isScanned = depth == 0 && scanner.scan(bytes) == nil
    var hasOther = false
    for span in batch.spans {
      while let loss = losses.first, loss.range.lowerBound < piece.range(span).lowerBound {
        take(losses.removeFirst())
      }
      // An owner that the user named outranks a key.
      let isNoOwner = span.isOwnedByKey && (defaultOwner == nil || plan.names.areStates)
      let ownerIndex = isNoOwner ? nil : span.owner
      if ownerIndex != nil || hasOther {
        context.recipient = ownerIndex.map { batch.owners[$0] } ?? owner
      }
      hasOther = ownerIndex != nil
      if needsOutside, span.isOwnedByKey || !isKeyKnown || mapper.derived.origin.outerKey != nil {
        let key = span.isOwnedByKey ? span.owner.map { batch.owners[$0].text } : nil
        enter(key, at: inputOffset + batch.base + Int64(span.start))
      }
      readRecord(span, in: piece, isScanned: isScanned)
    }
    for loss in losses { take(loss) }
    for page in batch.pages { result.found.pages.note(page) }
    result.found.unknown += batch.unknown
    context.recipient = owner
  }

  private func take(_ loss: RecordLoss) {
    if loss.isContinued && result.rejects.isEmpty && result.found.records == 0 {
      result.continuedLoss = loss.range.upperBound
    } else if loss.isContinued, let last = result.rejects.indices.last {
      result.rejects[last].range = result.rejects[last].range.lowerBound..<loss.range.upperBound
    } else {
      reject(loss.range, loss.reason, field: loss.field)
    }
    if loss.endsDocument, result.found.damage == nil { result.found.damage = loss.range.lowerBound }
  }

  private func reject(
    _ range: Range<Int64>, _ reason: RejectReason, field: String? = nil, isHeader: Bool = false
  ) {
    let lines = lineCounter.count(in: outer.bytes.bytes, to: Int(range.lowerBound - outer.base))
    result.rejects.append(
      BatchReject(
        range: range, lines: lines, innerLines: reason.innerLines(of: range, in: outer),
        records: result.found.records, field: field, reason: reason, isHeader: isHeader))
    result.found.records += 1
  }

  // MARK: A record

  private func readRecord(_ span: RecordSpan, in piece: Piece, isScanned: Bool) {
    if span.isKeyed || context.key != nil { context.key = span.isKeyed ? piece.key(of: span) : nil }
    // Damaged quotes between records may have inverted the tokens.
    if isScanned, scanner.walkScanned(from: span.value, to: span.end) == nil {
      return readFields(scanner.fields, span, in: piece)
    }
    let walker = walkers[piece.depth]
    if let damage = walker.walk(piece.record(span)) {
      if !expand(span, in: piece) { reject(piece.range(span), .malformed(damage)) }
      return
    }
    readFields(walker.fields, span, in: piece)
  }

  private func readFields(_ fields: RecordFields, _ span: RecordSpan, in piece: Piece) {
    if !fields.notices.isEmpty { result.found.warnings.count(MappingNotices(fields.notices)) }
    guard let plain = plan.records.rewritten(fields, record: piece.record(span)) else {
      return map(fields, span, plain: piece.record(span), in: piece)
    }
    plain.withSlack { plain in
      if let damage = rewriter.walk(plain) {
        reject(piece.range(span), .malformed(damage))
      } else {
        map(rewriter.fields, span, plain: plain, in: piece)
      }
    }
  }

  private func map(
    _ fields: RecordFields, _ span: RecordSpan, plain: UnsafeRawBufferPointer, in piece: Piece
  ) {
    let profile = mapper.profile(of: fields, in: home, context: context)
    do {
      let facts = try mapper.facts(fields, profile: profile, context: context)
      if isFiltered[profile], mapper.leavesOut(fields, profile: profile, context: context) {
        result.found.leftOut += 1
        return
      }
      if hasFilters { filtered = plan.records.fieldFilters[profile]?.results(fields) ?? filtered }
      result.found.records += 1
      result.found.warnings.count(facts.notices)
      if profile != home.index { result.found.strays[profile, default: 0] += 1 }
      if hasLabels { noteLabel(fields, of: facts.type, profile: profile) }
      look(at: fields, plain: plain, profile: profile)
      let audience =
        facts.notices.contains(.several) ? plan.records.facts[profile].audience(fields) : nil
      let isNobodys = audience.map { $0 == .named([]) } ?? facts.recipient.isEmpty
      let isUnaddressed = isNobodys && context.recipient == defaultOwner
      if isUnaddressed || !facts.notices.isDisjoint(with: .assumptions) {
        result.found.mappings.assumed[profile, default: Assumptions()]
          .add(facts, isUnaddressed: isUnaddressed)
      }
      let isMatch = isMatch(span, profile: profile, in: piece)
      if let audience {
        addAll(
          facts, fields, of: audience, profile: profile, span: span, in: piece, isMatch: isMatch)
      } else {
        addRecord(facts, profile: profile, span, in: piece, isMatch: isMatch)
      }
    } catch {
      let key = context.key
      if expand(span, in: piece) { return }
      context.key = key
      let isHeader = isHeader(span, piece.record(span))
      if isFiltered[profile], rewriter.walk(plain) == nil,
        mapper.leavesOut(rewriter.fields, profile: profile, context: context)
      {
        result.found.leftOut += 1
        return
      }
      // The search for inner records may have overwritten the walk's fields.
      if hasMappings, rewriter.walk(plain) == nil {
        look(at: rewriter.fields, plain: plain, profile: profile, isHeader: isHeader)
      }
      if profile != home.index { result.found.strays[profile, default: 0] += 1 }
      reject(piece.range(span), error.reason, field: error.field, isHeader: isHeader)
    }
  }

  /// Counts what the profile's mapping finds.
  private func look(
    at fields: RecordFields, plain: UnsafeRawBufferPointer, profile: Int, isHeader: Bool = false
  ) {
    guard hasMappings else { return }
    // One call each: a copy of the results would be two owners of their lists.
    if isHeader {
      mapper.look(
        at: fields, record: plain, profile: profile, context: context, &result.found.headerMappings)
    } else {
      mapper.look(
        at: fields, record: plain, profile: profile, context: context, &result.found.mappings)
    }
  }

  func addRecord(
    _ facts: IndexFacts, profile: Int, _ span: RecordSpan, in piece: Piece, isMatch: Bool
  ) {
    guard hasMarks else {
      return addEntry(facts, profile: profile, span, in: piece, isMatch: isMatch)
    }
    var facts = facts
    mark(&facts, profile: profile)
    addEntry(facts, profile: profile, span, in: piece, isMatch: isMatch)
  }

  /// Whether the text filter finds a record; false without one.
  private func isMatch(_ span: RecordSpan, profile: Int, in piece: Piece) -> Bool {
    guard let filter = plan.options.textFilter else { return false }
    let notification = try? notifications.notification(
      piece.record(span), profile: profile, context: context, language: filter.language)
    return notification.map(filter.matches) ?? false
  }

  private func addEntry(
    _ facts: IndexFacts, profile: Int, _ span: RecordSpan, in piece: Piece, isMatch: Bool
  ) {
    let range = piece.range(span)
    addRecipient(facts)
    if let expiry = facts.expiry { result.expiries.append(expiry.microseconds) }
    result.entries.append(
      IndexEntry(
        facts: facts, offset: inputOffset + range.lowerBound, length: range.count,
        id: idHash(facts, profile: profile),
        type: type(facts.type, profile: profile, isOwnAction: facts.notices.contains(.ownAction)),
        expiry: facts.expiry == nil ? IndexEntry.never : UInt32(result.expiries.count),
        isKeyed: span.isKeyed, isMatch: isMatch, isRow: span.row != nil))
  }
}
