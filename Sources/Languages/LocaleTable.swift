import CLanguages
import Notifications

/// What every locale of CLDR writes dates and numbers with.
///
/// The file has four parts: lists of words, locales (the numbers of their lists), sets of regions,
/// and languages in each region. Its first line says how many lines each part has.
struct LocaleTable: Sendable {
  static let bundled = LocaleTable()

  private let lines = BundledLines(tidings_locales())
  private let firstLocale: Int
  private let firstRegions: Int
  private let firstLanguage: Int

  private init() {
    let counts = lines[0].split(separator: " ").compactMap { Int($0) }
    firstLocale = 1 + (counts.first ?? 0)
    firstRegions = firstLocale + (counts.count > 1 ? counts[1] : 0)
    firstLanguage = firstRegions + (counts.count > 2 ? counts[2] : 0)
  }

  /// The lists of a tag; those of no language in particular where CLDR has none.
  func lists(_ tag: LanguageTag) -> LocaleLists {
    let numbers = lines[firstLocale + locale(tag)].split(separator: " ")
    return LocaleLists(
      LocaleLists.Name.allCases.indices.map { index in
        let list = index < numbers.count ? lines.fields(1 + Self.number(numbers[index])) : []
        return list.map { String($0) }
      })
  }

  /// The number of a tag's locale.
  private func locale(_ tag: LanguageTag) -> Int {
    var subtags = tag.text.split(separator: "-").dropFirst()
    var name = alias(tag.language)
    if let script = subtags.first, script.utf8.count == 4 {
      name = alias(name + "-" + script)
      subtags = subtags.dropFirst()
    }
    // The line of all languages that CLDR does not know is the first.
    let fields = lines.fields(index(of: name) ?? firstLanguage).dropFirst().map { String($0) }
    // Its locale without a region, that of all regions but the named ones, and the named ones.
    guard let region = subtags.first else { return Self.number(fields[0]) }
    for field in fields.dropFirst(2) {
      let numbers = field.split(separator: " ")
      let regions = lines[firstRegions + Self.number(numbers[0])]
      if regions.split(separator: " ").contains(region) { return Self.number(numbers[1]) }
    }
    return Self.number(fields[1])
  }

  private func index(of language: String) -> Int? {
    lines.index(of: language, in: firstLanguage..<lines.count)
  }

  /// The name under which the facts of a language are: `no` has those of `nb`.
  private func alias(_ language: String) -> String {
    guard let index = index(of: language), let other = lines.fields(index).dropFirst().first,
      other.hasPrefix("=")
    else { return language }
    return String(other.dropFirst())
  }

  private static func number(_ text: some StringProtocol) -> Int { Int(text) ?? 0 }
}

/// The words, patterns and digits of a locale.
struct LocaleLists: Sendable {
  /// In the order of the file.
  enum Name: Int, CaseIterable, Sendable {
    case monthsShort, monthsLong, monthsShortAlone, monthsLongAlone
    /// From Sunday.
    case weekdaysShort, weekdaysLong
    case dayHalves
    /// Of a day and a month, the same with a year, with a weekday, in full, of a time, and of a day
    /// and a time, without and with a year.
    case patterns
    /// Digits, separator, lengths of the last group and of the others, the fewest digits that are
    /// grouped, minus sign.
    case numbers

    /// How many words it has.
    var count: Int {
      switch self {
      case .monthsShort, .monthsLong, .monthsShortAlone, .monthsLongAlone: 12
      case .weekdaysShort, .weekdaysLong, .patterns: 7
      case .dayHalves: 2
      case .numbers: 6
      }
    }
  }

  private let lists: [[String]]

  init(_ lists: [[String]]) { self.lists = lists }

  /// Always as many words as the list has; the file has them all.
  subscript(name: Name) -> [String] {
    let list = lists[name.rawValue]
    return list + Array(repeating: "", count: max(0, name.count - list.count))
  }
}
