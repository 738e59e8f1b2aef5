import Notifications
package import YAML

extension Profile {
  /// The keys of a profile's root, in the order in which they are explained.
  static let keys = [
    "name", "description", "match", "records", "fields", "values", "read", "priority", "epoch",
    "thumbnails", "joins", "types", "title", "body", "items", "bodyFormat", "link", "actions",
    "rewrite", "collapse", "supersedes", "expires", "retention", "redact", "dropOwnActions",
    "mutations", "preferences",
  ]

  /// Reads a profile; `file` is the name that errors give.
  package init(yaml source: String, file: String) throws(YAMLFileError) {
    let root = try YAMLFile.root(of: source, file: file).section(Profile.keys)
    self.source = source
    name = ProfileName(try root.required("name").identifier())
    summary = try root["description"]?.text() ?? ""
    detection = try root["match"]?.detectionRules() ?? []
    records =
      try root["records"]?.recordLocation() ?? RecordLocation(paths: [], tables: [])
    fields = try root.required("fields").fields()
    values = try root["values"]?.paths() ?? [:]
    readMarks = try root["read"]?.readMarks() ?? []
    priorities = try root["priority"]?.priorities() ?? [:]
    epoch = try root["epoch"]?.epoch() ?? .unix
    thumbnails = try root["thumbnails"]?.thumbnailRule()
    if let joins = root["joins"] { throw joins.error(.unsupported) }
    types = try root["types"]?.types() ?? []
    let names = ProfileNames(values: values.keys.sorted(), types: types)
    try Profile.redact(&types, root["redact"], names)
    titles = try root["title"]?.patterns(names) ?? PatternTable()
    bodies = try root["body"]?.patterns(names) ?? PatternTable()
    itemPhrases = try root["items"]?.itemPhrases()
    bodyFormat = try root["bodyFormat"]?.bodyFormat() ?? .plain
    links = try root["link"]?.links(names) ?? []
    actions = try root["actions"]?.actions(names) ?? []
    rewrites = try root["rewrite"]?.rewrites() ?? []
    collapses = try root["collapse"]?.collapses(names) ?? []
    supersessions = try root["supersedes"]?.supersessions(names) ?? []
    lifetime = try root["expires"]?.duration()
    retention = try root["retention"]?.duration()
    dropsOwnActions = try root["dropOwnActions"]?.flag() ?? false
    mutations = try root["mutations"]?.mutations() ?? Mutations()
    preferences = try root["preferences"]?.preferenceFields(names)
  }

  /// `redact: all`, or a list of types; a type may also say so itself.
  private static func redact(
    _ types: inout [NotificationType], _ node: YAMLNode?, _ names: ProfileNames
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
  /// The keys of `values` and `fields`.
  let values: [String]
  let types: [NotificationType]

  init(values: [String], types: [NotificationType]) {
    self.values = values + Field.allCases.map(\.rawValue)
    self.types = types
  }

  /// What a title or body pattern may name besides: made from several fields.
  static let computed = ["actor", "subject", "items", "count", "label"]
}
