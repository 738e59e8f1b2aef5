import ByteText
package import Notifications
import Synchronization
import YAML

/// How the notifications of a profile are shown: types, texts, addresses and groups.
///
/// A class so that a profile that is copied shares it.
package final class Presentation: Sendable {
  /// In the order of the profile.
  package let types: [NotificationType]
  package let titles: PatternTable
  package let bodies: PatternTable
  let itemPhrases: ItemPhrases?
  package let bodyFormat: BodyFormat

  package let links: [LinkRule]
  package let actions: [ActionRule]
  package let rewrites: [URLRewrite]

  package let collapses: [CollapseRule]
  package let supersessions: [SupersedeRule]
  /// The paths that texts, addresses and rules for groups name themselves, by name.
  package let pathsInTexts: [String: FieldPath]

  /// The keys of a profile that it reads.
  static let keys: Set<String> = [
    "types", "redact", "title", "body", "items", "bodyFormat", "link", "actions", "rewrite",
    "collapse", "supersedes",
  ]

  /// - Parameters:
  ///   - root: nil for a profile without any of the keys.
  ///   - known: the names that the profile's other keys give.
  init(_ root: YAMLSection?, _ known: ProfileNames) throws(Fault) {
    var types = try root?["types"]?.types() ?? []
    var names = known
    names.types = types.map(\.key)
    try Self.redact(&types, root?["redact"], names: names)
    names.redactedTypes = Set(types.filter(\.isRedacted).map(\.key))
    self.types = types
    titles = try root?["title"]?.patterns(names) ?? PatternTable()
    bodies = try root?["body"]?.patterns(names) ?? PatternTable()
    itemPhrases = try root?["items"]?.itemPhrases()
    bodyFormat = try root?["bodyFormat"]?.word(of: BodyFormat.self) ?? .plain
    links = try root?["link"]?.links(names) ?? []
    actions = try root?["actions"]?.actions(names) ?? []
    rewrites = try root?["rewrite"]?.rewrites() ?? []
    collapses = try root?["collapse"]?.collapses(names) ?? []
    supersessions = try root?["supersedes"]?.supersessions(names) ?? []
    let texts = (titles.rules + bodies.rules).flatMap { $0.message.names }
    let urls = (links + actions.flatMap(\.links)).flatMap(\.url.names)
    pathsInTexts = names.paths(in: texts + urls + collapses.flatMap(\.sameValues))
  }

  /// Of a profile that says nothing of it.
  fileprivate init() {
    (types, titles, bodies) = ([], PatternTable(), PatternTable())
    (itemPhrases, bodyFormat) = (nil, .plain)
    (links, actions, rewrites) = ([], [], [])
    (collapses, supersessions, pathsInTexts) = ([], [], [:])
  }

  /// `redact: all`, or a list of types; a type may also set it itself.
  private static func redact(
    _ types: inout [NotificationType], _ node: YAMLNode?, names: ProfileNames
  ) throws(Fault) {
    guard let node else { return }
    let all = node.isSequence ? false : try node.text() == "all"
    let keys = all ? Set(names.types) : try node.typeKeys(names)
    for index in types.indices where keys.contains(types[index].key) {
      types[index].isRedacted = true
    }
  }

  /// What its texts and addresses ask of values.
  var conditions: [ValueCondition] {
    (titles.rules + bodies.rules).flatMap(\.conditions)
      + (links + actions.flatMap(\.links)).flatMap(\.conditions)
  }
}

/// The presentation of a bundled profile, read when it is first asked for: presentations are most of
/// the profiles' text, and a run shows the notifications of one or two profiles.
final class LazyPresentation: Sendable {
  private let known = AtomicLazyReference<Presentation>()
  private let yaml: String
  private let names: ProfileNames

  /// - Parameter yaml: the profile's keys of a presentation; empty if it has none.
  init(yaml: String, _ names: ProfileNames) {
    (self.yaml, self.names) = (yaml, names)
  }

  var presentation: Presentation { known.load() ?? known.storeIfNil(read()) }

  /// Tests read the whole of each bundled profile, so nothing is wrong in it.
  private func read() -> Presentation {
    let root = yaml.isEmpty ? nil : try? YAMLFile.root(of: yaml, file: "")
    let section = try? root?.section(ProfileSchema.root.keys)
    return (try? Presentation(section, names)) ?? Presentation()
  }
}

/// What detection and the index need of a type.
package struct TypeFacts: Equatable, Sendable {
  package let key: TypeKey
  /// Whether the profile gives a label.
  package var hasOwnLabel = false
  /// The priority of a record without one.
  package var defaultPriority = Priority.normal
}

/// The names that patterns, addresses and conditions of one profile may use.
struct ProfileNames: Sendable {
  /// The paths of `values` and `fields`, by name; none for a field that the profile does not map.
  let paths: [String: [FieldPath]]
  /// The keys of `values` and `fields`.
  let values: [String]
  let outside: OutsideNames
  /// In the order of the profile.
  var types: [TypeKey] { didSet { knownTypes = Set(types) } }
  private(set) var knownTypes: Set<TypeKey>
  /// Those whose texts are in no mail and no feed.
  var redactedTypes: Set<TypeKey> = []

  init(
    _ values: [String: [FieldPath]], _ fields: [Field: [FieldPath]], outside: OutsideNames,
    types: [TypeKey]
  ) {
    var paths = values
    for field in Field.allCases where values[field.rawValue] == nil {
      paths[field.rawValue] = fields[field] ?? []
    }
    self.paths = paths
    self.values = values.keys.sorted() + Field.allCases.map(\.rawValue)
    (self.outside, self.types) = (outside, types)
    knownTypes = Set(types)
  }

  /// Names that only title and body patterns may use: values made from several fields.
  static let computed = [
    "actor", "actors", "secondActor", "thirdActor", "otherActors", "subject", "items", "count",
    "label",
  ]

  /// Those of the names that are paths themselves; all have been checked.
  func paths(in used: [String]) -> [String: FieldPath] {
    var found: [String: FieldPath] = [:]
    for name in used where paths[name] == nil && FieldPath.isPath(name) {
      found[name] = try? FieldPath(name, outside: outside)
    }
    return found
  }
}
