import ByteText
internal import YAML

/// A setting of a plan or of a part of it: one row says its key, its kind and bounds, what it means,
/// where its value goes and how the command line gives it. The configuration file and the command line
/// are read by the rows; `tidings init`, the help, the completions and the manual come of them.
///
///     Setting("limit", .number(1...1_000_000), example: "15", meaning: "The most lines of a mail.") {
///       $0.options.limit = $1
///     }
package struct Setting<Whole>: Sendable {
  package let key: SettingKey
  let read: @Sendable (YAMLNode, inout Whole, inout SettingsReader) throws(Fault) -> Void

  package init<Value>(
    _ name: String, _ type: SettingType<Value>, example: String = "", meaning: String,
    standard: String? = nil, need: SettingKey.Need = .optional, flag: SettingFlag = .sameName,
    set: @escaping @Sendable (inout Whole, Value) -> Void
  ) {
    key = SettingKey(
      name: name, type: type.words, example: example, meaning: meaning, standard: standard,
      need: need, flag: flag)
    read = { node, whole, reader throws(Fault) in set(&whole, try type.read(node, &reader)) }
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
    key: SettingKey, read: @escaping @Sendable (YAMLNode, inout Whole, inout SettingsReader) -> Void
  ) {
    self.key = key
    self.read = { read($0, &$1, &$2) }
  }

  /// The row of a whole in which this one's is a part.
  ///
  /// - Parameter open: hands the part over to be filled.
  package func lifted<Outer>(
    _ open: @escaping @Sendable (inout Outer, (inout Whole) -> Void) -> Void
  ) -> Setting<Outer> {
    Setting<Outer>(key: key) { [read] node, outer, reader in
      open(&outer) { part in
        do throws(Fault) { try read(node, &part, &reader) } catch { reader.report(error) }
      }
    }
  }
}

/// What people read of a setting.
package struct SettingKey: Sendable {
  package let name: String
  package let type: SettingWords
  /// An example value in YAML; empty for a section.
  package private(set) var example: String
  /// One or two sentences.
  package let meaning: String
  /// The default; nil if it is obvious.
  package let standard: String?
  package private(set) var need: Need
  package let flag: SettingFlag
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

  /// The meaning with the values to choose from and the default.
  package var explanation: String {
    let choice = type.choice.map { " Values: \($0)." } ?? ""
    return meaning + choice + (standard.map { " Default: \($0)." } ?? "")
  }

  /// The same with what is known of a job in place of examples.
  ///
  /// - Parameters:
  ///   - answers: by the names of keys, with those of their sections: `mail.from`.
  ///   - folder: what paths of examples are relative to; nil leaves them as they are.
  func answered(_ answers: [String: String], in folder: String?, of section: String = "") -> Self {
    var key = self
    if let answer = answers[section + name] {
      key.example = YAMLText.quoted(answer)
      key.need = need == .optional ? .required : need
    } else if let folder, type.isPath, !example.hasPrefix("/") {
      key.example = YAMLText.path(folder + "/" + example)
    }
    key.members = members.map { $0.answered(answers, in: folder, of: section + name + ".") }
    if need == .optional,
      key.members.contains(where: { answers[section + name + "." + $0.name] != nil })
    {
      key.need = .required
    }
    return key
  }

  // MARK: On the command line

  /// The name behind the two dashes, or of an argument; nil if only a file has the setting.
  package var optionName: String? { flag.kind == .none ? nil : flag.name ?? name }
  /// What the help calls the value; nil for a switch.
  package var valueName: String? {
    if type.isSwitch { return nil }
    return flag.value ?? (flag.kind == .argument ? flag.name : nil) ?? type.value
  }
  /// `--max-messages`; a switch that is on by itself is shown by what turns it off: `--no-sync`.
  package var dashedName: String {
    (type.isSwitch && standard == "true" ? "--no-" : "--") + (optionName ?? name)
  }
}

extension SettingKey {
  /// A section's key.
  init(
    section name: String, _ meaning: String, _ members: [SettingKey], need: Need = .optional,
    hasOwnNames: Bool = false
  ) {
    self.init(
      name: name, type: SettingWords("section"), example: "", meaning: meaning, standard: nil,
      need: need, flag: .none, members: members, hasOwnNames: hasOwnNames)
  }
}

/// How the command line gives a setting.
package struct SettingFlag: Sendable, ExpressibleByStringLiteral {
  package enum Kind: Sendable {
    case none, option
    /// An argument without a name.
    case argument
  }

  package var kind = Kind.option
  /// Nil for the key's own.
  package var name: String?
  package var short: Character?
  /// What the help calls the value; nil for the type's word.
  package var value: String?
  /// Whether the first screen of help shows it in every command; the others are for a rare day.
  package var isFirst = false

  package init(stringLiteral name: String) { self.name = name }

  package init(
    _ name: String? = nil, _ kind: Kind = .option, short: Character? = nil, value: String? = nil,
    isFirst: Bool = false
  ) {
    (self.name, self.kind, self.short) = (name, kind, short)
    (self.value, self.isFirst) = (value, isFirst)
  }

  package static let none = SettingFlag(nil, .none)
  package static let sameName = SettingFlag()
  package static let first = SettingFlag(isFirst: true)
}
