import ByteText
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

/// The lines of a text that was embedded when the tool was built; their fields are between tabs.
struct BundledLines: Sendable {
  /// A constant of the program, there as long as it runs.
  nonisolated(unsafe) private let bytes: UnsafeRawBufferPointer
  /// Where each line begins, and the end.
  private let starts: [Int]

  init(_ file: tidings_language_file) {
    let bytes = UnsafeRawBufferPointer(start: file.bytes, count: file.size)
    var starts = [0]
    while case let start = starts.last ?? 0,
      let end = ByteSearch.first(UInt8(ascii: "\n"), in: bytes.bytes, from: start)
    {
      starts.append(end + 1)
    }
    (self.bytes, self.starts) = (bytes, starts)
  }

  var count: Int { starts.count - 1 }

  /// The line at an index, without its line feed.
  subscript(index: Int) -> String {
    String(decoding: bytes[starts[index]..<starts[index + 1] - 1], as: UTF8.self)
  }

  func fields(_ index: Int) -> [Substring] {
    self[index].split(separator: "\t", omittingEmptySubsequences: false)
  }

  /// The line of `lines`, which are sorted, whose first field is `key`.
  func index(of key: String, in lines: Range<Int>) -> Int? {
    func first(_ line: Int) -> Slice<UnsafeRawBufferPointer> {
      bytes[starts[line]..<starts[line + 1]].prefix {
        $0 != UInt8(ascii: "\t") && $0 != UInt8(ascii: "\n")
      }
    }
    let line = lines.partition { first($0).lexicographicallyPrecedes(key.utf8) }
    return line < lines.upperBound && first(line).elementsEqual(key.utf8) ? line : nil
  }
}

/// The languages that have a catalogue in `Templates/catalogues`, the most usual first.
package enum BundledLanguage {
  /// With CLDR's name of each in that language.
  package static let all: [(tag: String, ownName: String)] = [
    ("en", "English"), ("de", "Deutsch"), ("es", "español"), ("fr", "français"),
    ("pt-BR", "português (Brasil)"), ("ja", "日本語"), ("ar", "العربية"), ("he", "עברית"),
    ("ru", "русский"), ("zh-Hans", "简体中文"),
  ]
}

/// The names of months as exports write them, whole and short, in the languages of the catalogues.
package enum MonthNames {
  /// The longest first: `march` before `mar`. Each as it is written in lower case, with a first
  /// capital and in capitals; without a point at its end.
  package static let all: [(name: [UInt8], month: Int)] = {
    var months: [String: Int] = ["sept": 9]
    for language in BundledLanguage.all {
      let lists = LocaleTable.bundled.lists(LanguageTag(language.tag))
      for name: LocaleLists.Name in [
        .monthsLong, .monthsShort, .monthsLongAlone, .monthsShortAlone,
      ] {
        for (index, name) in lists[name].enumerated() {
          let name = name.lowercased()
          let plain = name.hasSuffix(".") ? String(name.dropLast()) : name
          if months[plain] == nil { months[plain] = index + 1 }
        }
      }
    }
    var names: [String: Int] = [:]
    for (name, month) in months {
      names[name] = month
      names[name.uppercased()] = month
      names[name.prefix(1).uppercased() + name.dropFirst()] = month
    }
    return names.map { (name: Array($0.key.utf8), month: $0.value) }
      .sorted { ($1.name.count, $0.month) < ($0.name.count, $1.month) }
  }()
}
