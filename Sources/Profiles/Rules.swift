import ByteText
import Notifications
import YAML

/// Where a system keeps its users' preferences, in the system's own names; an absent one is on.
package struct PreferenceFields: Equatable, Sendable {
  package var tables: [String]
  /// The tables of the users themselves, with their ids and addresses.
  package var peopleTables: [String] = []
  package var recipient: [FieldPath]
  /// The object that has the other fields; nil if the record itself has them.
  package var container: FieldPath?
  /// By type, the boolean that switches it off.
  package var switches: [String: FieldPath]
  /// In kilometers.
  package var radius: FieldPath?
  package var defaultRadius: Double?
  package var quietHoursEnabled: FieldPath?
  /// `HH:MM`, an ISO instant or a number, of which hour and minute count.
  package var quietHoursStart: FieldPath?
  package var quietHoursEnd: FieldPath?
}

extension YAMLNode {
  func collapses(_ names: ProfileNames) throws(Fault) -> [CollapseRule] {
    try list().map { (node) throws(Fault) in
      let section = try node.section(ProfileSchema.collapse)
      let (same, values) = try section.required("same").groupingValues(names)
      return CollapseRule(
        types: try section.required("types").typeKeys(names), same: same, sameValues: values,
        seconds: try section.required("within").duration(),
        span: try section["span"]?.duration())
    }
  }

  func supersessions(_ names: ProfileNames) throws(Fault) -> [SupersedeRule] {
    try list().map { (node) throws(Fault) in
      let section = try node.section(ProfileSchema.supersede)
      let type = try section.required("type")
      let replaced = try section.required("replaces")
      return SupersedeRule(
        superseding: try type.typeKey(try type.text(), names),
        superseded: try replaced.typeKey(try replaced.text(), names),
        same: Set(
          try section.required("same").list().map { (node) throws(Fault) in
            try node.word(of: GroupingField.self)
          }),
        seconds: try section.required("within").duration())
    }
  }

  /// Words for fields, and the names of values or paths.
  private func groupingValues(
    _ names: ProfileNames
  ) throws(Fault) -> (fields: Set<GroupingField>, values: [String]) {
    var (fields, values): (Set<GroupingField>, [String]) = ([], [])
    for node in list() {
      let name = try node.text()
      if let field = GroupingField(rawValue: name) {
        fields.insert(field)
        continue
      }
      guard
        names.paths[name]?.isEmpty == false || names.paths[name] == nil && FieldPath.isPath(name)
      else {
        let known = names.paths.keys.filter { names.paths[$0]?.isEmpty == false }
        let words = GroupingField.allCases.map(\.rawValue)
        throw node.unknownName(name, allowed: words + known.filter { !words.contains($0) }.sorted())
      }
      _ = try node.paths(named: name, names)
      values.append(name)
    }
    return (fields, values)
  }

  func preferenceFields(_ names: ProfileNames) throws(Fault) -> PreferenceFields {
    let section = try section(ProfileSchema.preferences)
    var switches: [String: FieldPath] = [:]
    for (name, node) in try section["switches"]?.members() ?? [] {
      switches[try node.typeKey(name, names).text] = try node.path()
    }
    return PreferenceFields(
      tables: try section["table"]?.texts() ?? [],
      peopleTables: try section["people"]?.texts() ?? [],
      recipient: try section.required("recipient").pathList(),
      container: try section["within"]?.path(), switches: switches,
      radius: try section["radius"]?.path(), defaultRadius: try section["defaultRadius"]?.decimal(),
      quietHoursEnabled: try section["quietHoursEnabled"]?.path(),
      quietHoursStart: try section["quietHoursStart"]?.path(),
      quietHoursEnd: try section["quietHoursEnd"]?.path())
  }

  // MARK: What a profile says of priorities

  func priorities() throws(Fault) -> [String: Priority] {
    var priorities: [String: Priority] = [:]
    for (word, node) in try members() { priorities[word.lowercased()] = try node.priority() }
    return priorities
  }

  func badges() throws(Fault) -> [Priority: LocalizedText] {
    let section = try section(ProfileSchema.badges)
    var badges: [Priority: LocalizedText] = [:]
    for priority in Priority.allCases { badges[priority] = try section[priority.name]?.label() }
    return badges
  }
}
