import ByteText
import Profiles

/// Finds the columns of records that may say whose they are or whether they were read, by the words in
/// their names.
struct ColumnSample {
  /// The number of records that are looked at.
  static let size = 1000

  /// The names of those that name at least two people, in the order in which they appeared.
  var people: [String] {
    columns.filter { $0.isPeople && $0.values.count > 1 }.map(\.name)
  }

  /// The names of those that may be read marks.
  var readMarks: [String] { columns.filter(\.isReadMark).map(\.name) }

  private struct Column {
    let name: String
    let isPeople: Bool
    let isReadMark: Bool
    /// At most two.
    var values: Set<[UInt8]> = []
  }

  private var columns: [Column] = []
  private var numbers: [[UInt8]: Int] = [:]
  /// What a profile takes from records, by the outermost name.
  private let used: Set<[UInt8]>

  private static let mostColumns = 500

  /// - Parameter profile: the one that reads the records; what it uses names nobody else.
  init(besides profile: Profile) {
    let paths =
      profile.fields.values.flatMap(\.self) + profile.values.values.flatMap(\.self)
      + profile.readMarks.map(\.path)
    let names = paths.flatMap(\.sources).compactMap(\.segments.first)
    used = Set(names.map { FieldNames.significant($0.utf8) })
  }

  mutating func add(_ record: UnsafeRawBufferPointer) {
    if let plain = FirestoreDocument(record)?.plainJSON {
      plain.withUnsafeBytes { JSONText($0).map { add($0, below: nil) } }
    } else if let object = JSONText(record), object.kind == .object {
      add(object, below: nil)
    }
  }

  private mutating func add(_ object: JSONText, below outer: UnsafeRawBufferPointer?) {
    for (name, value) in object.parts {
      if value.kind == .object, outer == nil {
        add(value, below: name)
      } else if value.kind != .null, !value.bytes.isEmpty, let index = column(name, below: outer) {
        let isLooked = columns[index].isPeople && columns[index].values.count < 2
        if isLooked { columns[index].values.insert(Array(value.bytes)) }
      }
    }
  }

  /// Whether the words of a path may name who receives: each is one for people or for what identifies
  /// them, and none is for who acted.
  private static func mayReceive(_ path: [String]) -> Bool {
    let weights = NameWeights.bundled
    let words = path.map(DraftName.snake).flatMap { name in
      name.split { "_.-/ ".contains($0) }.flatMap { weights.words(of: String($0)) }
    }
    return !words.contains(where: weights["agents"].contains)
      && words.contains { weights.isOfPeople($0) }
      && words.allSatisfy { weights.isOfPeople($0) || weights["identities"].contains($0) }
  }

  private mutating func column(
    _ name: UnsafeRawBufferPointer, below outer: UnsafeRawBufferPointer?
  ) -> Int? {
    let key = outer.map { Array($0) + [UInt8(ascii: ".")] + name } ?? Array(name)
    if let known = numbers[key] { return known }
    guard columns.count < Self.mostColumns else { return nil }
    let path = [outer, name].compactMap(\.self).map(JSONEscape.unescaped)
    let isUsed = used.contains(FieldNames.significant(path[0].utf8))
    let isPeople = !isUsed && Self.mayReceive(path)
    numbers[key] = columns.count
    let mark = DraftName.snake(path.joined(separator: "_"))
    columns.append(
      Column(
        name: path.joined(separator: "."), isPeople: isPeople,
        isReadMark: !isUsed && DraftReadMark.mayMark(mark)))
    return columns.count - 1
  }
}
