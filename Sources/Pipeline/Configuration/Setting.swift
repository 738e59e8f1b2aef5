internal import YAML

/// A setting of a plan or of a part of it: one row says its key, its kind and bounds, what it means and
/// where its value goes. The configuration file is read by the rows, and `tidings init`, the manual's
/// reference and its checks come of them.
///
///     Setting("limit", .number(1...1_000_000), example: "15", meaning: "The most lines of a mail.") {
///       $0.options.limit = $1
///     }
package struct Setting<Whole>: Sendable {
  let key: SettingKey
  /// Reads a value and puts it where it belongs.
  let read: @Sendable (YAMLNode, inout Whole, inout SettingsReader) throws(YAMLFileError) -> Void

  init<Value>(
    _ name: String, _ type: SettingType<Value>, example: String, meaning: String,
    standard: String? = nil, need: SettingKey.Need = .optional,
    set: @escaping @Sendable (inout Whole, Value) -> Void
  ) {
    key = SettingKey(
      name: name, type: type.words, example: example, meaning: meaning, standard: standard,
      need: need)
    read = { node, whole, reader throws(YAMLFileError) in
      set(&whole, try type.read(node, &reader))
    }
  }

  /// A section of settings, which describe a part.
  ///
  /// - Parameters:
  ///   - open: hands the part over to be filled.
  ///   - check: finds faults of the section as a whole.
  static func section<Part>(
    _ name: String, _ meaning: String, rows: [Setting<Part>],
    in open: @escaping @Sendable (inout Whole, (inout Part) -> Void) -> Void,
    check: @escaping @Sendable (YAMLSection, inout SettingsReader) -> Void = { _, _ in }
  ) -> Setting {
    Setting(key: SettingKey(section: name, meaning, rows.map(\.key))) { node, whole, reader in
      open(&whole) { check(reader.read(node, rows, into: &$0), &reader) }
    }
  }

  init(
    key: SettingKey,
    read: @escaping @Sendable (YAMLNode, inout Whole, inout SettingsReader) -> Void
  ) {
    self.key = key
    self.read = { read($0, &$1, &$2) }
  }
}

/// What people read of a setting.
package struct SettingKey: Sendable {
  package let name: String
  package let type: SettingWords
  /// An example value in YAML; empty for a section.
  package let example: String
  /// One or two sentences.
  package let meaning: String
  /// The default; nil if it is obvious.
  package let standard: String?
  package let need: Need
  /// A section's keys.
  package private(set) var members: [SettingKey] = []
  /// Whether the user chooses the names in this section, as for mail streams.
  package private(set) var hasOwnNames = false

  package enum Need: Sendable {
    case optional
    /// Every file must have it.
    case required
    /// `tidings init` writes it; it may be removed.
    case shown
  }

  init(
    name: String, type: SettingWords, example: String, meaning: String, standard: String?,
    need: Need
  ) {
    self.name = name
    self.type = type
    self.example = example
    self.meaning = meaning
    self.standard = standard
    self.need = need
  }

  /// A section's key.
  init(
    section name: String, _ meaning: String, _ members: [SettingKey], need: Need = .optional,
    hasOwnNames: Bool = false
  ) {
    self.init(
      name: name, type: SettingWords("section"), example: "", meaning: meaning, standard: nil,
      need: need)
    self.members = members
    self.hasOwnNames = hasOwnNames
  }
}
