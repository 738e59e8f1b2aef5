import ByteText
import Notifications
import Profiles

/// A path of the records and what its values look like.
package struct DraftField: Sendable {
  /// As a profile writes it: `payload.title`, `actors[0].name`.
  package private(set) var path: String
  /// The names in it, in lower case with underscores.
  private(set) var names: [String]
  /// The words of all names but those of wrappers: `user`, `id` of `data.userId`.
  private(set) var words: [String]
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
  private(set) var keywords = 0
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
  /// The bytes of all texts with spaces.
  private(set) var textBytes = 0
  /// Lists with more than one element.
  private(set) var severals = 0
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
    // A letter before a name is what a table puts before all of its columns: `n_title`.
    let names = all.dropFirst(common).map { name in
      name.dropFirst().first == "_" && name.first?.isLetter == true && name.first != "e"
        ? String(name.dropFirst(2)) : name
    }
    let weights = NameWeights.bundled
    self.names = names
    words = names.enumerated().flatMap { place, name in
      place < names.count - 1 && weights["wrappers"].contains(name)
        ? [] : name.split { "_./ ".contains($0) }.flatMap { weights.words(of: String($0)) }
    }
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
      $0.offset == names.count - 1 || !NameWeights.bundled["wrappers"].contains($0.element)
    }
    .map(\.element).joined(separator: "_")
  }

  mutating func add(_ value: JSONText, in record: Int, isSeveral: Bool = false) {
    if isSeveral { severals += 1 }
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
    (times, keywords, sentences) = (count, 0, 0)
  }

  /// The number of a record's value; negative if it has none.
  func value(in record: Int) -> Int { numbersOfValues[record] }

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
      guard text.contains(where: \.isLetter), text.first != "{", text.first != "[" else { return }
      sentences += 1
      textBytes += text.utf8.count
      if text.contains("</") || text.contains("<br") || text.contains("<p>") { markup += 1 }
    } else if text.utf8.count <= 80,
      text.utf8.contains(where: { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A })
    {
      keywords += 1
      if text.dropLast().contains(where: { "._".contains($0) }) { keys += 1 }
      let parts = text.split(separator: "@", omittingEmptySubsequences: false)
      if parts.count == 2, !parts[0].isEmpty, parts[1].contains(".") { addresses += 1 }
    }
  }

  /// From 1995 to 2100, in seconds since 1970.
  static let likelyTimes: ClosedRange<Int64> = 788_918_400...4_102_444_800

  /// Whether a text is a likely time in any form that is read.
  static func isTime(_ text: String) -> Bool {
    text.withRawBytes { bytes in
      guard bytes.count >= 8, let instant = try? Timestamp.instant(text: bytes, epoch: .unix) else {
        return false
      }
      return likelyTimes.contains(instant.seconds)
    }
  }
}

extension DraftField {
  /// The text of a record's value; nil if it has none.
  func text(in record: Int) -> String? {
    numbersOfValues[record] < 0 ? nil : values[numbersOfValues[record]]
  }

  /// The column under another path.
  func named(_ path: String) -> DraftField {
    var field = self
    field.path = path
    return field
  }

  /// Gives the column of a language the path of all.
  mutating func rename(_ path: String) {
    self.path = path
    names.removeLast()
    words = words.filter { names.last?.contains($0) ?? false }
  }

  mutating func addTime(_ instant: Instant, in record: Int) {
    strings += 1
    times += 1
    note("\(instant.seconds)", in: record)
  }
}
