import Notifications

/// The names of months as exports write them, whole and short, in the languages of the catalogues.
package enum MonthNames {
  /// The longest first: `march` before `mar`. Each as it is written in lower case, with a first
  /// capital and in capitals; without a point at its end.
  package static let all: [(name: [UInt8], month: Int)] = {
    var months: [String: Int] = ["sept": 9]
    for tag in ["en", "de", "es", "fr", "pt-BR", "ja", "ar", "he", "ru", "zh-Hans"] {
      let lists = LocaleTable.bundled.lists(LanguageTag(tag))
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
