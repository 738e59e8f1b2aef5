package import ByteText
import Notifications
import Profiles

/// The first records of an export that no profile is known for, and where they were found.
package struct DraftRecords: Sendable {
  /// Each as JSON.
  package private(set) var records: [[UInt8]] = []
  /// The path of their list in a document: `data.notifications`; empty at its root.
  package private(set) var path: [String] = []
  /// The table of a database.
  package private(set) var table: String?
  /// The names of the objects in each that hold its fields.
  package private(set) var inside: [String] = []
  /// Whether each is named by its key in an object.
  package private(set) var isKeyed = false
  /// Whether the objects of such records are named by their keys too, as those of people are.
  package private(set) var isTree = false

  /// Whose lists the records are in, where each is under a name of its own.
  package private(set) var ownerKey: OwnerKey?

  /// What the name of a list of records is.
  package enum OwnerKey: Equatable, Sendable {
    case recipient
    /// A state; these mean read.
    case state([String])
  }

  /// Other lists of the document, or other tables, which the records may refer to.
  package private(set) var others: [DraftList] = []

  /// The model of the records among others, as Django dumps them: `notifications.notification`.
  package private(set) var model: String?

  /// - Parameter records: each as JSON.
  init(records: [[UInt8]]) { self.records = records }

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
    if case .file(let path) = input, SideFile.isDatabase(path) {
      try readDatabase(path, options)
    } else if case .file(let path) = input,
      let copy = try OpenedInput.databaseCopy(of: path, in: folder.path, options: options)
    {
      try readDatabase(copy, options)
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

  /// Adds records of the same form.
  mutating func add(more: DraftRecords) { records += more.records }

  private mutating func readDatabase(
    _ path: String, _ options: ReadingOptions
  ) throws(Fault) {
    do {
      let found = try DraftTable.best(
        path: path, named: options.table, temporaryFolder: options.temporaryFolder)
      (table, records, others) = (found.table, found.rows, found.others)
    } catch { throw error.of(path) }
  }

  private mutating func readTable(
    _ table: CSVTable, _ stream: ByteStream
  ) throws(Fault) {
    let window = ByteWindow(stream, capacity: Self.headLength)
    var splitter = CSVSplitter(window, table, rowLimit: Self.headLength)
    let reader = CSVRowReader(ColumnUsage(named: [], nested: table.columns))
    guard let batch = try splitter.nextBatch() else { return }
    batch.bytes.withUnsafeBytes { bytes in
      for span in batch.spans where records.count < Self.limit {
        let row = UnsafeRawBufferPointer(rebasing: bytes[span.start..<span.end])
        if case .record(let record) = reader.record(of: row, in: table) {
          records.append(Array(record))
        }
      }
    }
  }

  private mutating func readDocument(_ stream: ByteStream) throws(Fault) {
    var head = [UInt8](repeating: 0, count: Self.headLength)
    let length = try head.withMutableRawBytes { bytes throws(Fault) in
      try stream.read(into: bytes)
    }
    head.removeLast(head.count - length)
    var search = DraftSearch()
    head.withUnsafeBytes { search.visit(document: $0) }
    guard var best = search.best, best.elements.count > 1 || best.likeness >= 3 else { return }
    if let (siblings, key) = search.siblings(of: best) {
      best.elements = Array((siblings.flatMap(\.elements)).prefix(Self.limit))
      best.path.removeLast()
      ownerKey = key
    }
    records = best.elements
    isKeyed = best.isKeyed
    isTree = best.isKeyed && best.isTree
    path = best.path
    if best.outer.count == best.elements.count, !isKeyed {
      (records, inside) = (best.outer, best.inside)
      path.removeLast(inside.count)
    }
    others = search.lists(besides: best)
    keepBestModel()
  }

  /// The records of who gets which text, where those found are texts without people; else these.
  var withDeliveries: DraftRecords {
    guard !isKeyed, ownerKey == nil, !records.isEmpty, let name = table ?? path.last,
      !DraftFields(self).namePeople(beside: others)
    else { return self }
    let texts = DraftList(path: table.map { [$0] } ?? path, elements: records)
    for list in others where !list.elements.isEmpty && list.path.last != name && !list.isFile {
      // Comments are texts of their own.
      if list.head.fields.contains(where: { $0.mostly(.sentence, share: 0.5) }) { continue }
      let fields = DraftFields(list.elements)
      guard fields.namePeople(beside: []),
        DraftJoins(lists: [texts], fields: fields, known: [], receivers: []).areThere
      else { continue }
      var deliveries = self
      deliveries.records = list.elements
      if table == nil { deliveries.path = list.path } else { deliveries.table = list.path.last }
      deliveries.others = others.filter { $0.path != list.path } + [texts]
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
    if let best, models.count > 1 { (model, records) = (best.key, best.value.records) }
  }
}

extension DraftFields {
  /// Whether a column certainly names who receives.
  fileprivate func namePeople(beside lists: [DraftList]) -> Bool {
    let people = DraftPeople(self, beside: lists)
    return fields.contains { people.receiverPoints($0) >= DraftPeople.sure }
  }
}
