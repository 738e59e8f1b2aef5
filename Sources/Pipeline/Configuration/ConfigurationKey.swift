/// A key of the configuration file, as it is explained to those who write one.
package struct ConfigurationKey: Sendable {
  package let name: String
  /// A value as it is written in YAML; empty for a section.
  package let example: String
  /// One sentence or two.
  package let meaning: String
  /// What holds where the key is not there; nil where that goes without saying.
  package var standard: String?
  package var need = Need.optional
  /// The keys of a section.
  package var members: [ConfigurationKey] = []
  /// Whether the names below this one are the writer's own, as those of mail streams are.
  package var hasOwnNames = false

  package enum Need: Sendable {
    case optional
    /// Stands in every file.
    case required
    /// Stands in the file that `tidings init` writes, and may be taken out.
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

  /// A key below which others stand.
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
