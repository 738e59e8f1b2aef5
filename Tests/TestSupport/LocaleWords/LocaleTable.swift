import Foundation

/// The facts of every locale, each written once.
struct LocaleTable {
  private var lists = Pool()
  private var facts = Pool()
  private var regionSets = Pool()
  private var languages: [String: String] = [:]

  /// The languages of the bundled catalogues, which are told apart in every region: others in those
  /// where CLDR has a locale of theirs.
  private static let bundled = [
    "ar", "de", "en", "es", "fr", "he", "ja", "pt", "ru", "zh-Hans", "zh-Hant",
  ]
  /// Those that are, and those that were or that people write.
  private static let regions =
    Locale.Region.isoRegions.map(\.identifier)
    + ["AN", "BU", "CS", "DD", "FX", "NT", "SU", "TP", "UK", "YD", "YU", "ZR", "ZZ"]

  init() {
    add("xxx", as: "*", in: [])
    var regions: [String: Set<String>] = [:]
    for identifier in Locale.availableIdentifiers + ["mo", "no", "sh", "tl"] {
      let parts = identifier.split(separator: "_").map { String($0) }
      let script = parts.dropFirst().first { $0.count == 4 }
      let region = parts.dropFirst().first { $0.count < 4 }
      for name in Set([parts[0], ([parts[0]] + [script].compactMap(\.self)).joined(separator: "-")])
      {
        regions[name, default: []].formUnion([region].compactMap(\.self))
      }
    }
    for (name, regions) in regions.sorted(by: { $0.key < $1.key }) {
      let isBundled = Self.bundled.contains(name)
      add(name, as: name, in: isBundled ? Self.regions : regions.sorted())
      let script = Locale.Language(identifier: name).script?.identifier ?? ""
      if !name.contains("-"), self.languages["\(name)-\(script)"] == nil {
        languages["\(name)-\(script)"] = "=\(name)"
      }
    }
  }

  /// A region that nothing is known of has the most frequent facts of a language that is told apart
  /// in every region, and otherwise those of the language alone.
  private mutating func add(_ tag: String, as name: String, in all: [String]) {
    let alone = LocaleFacts(tag)
    let regions = Dictionary(grouping: all) { LocaleFacts("\(tag)-\($0)") }
      .sorted { ($1.value.count, $0.value[0]) < ($0.value.count, $1.value[0]) }
    let other = all.contains("ZZ") ? LocaleFacts("\(tag)-ZZ") : alone
    var parts = ["\(number(alone))", "\(number(other))"]
    for (facts, regions) in regions where facts != other {
      parts.append("\(regionSets.number(regions.joined(separator: " "))) \(number(facts))")
    }
    languages[name] = parts.joined(separator: "\t")
  }

  private mutating func number(_ facts: LocaleFacts) -> Int {
    let numbers = facts.lists.map { "\(lists.number($0))" }
    return self.facts.number(numbers.joined(separator: " "))
  }

  /// The numbers of lines of each part, and the parts.
  var text: String {
    let named = languages.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map { "\($0.key)\t\($0.value)" }
    let parts = [lists.lines, facts.lines, regionSets.lines, named]
    let head = parts.map { "\($0.count)" }.joined(separator: " ")
    return ([head] + parts.joined()).joined(separator: "\n") + "\n"
  }
}

/// Lines, each once.
private struct Pool {
  private(set) var lines: [String] = []
  private var numbers: [String: Int] = [:]

  mutating func number(_ line: String) -> Int {
    if let number = numbers[line] { return number }
    numbers[line] = lines.count
    lines.append(line)
    return lines.count - 1
  }
}
