package import ByteText
import GRDB
import Notifications
import Profiles

/// The first records of an export that no profile is known for, and where they were found.
package struct DraftRecords: Sendable {
  package private(set) var list = DraftList()
  /// Whether the list is a table of a database.
  package private(set) var isTable = false
  /// Where each record is in a list under a name of its own: the names that mean read; none if all are
  /// those of people.
  package private(set) var readLists: [String]?
  /// Other lists of the document, or other tables, which the records may refer to.
  package private(set) var others: [DraftList] = []
  /// The model of the records among others, as Django dumps them: `notifications.notification`.
  package private(set) var model: String?

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

  /// The number of records that are looked at.
  static let limit = 500
  /// The bytes of a document that are looked at.
  static let headLength = 1 << 22

  /// Reads the first records of `input`, none if it holds no object; the options' profiles do not matter.
  package init(_ input: ExportInput, options: ReadingOptions) throws(Fault) {
    let folder = try SystemError.rethrow(
      TemporaryFolder(in: options.temporaryFolder),
      as: { Fault.noSpool($0, folder: options.temporaryFolder, of: input.name) })
    defer { withExtendedLifetime(folder) {} }
    if case .file(let path) = input,
      let database = try SideFile.isDatabase(path)
        ? path : OpenedInput.databaseCopy(of: path, in: folder.path, options: options)
    {
      try readDatabase(database, options)
    } else {
      self = try DraftRecords(try OpenedInput(input, options: options))
    }
  }

  /// Reads the first records of an input from its beginning on.
  init(_ input: OpenedInput) throws(Fault) {
    if let table = input.table {
      try readTable(table, input.stream)
    } else {
      try readDocument(input.stream)
    }
  }

  /// Whether another file has more of these notifications, as the pages of an API have.
  package func goesOn(in other: DraftRecords) -> Bool {
    list.path == other.list.path && list.isLike(other.list) && other.list.isLike(list)
      && (list.score ?? 0) >= 30
  }

  /// Adds records of the same form.
  package mutating func add(more: DraftRecords) { list.elements += more.records }

  private mutating func readDatabase(_ path: String, _ options: ReadingOptions) throws(Fault) {
    let database = try HardenedDatabase(path: path, temporaryDirectory: options.temporaryFolder)
    do {
      (list, others) = try database.read { database in
        let names = try database.tableNames()
        var tables = try names.map { name in
          DraftList(
            path: [name],
            elements: try TableRows.read(
              try database.describe(name), in: database, limit: Self.limit))
        }
        tables.removeAll(where: \.elements.isEmpty)
        let wanted = tables.filter {
          options.table == nil || $0.path[0].lowercased() == options.table?.lowercased()
        }
        guard let best = DraftList.best(of: wanted) else {
          throw TableChoice.noTable(of: names, views: try database.tableNames(ofType: "view"))
        }
        return (best, tables.filter { $0.path != best.path })
      }
      isTable = true
    } catch { throw error.of(path) }
  }

  private mutating func readTable(_ table: CSVTable, _ stream: ByteStream) throws(Fault) {
    let window = ByteWindow(stream, capacity: Self.headLength)
    var splitter = CSVSplitter(window, table, rowLimit: Self.headLength)
    let reader = CSVRowReader(ColumnUsage(named: [], nested: table.columns))
    guard let batch = try splitter.nextBatch() else { return }
    batch.bytes.withUnsafeBytes { bytes in
      for span in batch.spans where list.elements.count < Self.limit {
        let row = UnsafeRawBufferPointer(rebasing: bytes[span.start..<span.end])
        if case .record(let record) = reader.record(of: row, in: table) {
          list.elements.append(Array(record))
        }
      }
    }
  }

  private mutating func readDocument(_ stream: ByteStream) throws(Fault) {
    var head = [UInt8](repeating: 0, count: Self.headLength)
    let length = try head.withMutableRawBytes { bytes throws(Fault) in try stream.read(into: bytes)
    }
    head.removeLast(head.count - length)
    var search = DraftSearch()
    head.withUnsafeBytes { search.visit(document: $0) }
    let lists = search.lists
    guard let best = DraftList.best(of: lists), best.elements.count > 1 || (best.score ?? 0) >= 30
    else {
      return
    }
    list = best
    others = lists.filter { !$0.path.isEmpty && !$0.path.starts(with: best.path) }
    let siblings = best.path.isEmpty || !best.outer.isEmpty ? [] : lists.filter(best.isLike)
    if siblings.count > 1 {
      readSiblings(siblings)
    } else if best.outer.count == best.elements.count, !best.isKeyed {
      list.elements = best.outer
      list.path.removeLast(best.inside.count)
    } else {
      list.inside = []
    }
    keepBestModel()
  }

  /// Takes lists with elements of one form as one, whose names are states or people.
  private mutating func readSiblings(_ lists: [DraftList]) {
    list.elements = Array((lists.flatMap(\.elements)).prefix(Self.limit))
    list.path.removeLast()
    let keys = lists.compactMap(\.path.last)
    let read = keys.filter { $0.lowercased().isIn("readWords") }
    let unread = keys.filter { $0.lowercased().isIn("unreadWords") }
    let areStates = !read.isEmpty && Set(read + unread).count == keys.count
    readLists = areStates ? read : []
  }

  /// The records of who gets which text, where those found are texts without people; else these.
  var withDeliveries: DraftRecords {
    guard !list.isKeyed, readLists == nil, !records.isEmpty, !list.path.isEmpty,
      !DraftFields(self).namePeople(beside: others)
    else { return self }
    for other in others where other.path.last != list.path.last && !other.isFile {
      // Comments are texts of their own.
      if other.head.fields.contains(where: { $0.mostly(.sentence, share: 0.5) }) { continue }
      let fields = DraftFields(other.elements)
      guard fields.namePeople(beside: []),
        DraftJoins(lists: [list], fields: fields, known: [], receivers: []).areThere
      else { continue }
      var deliveries = self
      deliveries.list = other
      deliveries.list.inside = []
      deliveries.others = others.filter { $0.path != other.path } + [list]
      return deliveries
    }
    return self
  }

  /// Of records of several models, keeps those of the one that looks most like notifications.
  private mutating func keepBestModel() {
    var models: [String: (records: [[UInt8]], likeness: Int)] = [:]
    var likeness = DraftLikeness()
    for record in records {
      let isModel = record.withUnsafeBytes { bytes in
        guard let object = JSONText(bytes), object.member("fields")?.kind == .object,
          let model = object.member("model")?.text
        else { return false }
        models[model, default: ([], 0)].records.append(record)
        models[model]?.likeness = likeness.of(object)
        return true
      }
      if !isModel { return }
    }
    let best = models.max { ($0.value.likeness, $1.key) < ($1.value.likeness, $0.key) }
    if let best, models.count > 1 { (model, list.elements) = (best.key, best.value.records) }
  }
}

extension DraftFields {
  /// Whether a column certainly names who receives.
  fileprivate func namePeople(beside lists: [DraftList]) -> Bool {
    let people = DraftPeople(self, beside: lists)
    return fields.contains { people.receiverPoints($0) >= DraftPeople.sure }
  }
}
