import ByteText
import Notifications
import Profiles

/// All paths of the first records.
package struct DraftFields: Sendable {
  package private(set) var fields: [DraftField] = []
  /// Lists of texts or numbers, by their first elements: `account_ids[0]`.
  private(set) var lists: [DraftField] = []
  package let records: Int
  private var numbers: [String: Int] = [:]
  private let inside: [String]

  private static let deepest = 5
  private static let mostPaths = 600

  package init(_ sample: DraftRecords) { self.init(sample.records, inside: sample.inside) }

  /// - Parameter sample: objects as JSON.
  init(_ sample: [[UInt8]], inside: [String] = []) {
    self.inside = inside
    records = sample.count
    for (index, record) in sample.enumerated() {
      record.withUnsafeBytes { bytes in
        if let object = JSONText(bytes) { add(object, "", in: index, depth: 0) }
      }
    }
    for index in fields.indices { fields[index].findTimeForm() }
    joinLanguages()
  }

  /// Whether two columns have the same value in every record.
  func haveSameValues(_ left: DraftField, _ right: DraftField) -> Bool {
    left.count == right.count
      && (0..<records).allSatisfy { left.text(in: $0) == right.text(in: $0) }
  }

  /// Makes one column of a text by languages: `title.{locale}` of `title.en` and `title.de`.
  private mutating func joinLanguages() {
    let languages = NameWeights.bundled["languages"]
    func parent(_ field: DraftField) -> String? {
      guard let dot = field.path.lastIndex(of: "."), let last = field.names.last,
        languages.contains(String(last.prefix { $0 != "_" })), field.mostly(field.strings)
      else { return nil }
      return String(field.path[..<dot])
    }
    for container in fields.filter({ $0.containers > 0 }).map(\.path) {
      let inside = fields.indices.filter { fields[$0].path.hasPrefix(container + ".") }
      guard let first = inside.max(by: { fields[$0].count < fields[$1].count }),
        inside.allSatisfy({ parent(fields[$0]) == container })
      else { continue }
      fields[first].rename(container + ".{locale}")
      fields.removeAll { $0.path.hasPrefix(container + ".") && !$0.path.hasSuffix(".{locale}") }
    }
  }

  private mutating func add(_ object: JSONText, _ path: String, in record: Int, depth: Int) {
    for (name, value) in object.parts {
      let name = JSONEscape.unescaped(name)
      guard !name.isEmpty, !name.contains(where: { "{}\n".contains($0) }) else { continue }
      let written = FieldPath.written(name)
      add(value, at: path.isEmpty ? written : path + "." + written, in: record, depth: depth)
    }
  }

  private mutating func add(_ value: JSONText, at path: String, in record: Int, depth: Int) {
    // Timestamps of Firestore and MongoDB are values, and so are MongoDB's ids and numbers.
    if value.kind == .object, isTime(value, path, in: record) { return }
    let value = value.extendedValue ?? value
    if let number = number(of: path) { fields[number].add(value, in: record) }
    guard depth + 1 < Self.deepest else { return }
    switch value.kind {
    case .object: add(value, path, in: record, depth: depth + 1)
    case .array:
      var elements = value.parts
      guard let first = elements.next()?.value else { return }
      if first.kind == .object {
        add(first, path + "[0]", in: record, depth: depth + 1)
      } else {
        addElement(first, of: path, in: record, isSeveral: elements.next() != nil)
      }
    case .string where value.bytes.first == UInt8(ascii: "{"):
      let text = Array((value.text ?? "").utf8)
      text.withUnsafeBytes {
        if let inner = JSONText($0), inner.kind == .object {
          add(inner, path, in: record, depth: depth + 1)
        }
      }
    case .null, .bool, .number, .string: break
    }
  }

  private mutating func addElement(
    _ element: JSONText, of path: String, in record: Int, isSeveral: Bool
  ) {
    let path = path + "[0]"
    let known = lists.firstIndex { $0.path == path }
    if known == nil, lists.count < 20 { lists.append(DraftField(path: path, of: records)) }
    if let index = known ?? lists.firstIndex(where: { $0.path == path }) {
      lists[index].add(element, in: record, isSeveral: isSeveral)
    }
  }

  /// Notes an object that is a time; its members are no paths then.
  private mutating func isTime(_ value: JSONText, _ path: String, in record: Int) -> Bool {
    guard let instant = try? Timestamp.instant(object: value.bytes, epoch: .unix),
      let number = number(of: path)
    else { return false }
    fields[number].addTime(instant, in: record)
    return true
  }

  private mutating func number(of path: String) -> Int? {
    if let known = numbers[path] { return known }
    guard fields.count < Self.mostPaths else { return nil }
    numbers[path] = fields.count
    fields.append(DraftField(path: path, of: records, inside: inside))
    return fields.count - 1
  }
}
