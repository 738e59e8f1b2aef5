import Pipeline

/// Languages without a catalogue, in words.
enum LanguageSentence {
  static func of(_ missing: MissingLanguage) -> String {
    let who = missing.recipients == 1 ? "1 recipient" : "\(missing.recipients) recipients"
    return "there is no catalogue for \(missing.tag); English is used for \(who)"
  }

  /// Of the language that options or the configuration name for all.
  static func ofAll(_ tag: String) -> String {
    "there is no catalogue for \(tag); English is used"
  }
}
