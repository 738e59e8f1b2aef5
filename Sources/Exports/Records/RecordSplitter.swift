import ByteText
import Notifications

/// Splits an input into batches of records, by quotes and brackets or, those of a table, line breaks
/// alone, in one pass. Nothing larger than a record is in memory.
///
/// A step either takes one item (a record, a separator, a member of an envelope), or asks for more
/// bytes and changes nothing.
struct RecordSplitter {
  enum Step { case advanced, needsMore, finished }

  /// A context that is open and holds records.
  struct Context {
    enum Kind { case document, array, envelope, container, keyed, wrapper }

    let kind: Kind
    var levels = 0
    /// Named by the innermost envelope that names one.
    var owner: Int?
    /// What it says of itself, which may be its owner.
    var holder = RecordHolder()
    /// Whether the names of its members are the ids of owners.
    var holdsOwners = false
    /// Whether a key names the owner.
    var isOwnedByKey = false
    var records = 0
    /// The number of objects that were examined before the first record.
    var judged = 0
    var holdsRecords = false
    /// Whether it is an array that is in nothing else.
    var isOutermostArray = false
    /// The first of its records in the current batch.
    var firstSpan = 0
    var page = PageCounts()
    /// The offset of its first byte in the input.
    var start: Int64 = 0
    /// Whether it may tell how many records there are.
    var isObject: Bool { kind == .envelope || kind == .container }
    /// Whether pages ended inside it, with their own counts.
    var holdsPages = false
  }

  /// The last item in the innermost context, which tells whether a comma is missing or extra.
  enum Separation { case opening, value, comma }

  /// A value that is skipped without being held in memory.
  enum Skip {
    case value(ValueSearch)
    case line
    /// All of the input.
    case rest
  }
  /// Why the bytes are not a record.
  typealias Diagnosis = (UnsafeRawBufferPointer) -> RecordDamage?

  let names: EnvelopeNames
  let recordLimit: Int
  /// Asks the profiles whether the bytes are a complete record.
  let judge: ShapeReader.Judge
  let diagnose: Diagnosis

  /// The table whose rows are the records; nil for JSON.
  private let table: CSVTable?
  var rows: RowScanner

  var window: ByteWindow
  var cursor = 0
  var contexts: [Context]
  var skip: Skip?
  var separation = Separation.opening
  /// Whether each value of the document has been on its own line so far.
  var hasLines = false
  /// The document's last loss was of a line that opened a value of several lines.
  var lostOpening = false
  /// The offset of the document's last value that was entered.
  var valueStart: Int64?
  /// Whether the input ends inside a value.
  var isTorn = false
  var openCell: OpenCell?
  /// Whether damage ended the document.
  var isEnded = false
  /// Whether an envelope named its owner after some of its records had been returned.
  var hasLateOwner = false
  /// Whether an element of the outermost array, too large for the window, holds records.
  var isWrapped = false
  /// Whether anything but white space was found.
  private(set) var hasSeenValue = false
  private var isFinished = false
  /// The line feeds of the batch up to the cursor; nil if there is more than one between two records,
  /// or anything else, so that all bytes are searched, which took 3 % of the time of a summary.
  var lines: Int?

  var spans: [RecordSpan] = []
  var losses: [RecordLoss] = []
  var owners: [RecipientID] = []
  var pages: [PageCounts] = []
  /// Objects and lists under the usual names that hold something, but no known records.
  var unknown = 0

  /// - Parameter context: the context of the window's first byte: `document` for an input.
  init(
    _ window: ByteWindow, _ context: Context, names: EnvelopeNames, recordLimit: Int,
    table: CSVTable? = nil, judge: @escaping ShapeReader.Judge, diagnose: @escaping Diagnosis
  ) {
    self.window = window
    self.table = table
    rows = RowScanner(table)
    lines = table == nil ? 0 : nil
    contexts = [context]
    contexts[0].start = window.base
    self.names = names
    self.recordLimit = recordLimit
    self.judge = judge
    self.diagnose = diagnose
  }

  /// The next records; nil after the last.
  mutating func nextBatch(reusing spare: consuming [UInt8]? = nil) throws(Fault) -> RecordBatch? {
    guard !isFinished else { return nil }
    if window.base == 0 && window.count == 0 {
      try window.fill()
      // A byte order mark may be ignored (RFC 8259 section 8.1).
      if table == nil, window.withBytes({ $0.starts(with: [0xEF, 0xBB, 0xBF]) }) { cursor = 3 }
    }
    while true {
      switch step() {
      case .advanced: continue
      case .finished:
        isFinished = true
        return batch(reusing: spare)
      case .needsMore:
        if cursor > 0 { return batch(reusing: spare) }
        try window.fill()
      }
    }
  }

  private mutating func batch(reusing spare: consuming [UInt8]?) -> RecordBatch {
    let taken = window.cut(at: cursor, spare: spare)
    let batch = RecordBatch(
      bytes: taken.bytes, count: cursor, base: taken.base, spans: spans, losses: losses,
      owners: owners, pages: pages, unknown: unknown, table: table, lines: lines)
    rows.forget(cursor)
    cursor = 0
    lines = hasLines && contexts.count == 1 && skip == nil ? 0 : nil
    unknown = 0
    spans.removeAll(keepingCapacity: true)
    for index in contexts.indices { contexts[index].firstSpan = 0 }
    losses.removeAll(keepingCapacity: true)
    pages.removeAll(keepingCapacity: true)
    return batch
  }

  private mutating func step() -> Step {
    if let table { return takeRows(of: table) }
    if let skip { return pass(skip) }
    // A closure over the window retains it.
    if cursor == window.count || window[cursor] <= UInt8(ascii: " ") {
      let end = cursor
      cursor = window.withBytes { ShapeReader.skippingSpace($0, from: end) }
      if cursor > end { countLine(end) }
    }
    guard cursor < window.count else {
      guard window.isAtEnd else { return .needsMore }
      return finish()
    }
    hasSeenValue = true
    switch contexts.last?.kind {
    case nil: return .finished
    case .document: return document()
    case .array: return array()
    case .envelope, .container, .wrapper: return envelope()
    case .keyed: return keyed()
    }
  }

  /// Counts the line feed after a record on a line of its own.
  private mutating func countLine(_ end: Int) {
    let isLine = cursor == end + 1 && window[end] == UInt8(ascii: "\n")
    lines = isLine ? lines.map { $0 + 1 } : nil
  }

  mutating func finish() -> Step {
    if contexts.first?.kind == .document && contexts.count > 1 && !isEnded { isTorn = true }
    while contexts.count > 1 { close() }
    return .finished
  }

  // MARK: Contexts

  mutating func open(_ context: Context) {
    var context = context
    context.owner = contexts.last?.owner
    context.isOwnedByKey = contexts.last?.isOwnedByKey ?? false
    context.firstSpan = spans.count
    context.start = window.base + Int64(cursor)
    if contexts.count == 1 { valueStart = window.base + Int64(cursor) }
    lines = nil
    context.isOutermostArray =
      context.kind == .array && contexts.count == 1 && contexts[0].kind == .document
    contexts.append(context)
    separation = .opening
  }

  /// Ends the innermost context; its records count for the one around it.
  mutating func close() {
    separation = .value
    guard var ended = contexts.popLast() else { return }
    ended.page.settle(records: ended.records)
    if ended.isObject && !(ended.page.saysNothing && ended.holdsPages) {
      ended.page.range = ended.start..<window.base + Int64(cursor)
      ended.holdsPages = true
      pages.note(ended.page)
    }
    if let outer = contexts.indices.last {
      contexts[outer].records += ended.records
      contexts[outer].holdsPages = contexts[outer].holdsPages || ended.holdsPages
    }
  }

  // MARK: What was found

  /// Takes a record, unless it is too large.
  mutating func take(from start: Int, value: Int, to end: Int) {
    lostOpening = false
    separate(at: start)
    guard end - start < recordLimit else {
      lose(from: start, to: end, .tooLarge(limit: recordLimit))
      return
    }
    spans.append(
      RecordSpan(
        start: start, value: value, end: end, owner: contexts.last?.owner,
        isOwnedByKey: contexts.last?.isOwnedByKey ?? false,
        isInSequence: contexts.last?.kind == .document,
        isElement: contexts.last?.isOutermostArray ?? false))
    guard let context = contexts.indices.last else { return }
    contexts[context].records += 1
    judgeLast(in: context)
  }

  /// Remembers that a context holds records. Each of its objects is one then, not an envelope,
  /// which the author of a record could imitate.
  private mutating func judgeLast(in context: Int) {
    guard contexts[context].kind != .wrapper, let last = spans.indices.last else { return }
    let span = spans[last]
    if !contexts[context].holdsRecords {
      guard contexts[context].judged < Self.mostJudged, window[span.value] == UInt8(ascii: "{")
      else { return }
      contexts[context].judged += 1
      let isRecord = window.withBytes {
        judge(UnsafeRawBufferPointer(rebasing: $0[span.value..<span.end]), span.isKeyed)
      }
      guard isRecord else { return }
      contexts[context].holdsRecords = true
      for index in spans.indices.dropFirst(contexts[context].firstSpan) {
        spans[index].isAmongRecords = true
      }
    }
    spans[last].isAmongRecords = true
  }

  /// The number of objects that are examined for records.
  private static let mostJudged = 64

  mutating func lose(
    from start: Int, to end: Int, _ reason: RejectReason, isContinued: Bool = false,
    endsDocument: Bool = false, field: String? = nil
  ) {
    let range = window.base + Int64(start)..<window.base + Int64(end)
    lines = nil
    losses.append(
      RecordLoss(
        range: range, reason: reason, isContinued: isContinued, endsDocument: endsDocument,
        field: field))
  }
}
