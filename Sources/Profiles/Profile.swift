import ByteText
import CProfiles
import Dispatch
import FoundationEssentials
package import Languages
package import Notifications
import Synchronization
package import YAML

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
  /// The paths that texts, addresses and rules for groups name themselves, by name.
  package var pathsInTexts: [String: FieldPath] = [:]
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

  /// In the order of their chips on the page.
  package var types: [NotificationType]
  package var titles: PatternTable
  package var bodies: PatternTable
  package var itemPhrases: ItemPhrases?
  package var bodyFormat: BodyFormat

  package var links: [LinkRule]
  package var actions: [ActionRule]
  package var rewrites: [URLRewrite]

  package var collapses: [CollapseRule]
  package var supersessions: [SupersedeRule]
  /// The seconds after its time at which a notification expires if it has no expiry of its own.
  package var lifetime: Int64?
  /// The seconds after which a notification is no longer shown.
  package var retention: Int64?
  /// How its patterns and labels address the reader.
  package var address: Address
  /// Whether a notification whose actor is its recipient is dropped.
  package var dropsOwnActions: Bool

  package var mutations: Mutations
  package var preferences: PreferenceFields?

  /// The paths that only conditions, joins and texts name.
  package var pathsInConditions: [FieldPath] {
    let texts = titles.rules + bodies.rules
    let addresses = links + actions.flatMap(\.links)
    let all =
      conditions + exclusions + texts.flatMap(\.conditions) + addresses.flatMap(\.conditions)
    return all.flatMap(\.paths) + joins.flatMap(\.key) + pathsInTexts.values
  }

  /// Whether a record may be for several people.
  package var isForSeveral: Bool {
    isForEveryone || fields[.recipient]?.contains(where: \.isPlural) == true
  }

  /// The type with a key; nil if the profile does not know it.
  package func type(_ key: TypeKey) -> NotificationType? { types.first { $0.key == key } }
}

extension Profile {
  /// The word for all recipients.
  static let everyone = "everyone"

  /// Reads a profile; `file` is the name that errors give.
  package init(yaml source: String, file: String) throws(YAMLFileError) {
    let root = try YAMLFile.root(of: source, file: file).section(ProfileSchema.root)
    self.source = source
    name = ProfileName(try root.required("name").identifier())
    summary = try root["description"]?.text() ?? ""
    detection = try root["match"]?.detectionRules() ?? []
    records =
      try root["records"]?.recordLocation() ?? RecordLocation(paths: [], tables: [])
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
    types = try root["types"]?.types() ?? []
    let names = ProfileNames(self.values, fields, outside: values.outside, types: types)
    try Profile.redact(&types, root["redact"], names: names)
    titles = try root["title"]?.patterns(names) ?? PatternTable()
    bodies = try root["body"]?.patterns(names) ?? PatternTable()
    itemPhrases = try root["items"]?.itemPhrases()
    bodyFormat = try root["bodyFormat"]?.word(of: BodyFormat.self) ?? .plain
    links = try root["link"]?.links(names) ?? []
    actions = try root["actions"]?.actions(names) ?? []
    rewrites = try root["rewrite"]?.rewrites() ?? []
    collapses = try root["collapse"]?.collapses(names) ?? []
    supersessions = try root["supersedes"]?.supersessions(names) ?? []
    lifetime = try root["expires"]?.duration()
    retention = try root["retention"]?.duration()
    address = try root["address"]?.word(of: Address.self) ?? .formal
    dropsOwnActions = try root["dropOwnActions"]?.flag() ?? false
    mutations = try root["mutations"]?.mutations() ?? Mutations()
    preferences = try root["preferences"]?.preferenceFields(names)
    pathsInTexts = paths(in: names)
  }

  /// The paths that texts, addresses and rules for groups name themselves; all names have been checked.
  private func paths(in names: ProfileNames) -> [String: FieldPath] {
    let rules = titles.rules + bodies.rules
    let urls = (links + actions.flatMap(\.links)).map(\.url)
    var paths: [String: FieldPath] = [:]
    let compared = collapses.flatMap(\.sameValues)
    for name in rules.flatMap({ $0.message.names }) + urls.flatMap(\.names) + compared
    where names.paths[name] == nil && FieldPath.isPath(name) {
      paths[name] = try? FieldPath(name, outside: names.outside)
    }
    return paths
  }

  /// `redact: all`, or a list of types; a type may also set it itself.
  private static func redact(
    _ types: inout [NotificationType], _ node: YAMLNode?, names: ProfileNames
  ) throws(YAMLFileError) {
    guard let node else { return }
    let all = node.isSequence ? false : try node.text() == "all"
    let keys = all ? Set(types.map(\.key)) : try node.typeKeys(names)
    for index in types.indices where keys.contains(types[index].key) {
      types[index].isRedacted = true
    }
  }
}

/// The names that patterns, addresses and conditions of one profile may use.
struct ProfileNames {
  /// The paths of `values` and `fields`, by name; none for a field that the profile does not map.
  let paths: [String: [FieldPath]]
  /// The keys of `values` and `fields`.
  let values: [String]
  let outside: OutsideNames
  let types: [NotificationType]

  init(
    _ values: [String: [FieldPath]], _ fields: [Field: [FieldPath]], outside: OutsideNames,
    types: [NotificationType]
  ) {
    var paths = values
    for field in Field.allCases where values[field.rawValue] == nil {
      paths[field.rawValue] = fields[field] ?? []
    }
    self.paths = paths
    self.values = values.keys.sorted() + Field.allCases.map(\.rawValue)
    self.outside = outside
    self.types = types
  }

  /// Names that only title and body patterns may use: values made from several fields.
  static let computed = [
    "actor", "actors", "secondActor", "thirdActor", "otherActors", "subject", "items", "count",
    "label",
  ]
}

/// The profiles of a run, by name.
package struct ProfileSet: Sendable {
  /// In the order of their names.
  package private(set) var profiles: [Profile]

  package init(_ profiles: [Profile]) {
    self.profiles = profiles.sorted { $0.name < $1.name }
  }

  /// The profiles that come with the tool, read on all cores: they are most of what a small run does.
  package static func bundled() throws(YAMLFileError) -> ProfileSet {
    let read: Mutex<[Result<Profile, YAMLFileError>]> = Mutex([])
    DispatchQueue.concurrentPerform(iterations: tidings_profile_count) { index in
      let file = tidings_profile_at(index)
      let source = String(
        decoding: UnsafeBufferPointer(start: file.bytes, count: file.size), as: UTF8.self)
      let profile = Result { () throws(YAMLFileError) in
        try Profile(yaml: source, file: String(cString: file.name))
      }
      read.withLock { $0.append(profile) }
    }
    var profiles: [Profile] = []
    for profile in read.withLock({ $0 }) { profiles.append(try profile.get()) }
    return ProfileSet(profiles)
  }

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
  package static func load(_ path: String) throws(YAMLFileError) -> ProfileSet {
    func unreadable(_ path: String) -> YAMLFileError {
      let isThere = FileManager.default.fileExists(atPath: path)
      return YAMLFileError(
        file: path, line: 0, column: 0, key: "",
        reason: .unreadable(isThere ? "the system refuses it" : "it is not there"))
    }
    let paths: [String]
    do { paths = try files(at: path) } catch { throw unreadable(path) }
    var profiles: [Profile] = []
    for path in paths {
      let source: [UInt8]
      do { source = try OpenFile.bytes(of: path) } catch { throw unreadable(path) }
      var profile = try Profile(yaml: String(decoding: source, as: UTF8.self), file: path)
      profile.isOwn = true
      if profiles.contains(where: { $0.name == profile.name }) {
        throw YAMLFileError(
          file: path, line: 1, column: 1, key: "name",
          reason: .repeatedProfile(profile.name.text))
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
