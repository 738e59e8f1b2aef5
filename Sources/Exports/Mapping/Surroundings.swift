package import ByteText
import CSimdJSON
import Notifications
import Profiles

/// What is around the records of one input: values of its file's path, and the objects of other
/// lists that records refer to.
final class Surroundings: Sendable {
  /// By profile, the parts of the file's path by name.
  let file: [ProfileName: [String: String]]
  /// By profile, in the order of its joins.
  let joins: [ProfileName: [JoinedObjects]]

  static let none = Surroundings(file: [:], joins: [:])

  init(file: [ProfileName: [String: String]], joins: [ProfileName: [JoinedObjects]]) {
    (self.file, self.joins) = (file, joins)
  }
}

/// Where a record comes from, as far as its values need it.
struct Origin {
  var surroundings = Surroundings.none
  /// The key above the record's own.
  var outerKey: String?
}

/// Where the records of a run come from. Neighboring records mostly share it, so it is kept by the offset
/// from which it holds.
struct Origins {
  private var origins: [(start: Int64, origin: Origin)] = []

  var isEmpty: Bool { origins.isEmpty }

  /// Adds what is around an input's records, and the keys above them with the offsets from which
  /// each holds; all are behind those before.
  mutating func append(
    _ surroundings: Surroundings, _ keys: [(key: String?, start: Int64)], from start: Int64
  ) {
    origins.append((start, Origin(surroundings: surroundings)))
    for (key, start) in keys {
      origins.append((start, Origin(surroundings: surroundings, outerKey: key)))
    }
  }

  /// What holds at an offset.
  func origin(at offset: Int64) -> Origin {
    index(at: offset).map { origins[$0].origin } ?? Origin()
  }

  private func index(at offset: Int64) -> Int? {
    let next = origins.indices.partition { origins[$0].start <= offset }
    return next > 0 ? next - 1 : nil
  }

  /// The origins of records that were copied to other offsets.
  func moved(_ records: [(from: Int64, to: Int64)]) -> Origins {
    var moved = Origins()
    var latest: Int?
    for record in records.sorted(by: { $0.to < $1.to }) {
      guard let index = index(at: record.from), index != latest else { continue }
      moved.origins.append((record.to, origins[index].origin))
      latest = index
    }
    return moved
  }
}

/// Objects by their keys, as raw JSON.
struct JoinedObjects: Sendable {
  private var text: [UInt8] = []
  private var ranges: [String: Range<Int>] = [:]
  private let id: FieldPath

  /// - Parameter id: the path of an object's key.
  init(id: FieldPath) { self.id = id }

  /// Adds the objects of a list, or of an object keyed by id.
  mutating func addList(_ list: JSONText) {
    for part in list.parts {
      let name = list.kind == .object ? JSONEscape.unescaped(part.name) : nil
      addObject(part.value, key: name)
    }
  }

  /// Adds an object; the last of several with one key counts.
  ///
  /// - Parameter key: its key, if it has none itself.
  /// - Returns: whether an object before it has the key and is another one, byte for byte.
  @discardableResult
  mutating func addObject(_ object: JSONText, key: String?) -> Bool {
    guard object.kind == .object else { return false }
    var value: JSONText? = object
    for name in id.segments { value = value?.member(name) }
    guard let key = value?.scalarID ?? key, !key.isEmpty else { return false }
    let isOther = ranges[key].map { !text[$0].elementsEqual(object.bytes) } ?? false
    ranges[key] = text.count..<text.count + object.bytes.count
    text.append(contentsOf: object.bytes)
    return isOther
  }

  /// Passes the object with a key to `body`.
  func with(_ key: String, _ body: (FieldValue) -> Void) {
    guard let range = ranges[key] else { return }
    text.withUnsafeBytes { bytes in
      let object = UnsafeRawBufferPointer(rebasing: bytes[range])
      body(
        FieldValue(
          raw: tidings_json_value(
            bytes: object.baseAddress?.assumingMemoryBound(to: CChar.self),
            length: UInt32(truncatingIfNeeded: range.count),
            kind: UInt8(TIDINGS_JSON_OBJECT.rawValue))))
    }
  }

  /// Passes the objects that a record names to `body`; the key may be a list of them.
  func find(_ fields: RecordFields, by keys: [Slot], _ body: (FieldValue) -> Void) {
    for key in fields.first(keys)?.ids ?? [] { with(key, body) }
  }
}

/// A file whose objects records refer to.
package struct JoinFile: Sendable {
  private let file: ObjectFile
  /// The rows of a database, which may change while the exports are read; nil for any other file.
  private let rows: [(place: Fault.Place, bytes: [UInt8])]?
  private let name: String
  private let temporaryFolder: String

  private static let lists = ["data", "items", "results", "records", "users", "accounts"]

  /// - Parameters:
  ///   - name: that of the join, and of the table in a database, if that has several.
  ///   - temporaryFolder: where a private copy of a database goes.
  /// - Throws: a `Fault` for a file that cannot be read or divided. A row that is no row of its table
  ///   is one: its object would be missing unnoticed.
  package init(path: String, name: String, temporaryFolder: String) throws(Fault) {
    let file = try ObjectFile(path: path)
    try file.refuseBlank()
    try file.checkUTF8()
    var rows: [(place: Fault.Place, bytes: [UInt8])] = []
    var first: Fault?
    let layout = Self.layout(FieldPath(segments: ["id"]), table: name, temporaryFolder)
    try file.visit(layout) { entry in
      if file.isDatabase {
        if entry.fault == nil { rows.append((entry.place, Array(entry.bytes))) }
      } else if first == nil, var fault = entry.fault {
        (fault.place, fault.advice) = (entry.place, "correct the line, or write the file again")
        first = fault
      }
    }
    (self.file, self.rows) = (file, file.isDatabase ? rows : nil)
    (self.name, self.temporaryFolder) = (name, temporaryFolder)
    if let first { throw first.of(path) }
  }

  /// Texts that are JSON are read as such wherever a path leads into them.
  private static func layout(
    _ id: FieldPath, table name: String, _ temporaryFolder: String
  ) -> ObjectFile.Layout {
    ObjectFile.Layout(
      shape: EntryShape(identifying: [id.segments.first ?? "id"], lists: lists),
      temporaryFolder: temporaryFolder
    ) {
      let table = try $0.onlyTable(
        or: name, advice: "give the join in the profile the name of its table")
      return [(table: table, name: nil)]
    }
  }

  /// The file's objects by the key at `id`.
  ///
  /// - Throws: a `Fault` for a key of two objects that differ: records would be told of either.
  func objects(id: FieldPath) throws(Fault) -> JoinedObjects {
    var objects = JoinedObjects(id: id)
    var first: Fault?
    func add(_ bytes: UnsafeRawBufferPointer, key: String? = nil, at place: Fault.Place) {
      guard let object = JSONText(bytes), objects.addObject(object, key: key), first == nil else {
        return
      }
      first = Fault(
        .unusable, code: "repeated-id", of: file.path, at: place, field: id.description,
        "an earlier entry has the same id and is not the same, byte for byte",
        advice: "keep one of them in the file")
    }
    if let rows {
      for row in rows { row.bytes.withUnsafeBytes { add($0, at: row.place) } }
    } else {
      // It was divided before.
      try? file.visit(Self.layout(id, table: name, temporaryFolder)) {
        add($0.bytes, key: $0.key, at: $0.place)
      }
    }
    if let first { throw first }
    return objects
  }
}

struct JoinReader {
  let plan: ReadingPlan
  let input: OpenedInput

  /// Values of the file's path; joins are still empty.
  func surroundings() -> Surroundings {
    plan.needsOutside ? Surroundings(file: file, joins: [:]) : .none
  }

  /// The same with the objects that records of a profile refer to.
  ///
  /// - Throws: a `Fault` if the profile needs a file that is not given.
  func surroundings(of profile: Profile) throws(Fault) -> Surroundings {
    guard plan.needsOutside else { return .none }
    var joins: [JoinedObjects] = []
    for join in profile.joins {
      var objects = try plan.options.objects(of: join, profile.name, for: input.name)
      if case .list(let path) = join.source { try readList(path, into: &objects) }
      joins.append(objects)
    }
    return Surroundings(file: file, joins: [profile.name: joins])
  }

  private var file: [ProfileName: [String: String]] {
    let changed = (try? FileState(path: input.name)).map { "\($0.seconds)" }
    return plan.options.candidates.profiles.reduce(into: [:]) { files, profile in
      var values = profile.filePattern?.values(in: input.name, from: plan.options.currentFolder)
      if values?[OutsideNames.fileTime] == nil, let changed {
        values = (values ?? [:]).merging([OutsideNames.fileTime: changed]) { own, _ in own }
      }
      files[profile.name] = values
    }
  }

  /// Adds the objects of a list beside the records of each of the input's documents.
  private func readList(_ path: FieldPath, into objects: inout JoinedObjects) throws(Fault) {
    if input.format == .sqlite, path.segments.count == 1 {
      for row in input.rows?.joined[path.segments[0]] ?? [] {
        row.withUnsafeBytes { bytes in
          if let object = JSONText(bytes) { objects.addObject(object, key: nil) }
        }
      }
    }
    guard input.format == .json, let first = path.segments.first else { return }
    try input.stream.drain()
    let store = input.stream.store
    var search = EnvelopeMember(named: [first], beside: plan.names.records, read: store.read)
    for found in try search.foundInSequence() {
      guard found.range.count <= ObjectFile.limit else {
        throw Fault(
          .unusable, code: "join-too-large", of: input.name,
          "its list \(path.description), in which a profile looks values up, has more than "
            + "\(ObjectFile.limit) bytes", advice: "export fewer pages at a time")
      }
      let bytes = try store.bytes(at: found.range.lowerBound, count: found.range.count)
      bytes.withUnsafeBytes { bytes in
        var value = JSONText(bytes)
        for name in path.segments.dropFirst() { value = value?.member(name) }
        if let value { objects.addList(value) }
      }
    }
  }
}
