import ByteText
import Notifications
import Profiles

/// A path of the records and what its values look like.
package struct DraftField: Sendable {
  /// As a profile writes it: `payload.title`, `actors[0].name`.
  package let path: String
  /// The names in it, in lower case with underscores.
  let names: [String]
  /// The number of records with a value that is neither null nor empty.
  package private(set) var count = 0
  /// Different values, in the order in which they appeared.
  package private(set) var values: [String] = []
  private var known: [String: Int] = [:]
  /// Values that are objects or lists.
  private(set) var containers = 0
  private(set) var strings = 0
  private(set) var times = 0
  private(set) var numbers = 0
  private(set) var truths = 0
  /// Single words, such as keys of types.
  private(set) var words = 0
  /// Words with a point or underscore inside, such as keys of translations.
  private(set) var keys = 0
  private(set) var sentences = 0
  /// E-mail addresses.
  private(set) var addresses = 0
  private(set) var links = 0
  private(set) var apiLinks = 0
  private(set) var routes = 0
  private(set) var pictures = 0
  private(set) var markup = 0
  /// The form of its times, where a profile has to say it.
  package private(set) var timeForm: DraftTimeForm?
  /// The number of each record's value in `values`; negative for a record without one.
  private(set) var numbersOfValues: [Int]

  private static let longestValue = 200

  /// - Parameter inside: the names of objects that only hold the fields of a record.
  init(path: String, of records: Int, inside: [String] = []) {
    self.path = path
    // A dot in a name is most often what is left of an object: `user.name`.
    let all = path.replacing("'", with: "").split(separator: ".").map {
      DraftName.snake(String($0.prefix { $0 != "[" }))
    }
    let common = zip(all.dropLast(), inside).prefix { $0 == DraftName.snake($1) }.count
    names = Array(all.dropFirst(common))
    numbersOfValues = Array(repeating: -1, count: records)
  }

  /// Whether at least `share` of the values have a property.
  func mostly(_ number: Int, _ share: Double = 0.9) -> Bool {
    count > 0 && Double(number) >= Double(count) * share
  }

  /// Whether no value appears twice.
  package var isUnique: Bool { values.count == count }

  /// The names but those of wrappers: `read_at` of `data.read.at`.
  var joinedName: String {
    names.enumerated().filter {
      $0.offset == names.count - 1 || !DraftName.wrappers.contains($0.element)
    }
    .map(\.element).joined(separator: "_")
  }

  /// Whether the name ends as an id's does: `event_id`.
  var isNamedID: Bool {
    ["_id", "_uid", "_uuid", "_guid"].contains { names.last?.hasSuffix($0) ?? false }
  }

  mutating func add(_ value: JSONText, in record: Int) {
    guard let text = value.text, !text.isEmpty else { return }
    guard value.kind != .array, value.kind != .object else {
      var parts = value.parts
      if value.kind == .object, parts.next() == nil { return }
      containers += 1
      return
    }
    note(text, in: record)
    look(at: text, value)
  }

  private mutating func note(_ text: String, in record: Int) {
    let short = text.cut(toBytes: Self.longestValue)
    let number = known[short] ?? values.count
    if number == values.count {
      known[short] = number
      values.append(short)
    }
    if numbersOfValues[record] < 0 { count += 1 }
    numbersOfValues[record] = number
  }

  /// Looks for times of another form than those that are read without being told.
  mutating func findTimeForm() {
    guard strings + numbers > 0, times * 10 < count, let form = DraftTimeForm(values) else {
      return
    }
    timeForm = form
    (times, words, sentences) = (count, 0, 0)
  }

  func isPresent(in record: Int) -> Bool { numbersOfValues[record] >= 0 }

  private mutating func look(at text: String, _ value: JSONText) {
    switch value.kind {
    case .bool: truths += 1
    case .number: numbers += 1
    default: strings += 1
    }
    let isTime = Self.isTime(text)
    if isTime { times += 1 }
    if value.kind != .bool, ScalarValue.text(text).flag != nil { truths += 1 }
    // A time may have spaces or letters, and is no text.
    if !isTime { lookAtWords(of: text) }
  }

  private mutating func lookAtWords(of text: String) {
    let isLink = text.hasPrefix("https://") || text.hasPrefix("http://")
    let hasSpace = text.utf8.contains { JSONScanner.isSpace($0) }
    if isLink {
      links += 1
      if text.contains("://api.") || text.contains("/api/") { apiLinks += 1 }
      let end = text.split(separator: "?").first.map { $0.lowercased() } ?? ""
      if [".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg"].contains(where: end.hasSuffix) {
        pictures += 1
      }
    } else if text.hasPrefix("/"), !hasSpace {
      routes += 1
    } else if hasSpace || text.utf8.contains(where: { $0 > 0x7F }) {
      guard text.contains(where: \.isLetter) else { return }
      sentences += 1
      if text.contains("</") || text.contains("<br") || text.contains("<p>") { markup += 1 }
    } else if text.utf8.count <= 80,
      text.utf8.contains(where: { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A })
    {
      words += 1
      if text.dropLast().contains(where: { "._".contains($0) }) { keys += 1 }
      let parts = text.split(separator: "@", omittingEmptySubsequences: false)
      if parts.count == 2, !parts[0].isEmpty, parts[1].contains(".") { addresses += 1 }
    }
  }

  /// Whether a text is a time between 1995 and 2100, in any form that is read.
  static func isTime(_ text: String) -> Bool {
    text.withRawBytes { bytes in
      guard bytes.count >= 8, let instant = try? Timestamp.instant(text: bytes, epoch: .unix) else {
        return false
      }
      return (788_918_400...4_102_444_800).contains(instant.seconds)
    }
  }
}

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
        addElement(first, of: path, in: record)
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

  private mutating func addElement(_ element: JSONText, of path: String, in record: Int) {
    let path = path + "[0]"
    let known = lists.firstIndex { $0.path == path }
    if known == nil, lists.count < 20 { lists.append(DraftField(path: path, of: records)) }
    if let index = known ?? lists.firstIndex(where: { $0.path == path }) {
      lists[index].add(element, in: record)
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

extension DraftField {
  mutating func addTime(_ instant: Instant, in record: Int) {
    strings += 1
    times += 1
    note("\(instant.seconds)", in: record)
  }
}
