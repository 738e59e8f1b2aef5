import ByteText
import Languages
import Notifications
import Profiles

/// All paths of the first records.
package struct DraftFields: Sendable {
  package private(set) var fields: [DraftField] = []
  /// Lists of texts or numbers, by their first elements: `account_ids[0]`.
  private(set) var lists: [DraftField] = []
  package let records: Int
  private var places: [String: Int] = [:]
  private let inside: [String]

  private static let deepest = 5
  private static let mostPaths = 600

  package init(_ sample: DraftRecords) { self.init(sample.records, inside: sample.list.inside) }

  /// - Parameter sample: objects as JSON.
  init(_ sample: [[UInt8]], inside: [String] = []) {
    (self.inside, records) = (inside, sample.count)
    for (index, record) in sample.enumerated() {
      record.withUnsafeBytes { bytes in
        if let object = JSONText(bytes) { addMembers(of: object, inside: "", in: index, depth: 0) }
      }
    }
    for index in fields.indices { fields[index].findTimeForm() }
    lists = fields.filter { $0.path.hasSuffix("[0]") }
    fields.removeAll { $0.path.hasSuffix("[0]") }
    joinLanguages()
  }

  /// Makes one column of a text by languages: `title.{locale}` of `title.en` and `title.de`.
  private mutating func joinLanguages() {
    for container in fields where container.fits("container+") {
      let inside = fields.filter { $0.path.hasPrefix(container.path + ".") }
      let areLanguages = inside.allSatisfy { field in
        field.names.count == container.names.count + 1 && field.fits("string")
          && String(field.name.prefix { $0 != "_" }).isIn("languages")
      }
      // An object of an id or a number alone is no text in Indonesian or Norwegian.
      guard areLanguages, !Set(inside.map(\.names.last)).isSubset(of: ["id", "no"]),
        let most = inside.max(by: { $0.count < $1.count })
      else { continue }
      fields.removeAll { $0.path.hasPrefix(container.path + ".") }
      fields.append(most.ofAllLanguages(in: container))
    }
  }

  private mutating func addMembers(
    of object: JSONText, inside path: String, in record: Int, depth: Int
  ) {
    for (name, value) in object.parts {
      let name = JSONEscape.unescaped(name)
      guard !name.isEmpty, !name.contains(where: { "{}\n".contains($0) }) else { continue }
      let written = FieldPath.written(name)
      addValue(value, at: path.isEmpty ? written : path + "." + written, in: record, depth: depth)
    }
  }

  private mutating func addValue(_ value: JSONText, at path: String, in record: Int, depth: Int) {
    let place = place(of: path)
    // Timestamps of Firestore and MongoDB are values, and so are MongoDB's ids and numbers.
    if let place, let instant = Self.instant(value) {
      return fields[place].addTime(instant, in: record)
    }
    let value = value.extendedValue ?? value
    if let place { fields[place].add(value, in: record) }
    guard depth + 1 < Self.deepest else { return }
    switch value.kind {
    case .object: addMembers(of: value, inside: path, in: record, depth: depth + 1)
    case .array:
      guard let first = value.first, first.kind != .array else { return }
      if first.kind == .object {
        addMembers(of: first, inside: path + "[0]", in: record, depth: depth + 1)
      } else {
        addValue(first, at: path + "[0]", in: record, depth: depth)
      }
    case .string where value.bytes.first == UInt8(ascii: "{"):
      (value.text ?? "").withRawBytes { text in
        guard let inner = JSONText(text), inner.kind == .object else { return }
        addMembers(of: inner, inside: path, in: record, depth: depth + 1)
      }
    case .null, .bool, .number, .string: break
    }
  }

  /// The time that an object or a list of numbers is.
  private static func instant(_ value: JSONText) -> Instant? {
    switch value.kind {
    case .object: try? Timestamp.instant(object: value.bytes, epoch: .unix)
    case .array: try? Timestamp.instant(list: value.bytes, zone: .utc)
    case .string, .number, .bool, .null: nil
    }
  }

  private mutating func place(of path: String) -> Int? {
    if let known = places[path] { return known }
    guard fields.count < Self.mostPaths else { return nil }
    places[path] = fields.count
    fields.append(DraftField(path: path, of: records, inside: inside))
    return fields.count - 1
  }
}
