/// A key of the configuration file, with its documentation.
package struct ConfigurationKey: Sendable {
  package let name: String
  /// An example value in YAML; empty for a section.
  package let example: String
  /// One or two sentences.
  package let meaning: String
  /// The default; nil if it is obvious.
  package var standard: String?
  package var need = Need.optional
  /// A section's keys.
  package var members: [ConfigurationKey] = []
  /// Whether the user chooses the names in this section, as for mail streams.
  package var hasOwnNames = false

  package enum Need: Sendable {
    case optional
    /// Every file must have it.
    case required
    /// `tidings init` writes it; it may be removed.
    case shown
  }

  init(
    _ name: String, _ example: String, _ meaning: String, standard: String? = nil,
    need: Need = .optional
  ) {
    self.name = name
    self.example = example
    self.meaning = meaning
    self.standard = standard
    self.need = need
  }

  /// A section of keys.
  static func section(
    _ name: String, _ meaning: String, need: Need = .optional, hasOwnNames: Bool = false,
    _ members: [ConfigurationKey]
  ) -> ConfigurationKey {
    var key = ConfigurationKey(name, "", meaning, need: need)
    key.members = members
    key.hasOwnNames = hasOwnNames
    return key
  }
}
