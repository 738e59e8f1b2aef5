import ByteText
import Notifications
import Profiles

/// A path of the records and what its values look like.
package struct DraftField: Sendable {
  /// What a value looks like, as the rules of the weights name it; it may be of several kinds.
  enum Kind: String {
    case string, number, truth, time, container
    /// A single word, such as the key of a type; one with a point or underscore inside.
    case keyword, key, address
    /// Two people or more in one text: addresses or numbers between commas or semicolons.
    case several
    /// A text with spaces; one with tags; words of either kind.
    case sentence, markup, words
    case link, apiLink, picture, route
    /// A link or a route.
    case page
  }

  /// As a profile writes it: `payload.title`, `actors[0].name`.
  package private(set) var path: String
  /// The names in it, in lower case with underscores.
  private(set) var names: [String]
  /// The words of all names but those of wrappers: `user`, `id` of `data.userId`.
  private(set) var words: [String] = []
  /// The number of records with a value that is neither null nor empty.
  package private(set) var count = 0
  /// Different values, in the order in which they appeared.
  package private(set) var values: [String] = []
  private var known: [String: Int] = [:]
  private var kinds: [Kind: Int] = [:]
  /// The bytes of all texts with spaces.
  private var textBytes = 0
  /// The form of its times, where a profile has to say it.
  package private(set) var timeForm: DraftTimeForm?
  /// The number of each record's value in `values`; negative for a record without one.
  private(set) var numbers: [Int]

  private static let longestValue = 200

  /// - Parameter inside: the names of objects that only hold the fields of a record.
  init(path: String, of records: Int, inside: [String] = []) {
    self.path = path
    // A dot in a name is most often what is left of an object: `user.name`.
    let all = path.replacing("'", with: "").split(separator: ".").map {
      String($0.prefix { $0 != "[" }).snake
    }
    let common = zip(all.dropLast(), inside).prefix { $0 == $1.snake }.count
    // A letter before a name is what a table puts before all of its columns: `n_title`.
    names = all.dropFirst(common).map { name in
      name.dropFirst().first == "_" && name.first?.isLetter == true && name.first != "e"
        ? String(name.dropFirst(2)) : name
    }
    numbers = Array(repeating: -1, count: records)
    words = (parents + [name]).flatMap(NameWeights.bundled.words)
  }

  /// The last name; empty for a path without any.
  var name: String { names.last ?? "" }

  /// The names before the last one but those of wrappers.
  var parents: [String] { names.dropLast().filter { !$0.isIn("wrappers") } }

  /// The names but those of wrappers: `read_at` of `data.read.at`.
  var joinedName: String { (parents + [name]).joined(separator: "_") }

  /// The bytes of its texts with spaces, on average.
  var textLength: Int { textBytes / max(kinds[.sentence, default: 0], 1) }

  func named(_ path: String) -> DraftField {
    var field = self
    field.path = path
    return field
  }

  /// The column of a language, as that of all.
  func ofAllLanguages(in container: DraftField) -> DraftField {
    var field = named(container.path + ".{locale}")
    (field.names, field.words) = (container.names, container.words)
    return field
  }

  // MARK: What rules say of it

  /// Whether it is what a rule without points says: `sentence/50 !element`.
  func fits(_ rule: String) -> Bool { ColumnRule(rule).holds(has) }

  /// Whether a term of a rule is true of it, as `weights.yaml` explains them.
  func has(_ term: Substring) -> Bool {
    let parts = term.split { ":/+".contains($0) }.map(String.init)
    let argument = parts.count > 1 ? parts[1] : ""
    if let kind = Kind(rawValue: parts[0]) {
      let number = kinds[kind, default: 0]
      if term.last == "+" { return number > 0 }
      return count > 0 && number * 100 >= count * (Int(argument) ?? 90)
    }
    switch parts[0] {
    case "is": return name.isIn(argument)
    case "in": return names.dropLast().has(argument)
    case "top": return parents.prefix(1).has(argument)
    case "above": return parents.suffix(1).has(argument)
    case "has": return words.has(argument)
    case "begins": return words.prefix(1).has(argument)
    case "ends": return words.suffix(1).has(argument)
    case "core": return words.filter { !$0.isIn("fillers") }.joined(separator: "_").isIn(argument)
    case "before": return NameWeights.bundled.words(of: name).dropLast().has(argument)
    default: return isCounted(parts[0], Int(argument) ?? 0)
    }
  }

  private func isCounted(_ term: String, _ number: Int) -> Bool {
    switch term {
    case "distinct": values.count * 100 >= count * number
    case "present": count * 100 >= numbers.count * number
    case "upto": values.count <= number
    case "least": count >= number
    case "level": names.count == number
    case "depth": parents.count == number
    case "element": path.contains("[")
    case "mark": fits("core:truths") || fits("core:inverses !has:timeWords")
    case "short": values.allSatisfy { $0.utf8.count <= 24 }
    case "code": values.count <= 60 && values.allSatisfy { Int($0).map { 0...9999 ~= $0 } ?? false }
    case "degrees": values.allSatisfy { Double($0).map { abs($0) <= 180 } ?? false }
    // Ids have digits.
    case "digits": values.count { $0.contains(where: \.isNumber) } * 10 >= values.count * 8
    // Its name says neither that it is some field nor that it is of something else.
    case "strange":
      fits("level:1 !is:states !has:others") && !name.hasSuffix("_name")
        && !Field.allCases.contains {
          $0 != .subjectName && NameWeights.bundled.points($0, name) >= 60
        }
    default: false
    }
  }

  // MARK: Values

  mutating func add(_ value: JSONText, in record: Int) {
    guard let text = value.text, !text.isEmpty, !Self.saysNothing(text) else { return }
    if value.kind == .array || value.kind == .object {
      if value.kind == .array || value.first != nil { see(.container) }
      return
    }
    note(text, in: record)
    see(value.kind == .bool ? .truth : value.kind == .number ? .number : .string)
    if value.kind != .bool, text.withRawBytes(FieldValue.truth(ofWord:)) != nil { see(.truth) }
    // A time may have spaces or letters, and is no text.
    if Self.isTime(text) { see(.time) } else { look(at: text) }
  }

  /// Whether a text stands for no value: a word for null, or the "never" of a program's times.
  private static func saysNothing(_ text: String) -> Bool {
    text.withRawBytes { FieldValue.standsForNull($0) || FieldValue.neverBegins($0) }
  }

  mutating func addTime(_ instant: Instant, in record: Int) {
    note("\(instant.seconds)", in: record)
    see(.string, .time)
  }

  private mutating func see(_ seen: Kind...) { for kind in seen { kinds[kind, default: 0] += 1 } }

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
    let parts = text.split { ",;".contains($0) }
    if parts.count > 1,
      parts.allSatisfy({ $0.contains("@") || Int($0.filter { $0 != " " }) != nil })
    {
      see(.several)
    }
    let hasSpace = text.utf8.contains { JSONScanner.isSpace($0) }
    if text.hasPrefix("https://") || text.hasPrefix("http://") {
      see(.link, .page)
      if text.contains("://api.") || text.contains("/api/") { see(.apiLink) }
      let end = text.prefix { $0 != "?" }.lowercased().split(separator: ".").last ?? ""
      if String(end).isIn("pictureForms") { see(.picture) }
    } else if text.hasPrefix("/"), !hasSpace {
      see(.route, .page)
    } else if hasSpace || text.utf8.contains(where: { $0 > 0x7F }) {
      guard text.contains(where: \.isLetter), text.first != "{", text.first != "[" else { return }
      see(.sentence, .words)
      textBytes += text.utf8.count
      if text.contains("</") || text.contains("<br") || text.contains("<p>") { see(.markup) }
    } else if text.utf8.count <= 80, text.contains(where: { $0.isASCII && $0.isLetter }) {
      see(.keyword, .words)
      if text.dropLast().contains(where: { "._".contains($0) }) { see(.key) }
      let parts = text.split(separator: "@", omittingEmptySubsequences: false)
      if parts.count == 2, !parts[0].isEmpty, parts[1].contains(".") { see(.address) }
    }
  }

  /// Looks for times of another form than those that are read without being told.
  mutating func findTimeForm() {
    guard fits("string+|number+ !time/10"), let form = DraftTimeForm(values) else { return }
    timeForm = form
    kinds[.time] = count
    for kind in [Kind.keyword, .sentence, .words] { kinds[kind] = nil }
  }

  /// From 1995 to 2100, in seconds since 1970.
  static let likelyTimes: ClosedRange<Int64> = 788_918_400...4_102_444_800

  /// Whether a text is a likely time in any form that is read.
  private static func isTime(_ text: String) -> Bool {
    text.withRawBytes { bytes in
      let instant = bytes.count < 8 ? nil : try? Timestamp.instant(text: bytes, epoch: .unix)
      return instant.map { likelyTimes.contains($0.seconds) } ?? false
    }
  }
}
