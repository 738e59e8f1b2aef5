import Pipeline

/// Warns about languages that have no catalogue.
enum LanguageSentence {
  static func of(_ missing: MissingLanguage) -> String {
    let who = missing.recipients == 1 ? "1 recipient" : "\(missing.recipients) recipients"
    return "there is no catalogue for \(missing.tag); English is used for \(who)"
  }

  /// The warning about the language that the options or the configuration file set for everyone.
  static func ofAll(_ tag: String) -> String {
    "there is no catalogue for \(tag); English is used"
  }
}
