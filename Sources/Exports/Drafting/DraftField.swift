import ByteText
import Notifications
import Profiles

/// A path of the records and what its values look like.
package struct DraftField: Sendable {
  /// What a value looks like; it may be of several kinds.
  enum Kind: Int, CaseIterable {
    case string, number, truth, time, container
    /// A single word, such as the key of a type; one with a point or underscore inside.
    case keyword, key, address
    /// A text with spaces; one with tags.
    case sentence, markup
    case link, apiLink, picture, route
  }

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
  private var kinds = [Int](repeating: 0, count: Kind.allCases.count)
  /// The bytes of all texts with spaces.
  private(set) var textBytes = 0
  /// The form of its times, where a profile has to say it.
  package private(set) var timeForm: DraftTimeForm?
  /// The number of each record's value in `values`; negative for a record without one.
  private var numbers: [Int]

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
    names = all.dropFirst(common).map { name in
      name.dropFirst().first == "_" && name.first?.isLetter == true && name.first != "e"
        ? String(name.dropFirst(2)) : name
    }
    (words, numbers) = ([], Array(repeating: -1, count: records))
    words = (parents + names.suffix(1)).flatMap(DraftName.words)
  }

  /// The number of values of a kind.
  subscript(kind: Kind) -> Int { kinds[kind.rawValue] }

  /// Whether at least `share` of the values are of one of these kinds.
  func mostly(_ kinds: Kind..., share: Double = 0.9) -> Bool {
    count > 0 && Double(kinds.reduce(0) { $0 + self[$1] }) >= Double(count) * share
  }

  /// Whether no value appears twice.
  package var isUnique: Bool { values.count == count }

  /// The names before the last one but those of wrappers.
  var parents: [String] { names.dropLast().filter { !$0.isIn("wrappers") } }

  /// The names but those of wrappers: `read_at` of `data.read.at`.
  var joinedName: String { (parents + names.suffix(1)).joined(separator: "_") }

  /// Whether the values are numbers, or words that have digits, as ids have.
  var isOfIDs: Bool {
    mostly(.number)
      || mostly(.keyword, share: 0.8) && self[.address] == 0
        && values.count { $0.contains(where: \.isNumber) } * 10 >= values.count * 8
  }

  /// Whether few values repeat, as those of a type do.
  func hasFewValues(most: Int = .max) -> Bool {
    1 < values.count && values.count <= min(most, count / 2)
  }

  /// The number of a record's value; negative if it has none.
  func number(in record: Int) -> Int { numbers[record] }

  func isPresent(in record: Int) -> Bool { numbers[record] >= 0 }

  /// The text of a record's value; nil if it has none.
  func text(in record: Int) -> String? { numbers[record] < 0 ? nil : values[numbers[record]] }

  /// The column under another path.
  func named(_ path: String) -> DraftField {
    var field = self
    field.path = path
    return field
  }

  /// The column of a language, as that of all.
  func ofAllLanguages(in container: String) -> DraftField {
    var field = named(container + ".{locale}")
    field.names.removeLast()
    field.words = field.words.filter { field.names.last?.contains($0) ?? false }
    return field
  }

  /// The number of different values that are times without a zone.
  var zonelessTimes: Int { values.count { $0.withRawBytes(Timestamp.isZoneless) } }

  // MARK: Values

  mutating func add(_ value: JSONText, in record: Int) {
    guard let text = value.text, !text.isEmpty else { return }
    guard value.kind != .array, value.kind != .object else {
      var parts = value.parts
      if value.kind == .array || parts.next() != nil { see(.container) }
      return
    }
    note(text, in: record)
    see(value.kind == .bool ? .truth : value.kind == .number ? .number : .string)
    if value.kind != .bool, ScalarValue.text(text).flag != nil { see(.truth) }
    // A time may have spaces or letters, and is no text.
    if Self.isTime(text) { see(.time) } else { look(at: text) }
  }

  mutating func addTime(_ instant: Instant, in record: Int) {
    note("\(instant.seconds)", in: record)
    see(.string)
    see(.time)
  }

  private mutating func see(_ kind: Kind) { kinds[kind.rawValue] += 1 }

  private mutating func note(_ text: String, in record: Int) {
    let short = text.cut(toBytes: Self.longestValue)
    let number = known[short] ?? values.count
    if number == values.count {
      known[short] = number
      values.append(short)
    }
    if numbers[record] < 0 { count += 1 }
    numbers[record] = number
  }

  private mutating func look(at text: String) {
    let hasSpace = text.utf8.contains { JSONScanner.isSpace($0) }
    if text.hasPrefix("https://") || text.hasPrefix("http://") {
      see(.link)
      if text.contains("://api.") || text.contains("/api/") { see(.apiLink) }
      let end = text.prefix { $0 != "?" }.lowercased().split(separator: ".").last ?? ""
      if String(end).isIn("pictureForms") { see(.picture) }
    } else if text.hasPrefix("/"), !hasSpace {
      see(.route)
    } else if hasSpace || text.utf8.contains(where: { $0 > 0x7F }) {
      guard text.contains(where: \.isLetter), text.first != "{", text.first != "[" else { return }
      see(.sentence)
      textBytes += text.utf8.count
      if text.contains("</") || text.contains("<br") || text.contains("<p>") { see(.markup) }
    } else if text.utf8.count <= 80, text.contains(where: { $0.isASCII && $0.isLetter }) {
      see(.keyword)
      if text.dropLast().contains(where: { "._".contains($0) }) { see(.key) }
      let parts = text.split(separator: "@", omittingEmptySubsequences: false)
      if parts.count == 2, !parts[0].isEmpty, parts[1].contains(".") { see(.address) }
    }
  }

  /// Looks for times of another form than those that are read without being told.
  mutating func findTimeForm() {
    guard self[.string] + self[.number] > 0, self[.time] * 10 < count,
      let form = DraftTimeForm(values)
    else { return }
    timeForm = form
    for (kind, number) in [(Kind.time, count), (.keyword, 0), (.sentence, 0)] {
      kinds[kind.rawValue] = number
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
