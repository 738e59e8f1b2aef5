package import ByteText
import Profiles

/// The first records of an export that no profile is known for, and where they were found.
package struct DraftRecords: Sendable {
  package private(set) var list = DraftList()
  /// Whether the list is a table of a database.
  package private(set) var isTable = false
  /// Where each record is in a list under a name of its own: the names that mean read; none if all are
  /// those of people.
  package private(set) var readLists: [String]?
  /// Of these names the ones that mean deleted.
  private(set) var deletedLists: [String] = []
  /// The paths of lists of one form that are those of nobody.
  private(set) var shelves: [String] = []
  /// Other lists of the document, or other tables, which the records may refer to.
  package private(set) var others: [DraftList] = []
  /// The model of the records among others, as Django dumps them: `notifications.notification`.
  package private(set) var model: String?

  /// The file that was read, which can be read again: of a pipe, a copy.
  package private(set) var source = ExportInput.standardInput
  private var copy: FileCopy?

  /// Whether it was a pipe, whose path tells nothing.
  package var isPipe: Bool { copy != nil }

  /// Each as JSON.
  package var records: [[UInt8]] { list.elements }

  /// - Parameter records: each as JSON.
  init(records: [[UInt8]]) { list = DraftList(elements: records) }

  /// Adds the records of another file, to which these may refer by ids.
  ///
  /// - Parameter name: what `--join` calls it.
  package mutating func add(_ other: DraftRecords, named name: String) {
    others.append(DraftList(path: [name], elements: other.records, isFile: true))
  }

  /// Whether another file has more of these notifications, as the pages of an API have.
  package func goesOn(in other: DraftRecords) -> Bool {
    list.path == other.list.path && list.isLike(other.list) && other.list.isLike(list)
      && (list.score ?? 0) >= 30
  }

  /// Adds records of the same form.
  package mutating func add(more: DraftRecords) { list.elements += more.records }

  /// The number of records that are looked at.
  static let limit = 500
  /// The bytes of a table that are looked at.
  private static let headLength = 1 << 22

  /// Reads the first records of a file; `-` is standard input.
  package init(file: String, options: ReadingOptions) throws(Fault) {
    let bytes = try file == "-" ? StoredBytes.standardInput(name: file) : .open(file)
    let isPipe = try bytes.state().kind == .pipe || file == "-"
    let copy = isPipe ? try FileCopy(of: ByteStream(bytes), in: options.temporaryFolder) : nil
    let source = ExportInput.file(copy?.path ?? file)
    self = try DraftRecords(source, options: options)
    (self.source, self.copy) = (source, copy)
  }

  /// Reads the first records of `input`, none if it holds no object; the options' profiles do not matter.
  init(_ input: ExportInput, options: ReadingOptions) throws(Fault) {
    if case .file(let path) = input {
      let copy = try OpenedInput.databaseCopy(of: path, options: options)
      defer { withExtendedLifetime(copy) {} }
      if copy != nil || ObjectFile.isDatabase(at: path) {
        try readDatabase(copy?.path ?? path, options)
        return
      }
    }
    self = try DraftRecords(try OpenedInput(input, options: options))
  }

  init(_ input: OpenedInput) throws(Fault) {
    if let table = input.table {
      try readTable(table, input.stream)
    } else {
      let document = try ThinDocument(input.stream)
      var search = DraftSearch()
      document.json.withUnsafeBytes { search.visit(document: $0) }
      choose(among: search.lists)
    }
  }

  private mutating func readDatabase(_ path: String, _ options: ReadingOptions) throws(Fault) {
    let database = try HardenedDatabase(path: path, temporaryDirectory: options.temporaryFolder)
    do {
      (list, others) = try database.read { database in
        let names = try database.tableNames()
        let tables = try names.map { name in
          let table = try database.describe(name)
          return DraftList(
            path: [name], elements: try database.rows(of: table, limit: Self.limit))
        }.filter { !$0.elements.isEmpty }
        let wanted =
          options.table.map { name in tables.filter { $0.path.ignoringCase(name) != nil } }
          ?? tables
        guard let best = DraftList.best(of: wanted) else {
          throw TableChoice.noTable(of: names, views: try database.tableNames(ofType: "view"))
        }
        return (best, tables.filter { $0.path != best.path })
      }
      isTable = true
    } catch { throw error.of(path) }
  }

  private mutating func readTable(_ table: CSVTable, _ stream: ByteStream) throws(Fault) {
    var splitter = RecordSplitter(
      ByteWindow(stream, capacity: Self.headLength), .init(kind: .document),
      names: EnvelopeNames([]), recordLimit: Self.headLength, table: table,
      judge: { _, _ in true }, diagnose: { _ in nil })
    let reader = CSVRowReader(ColumnUsage(named: [], nested: table.columns))
    guard let batch = try splitter.nextBatch() else { return }
    let rows = batch.bytes.withUnsafeBytes { reader.records(of: batch, $0) }
    list.elements = rows.spans.prefix(Self.limit).map {
      Array(reader.buffer.bytes[$0.start..<$0.end])
    }
  }

  /// Takes the best list of a document, and with it lists with elements of its form, whose names are
  /// states or people; or what is around each of its elements.
  private mutating func choose(among lists: [DraftList]) {
    guard let best = DraftList.best(of: lists), best.elements.count > 1 || (best.score ?? 0) >= 30
    else { return }
    list = best
    list.inside = []
    others = lists.filter { !$0.path.isEmpty && !$0.path.starts(with: best.path) }
    let siblings = best.path.isEmpty || !best.outer.isEmpty ? [] : lists.filter(best.isLike)
    if siblings.count > 1 {
      list.elements = Array(siblings.flatMap(\.elements).prefix(Self.limit))
      list.path.removeLast()
      let keys = siblings.compactMap(\.path.last)
      let deleted = keys.filter { $0.lowercased().isIn("deletedWords") }
      let read = keys.filter { $0.lowercased().isIn("readWords") }
      let states = deleted + read + keys.filter { $0.lowercased().isIn("unreadWords") }
      if states.count == keys.count {
        (readLists, deletedLists) = (read.isEmpty ? ["read"] : read, deleted)
      } else if areOfPeople(keys) {
        readLists = []
      } else {
        shelves = siblings.map(\.written)
      }
    } else if best.outer.count == best.elements.count, !best.isKeyed {
      (list.elements, list.inside) = (best.outer, best.inside)
      list.path.removeLast(best.inside.count)
    }
    keepBestModel()
  }

  /// Whether lists are those of people, by their names: ids, or words that are none of states, kinds or
  /// days, where the records themselves name nobody.
  private func areOfPeople(_ names: [String]) -> Bool {
    let areIDs = names.allSatisfy { name in
      name.withRawBytes { EnvelopeNames.isOwner($0[...]) }
    }
    if areIDs { return true }
    let mayBePeople = names.allSatisfy { name in
      !name.snake.split(separator: "_").map(String.init).has("shelves")
        && !name.contains(where: \.isNumber)
    }
    return mayBePeople && !DraftScorer(DraftFields(list.elements)).haveReceiver
  }

  /// The records of who gets which text, where those found are texts without people; else these.
  var withDeliveries: DraftRecords {
    guard !list.isKeyed, readLists == nil, !records.isEmpty, !list.path.isEmpty,
      !DraftScorer(DraftFields(self), beside: others).haveReceiver
    else { return self }
    let deliveries = others.first { other in
      // Comments are texts of their own.
      guard other.path.last != list.path.last, !other.isFile,
        !other.head.fields.contains(where: { $0.fits("sentence/50") })
      else { return false }
      let fields = DraftFields(other.elements)
      return DraftScorer(fields).haveReceiver && fields.refer(to: [list])
    }
    guard let deliveries else { return self }
    var found = self
    found.list = deliveries
    found.list.inside = []
    found.others = others.filter { $0.path != deliveries.path } + [list]
    return found
  }

  /// Of records of several models, keeps those of the one that looks most like notifications.
  private mutating func keepBestModel() {
    let models = Dictionary(grouping: records) { record in
      record.withUnsafeBytes { bytes in
        JSONText(bytes).flatMap {
          $0.member("fields")?.kind == .object ? $0.member("model")?.text : nil
        }
      }
    }
    var likeness = DraftLikeness()
    let judged = models.map { (model: $0 ?? "", records: $1, likeness: likeness.of($1.last ?? [])) }
    let best = judged.max { ($0.likeness, $1.model) < ($1.likeness, $0.model) }
    if let best, models.count > 1, models[nil] == nil {
      (model, list.elements) = (best.model, best.records)
    }
  }
}
