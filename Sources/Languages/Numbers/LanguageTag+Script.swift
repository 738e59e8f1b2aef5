internal import Notifications

extension LanguageTag {
  /// Whether the language is written from right to left: by its script, else by the language's own
  /// (CLDR script metadata).
  var isRightToLeft: Bool {
    let script = text.split(separator: "-").dropFirst().first { $0.utf8.count == 4 }
    if let script { return Self.rightToLeftScripts.contains(String(script)) }
    return Self.rightToLeftLanguages.contains(language)
  }

  private static let rightToLeftScripts: Set<String> = [
    "Arab", "Hebr", "Syrc", "Thaa", "Nkoo", "Adlm", "Rohg",
  ]
  private static let rightToLeftLanguages: Set<String> = [
    "ar", "he", "fa", "ur", "ps", "sd", "ug", "yi", "dv", "ckb", "arc", "syr", "nqo",
  ]
}
