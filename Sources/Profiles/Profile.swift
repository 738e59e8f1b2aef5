package import ByteText
import FoundationEssentials
import Glibc
package import Languages
package import Notifications
import YAML

/// How the records of one system become notifications: data, read from YAML.
///
/// `tidings profiles show` prints the bundled ones, which are the best documentation of the keys.
package struct Profile: Sendable {
  package var name: ProfileName
  /// A line about the system.
  package var summary: String
  /// The YAML as it was written.
  package var source: String
  /// Whether it comes from the user's folder instead of the tool.
  package var isOwn = false
  /// Whether it is taken only where no other profile fits.
  package var isFallback: Bool
  /// How its records are detected; empty if the profile is only used by name.
  package var detection: [DetectionRule]
  package var records: RecordLocation
  /// Gives values from the path of an export's file.
  package var filePattern: FilePattern?
  /// What the values of a notification must be, and what none of them may be.
  package var conditions: [ValueCondition]
  package var exclusions: [ValueCondition]
  package var joins: [Join]

  /// The paths of each field; the first that is present and not null wins.
  package var fields: [Field: [FieldPath]]
  /// Further values for patterns and addresses, by name.
  package var values: [String: [FieldPath]]
  /// Whether records that name no recipient are for all of the recipients file.
  package var isForEveryone: Bool
  /// The labels that records give to types without one of the profile.
  package var recordLabels: [TypeKey: String] = [:]
  package var readMarks: [ReadMark]
  /// The system's own words for priorities, in lower case, besides those that `Priority` knows.
  package var priorities: [String: Priority]
  /// The words that the app itself shows for priorities.
  package var badges: [Priority: LocalizedText]
  /// The epoch of plain numbers in time fields.
  package var epoch: Epoch
  /// The zone of times that name none; nil means UTC.
  package var timeZone: Zone?
  package var thumbnails: ThumbnailRule?

  /// In the order of the profile.
  package var typeFacts: [TypeFacts]
  private var shown: Shown

  private enum Shown {
    case now(Presentation)
    case later(LazyPresentation)
  }

  /// The seconds after its time at which a notification expires if it has no expiry of its own.
  package var lifetime: Int64?
  /// The seconds after which a notification is no longer shown.
  package var retention: Int64?
  /// How its patterns and labels address the reader.
  package var address: Address
  /// Whether a notification whose actor is its recipient is dropped.
  package var dropsOwnActions: Bool

  package var marks: MarkPatterns
  package var preferences: PreferenceFields?

  /// The paths that only conditions, joins and texts name.
  package var pathsInConditions: [FieldPath] {
    (conditions + exclusions).flatMap(\.paths) + joins.flatMap(\.key) + pathsInPresentation
  }

  /// The paths that its texts and addresses name. Those of a bundled profile name its values and
  /// nothing else, so that it is not read to its end for them.
  var pathsInPresentation: [FieldPath] {
    guard case .now(let shown) = shown else { return [] }
    return shown.conditions.flatMap(\.paths) + shown.pathsInTexts.values
  }

  /// Whether its notifications have values from around their records.
  package var readsOutside: Bool {
    (fields.values.flatMap(\.self) + values.values.flatMap(\.self) + pathsInPresentation)
      .contains(where: \.readsOutside)
  }

  /// Whether a record may be for several people.
  package var isForSeveral: Bool {
    isForEveryone || fields[.recipient]?.contains(where: \.isPlural) == true
  }

  /// How its notifications are shown; read now if this is the first question.
  package var presentation: Presentation {
    switch shown {
    case .now(let shown): shown
    case .later(let shown): shown.presentation
    }
  }

  package var types: [NotificationType] { presentation.types }
  package var titles: PatternTable { presentation.titles }
  package var bodies: PatternTable { presentation.bodies }
  package var itemPhrases: ItemPhrases? { presentation.itemPhrases }
  package var bodyFormat: BodyFormat { presentation.bodyFormat }
  package var links: [LinkRule] { presentation.links }
  package var actions: [ActionRule] { presentation.actions }
  package var rewrites: [URLRewrite] { presentation.rewrites }
  package var collapses: [CollapseRule] { presentation.collapses }
  package var supersessions: [SupersedeRule] { presentation.supersessions }
  package var pathsInTexts: [String: FieldPath] { presentation.pathsInTexts }

  /// The type with a key; nil if the profile does not know it.
  package func type(_ key: TypeKey) -> NotificationType? { types.first { $0.key == key } }

  /// The word for all recipients.
  static let everyone = "everyone"

  /// Reads a profile; `file` is the name that errors give.
  package init(yaml source: String, file: String) throws(Fault) {
    let root = try YAMLFile.root(of: source, file: file).section(ProfileSchema.root)
    try self.init(root, source: source, outline: nil)
  }

  init(bundled source: String, file: String) throws(Fault) {
    let outline = ProfileOutline(source)
    let root = try YAMLFile.root(of: outline.facts, file: file).section(ProfileSchema.root)
    try self.init(root, source: source, outline: outline)
  }

  /// - Parameter outline: of a profile whose presentation is read later.
  private init(_ root: YAMLSection, source: String, outline: ProfileOutline?) throws(Fault) {
    self.source = source
    name = ProfileName(try root.required("name").identifier())
    summary = try root["description"]?.text() ?? ""
    detection = try root["match"]?.detectionRules() ?? []
    records = try root["records"]?.recordLocation() ?? RecordLocation(paths: [], tables: [])
    isFallback = try root["fallback"]?.flag() ?? false
    filePattern = try root["file"]?.filePattern()
    var values = ValueNames()
    values.outside.file = filePattern?.names ?? []
    joins = try root["joins"]?.joins(values) ?? []
    values.outside.joins = joins.map(\.name)
    values.values = try root["values"]?.namedValues(values) ?? [:]
    self.values = values.values
    fields = try root.required("fields").fields(values)
    isForEveryone = try root.required("fields").isForEveryone()
    conditions = try root["where"]?.conditions(values) ?? []
    exclusions = try root["whereNot"]?.conditions(values) ?? []
    readMarks = try root["read"]?.readMarks(values) ?? []
    timeZone = try root["timeZone"]?.zone()
    priorities = try root["priority"]?.priorities() ?? [:]
    badges = try root["badges"]?.badges() ?? [:]
    epoch = try root["epoch"]?.epoch() ?? .unix
    thumbnails = try root["thumbnails"]?.thumbnailRule()
    var names = ProfileNames(self.values, fields, outside: values.outside, types: [])
    if let outline {
      typeFacts = outline.types
      shown = .later(LazyPresentation(yaml: outline.presentation, names))
    } else {
      let presentation = try Presentation(root, names)
      typeFacts = presentation.types.map {
        TypeFacts(
          key: $0.key, hasOwnLabel: $0.hasOwnLabel, defaultPriority: $0.defaultPriority)
      }
      shown = .now(presentation)
    }
    names.types = typeFacts.map(\.key)
    lifetime = try root["expires"]?.duration()
    retention = try root["retention"]?.duration()
    address = try root["address"]?.word(of: Address.self) ?? .formal
    dropsOwnActions = try root["dropOwnActions"]?.flag() ?? false
    marks = try root["marks"]?.markPatterns() ?? MarkPatterns()
    preferences = try root["preferences"]?.preferenceFields(names)
  }
}

/// The profiles of a run, by name.
package struct ProfileSet: Sendable {
  /// In the order of their names.
  package private(set) var profiles: [Profile]

  package init(_ profiles: [Profile]) { self.profiles = profiles.sorted { $0.name < $1.name } }

  /// Whether a path names one profile, not a folder of them.
  package static func isFile(_ path: String) -> Bool {
    path.hasSuffix(".yaml") || path.hasSuffix(".yml")
  }

  /// The files of the profiles at a path, in the order of their names.
  package static func files(at path: String) throws -> [String] {
    if isFile(path) { return [path] }
    return try FileManager.default.contentsOfDirectory(atPath: path).filter(isFile).sorted()
      .map { path + "/" + $0 }
  }

  /// The profiles at a path: a `.yaml` or `.yml` file, or every such file of a folder, in the order
  /// of their names.
  package static func load(_ path: String) throws(Fault) -> ProfileSet {
    func unreadable(_ path: String, _ error: SystemError) -> Fault {
      .unreadable(path, error, kind: "file or folder")
    }
    func bytes(of path: String) throws(Fault) -> [UInt8] {
      try SystemError.rethrow(OpenFile.bytes(of: path)) { unreadable(path, $0) }
    }
    let paths: [String]
    do { paths = try files(at: path) } catch {
      // A file opens as well, where a folder is expected.
      _ = try bytes(of: path)
      throw unreadable(path, SystemError(code: ENOTDIR))
    }
    var profiles: [Profile] = []
    for path in paths {
      guard let source = String(validating: try bytes(of: path), as: UTF8.self) else {
        throw Fault(
          .usage, code: "not-utf8", of: path, "it is not UTF-8", advice: "save it as UTF-8")
      }
      var profile = try Profile(yaml: source, file: path)
      profile.isOwn = true
      if profiles.contains(where: { $0.name == profile.name }) {
        throw Fault(
          .usage, code: "repeated-profile", of: path, at: Fault.Place(line: 1, column: 1),
          field: "name", "the name \(profile.name) is taken by another file",
          advice: "give one of them another name")
      }
      profiles.append(profile)
    }
    return ProfileSet(profiles)
  }

  package subscript(name: ProfileName) -> Profile? { profiles.first { $0.name == name } }

  /// These profiles and `others`, which replace those with the same names.
  package func overridden(by others: ProfileSet) -> ProfileSet {
    ProfileSet(profiles.filter { others[$0.name] == nil } + others.profiles)
  }
}
