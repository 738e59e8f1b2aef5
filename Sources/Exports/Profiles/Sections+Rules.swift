import Notifications

/// Reading of the sections that hold rules for many notifications, and the preferences' fields.
extension YAMLNode {
  func collapses(_ names: ProfileNames) throws(YAMLFileError) -> [Profile.CollapseRule] {
    var rules: [Profile.CollapseRule] = []
    for node in list() {
      let section = try node.section(["types", "same", "within"])
      rules.append(
        Profile.CollapseRule(
          types: try section.required("types").typeKeys(names),
          same: try section.required("same").groupingKeys(),
          window: try section.required("within").duration()))
    }
    return rules
  }

  func supersessions(_ names: ProfileNames) throws(YAMLFileError) -> [Profile.SupersedeRule] {
    var rules: [Profile.SupersedeRule] = []
    for node in list() {
      let section = try node.section(["type", "replaces", "same", "within"])
      let type = try section.required("type")
      let replaced = try section.required("replaces")
      rules.append(
        Profile.SupersedeRule(
          type: try type.typeKey(try type.text(), names),
          replaced: try replaced.typeKey(try replaced.text(), names),
          same: try section.required("same").groupingKeys(),
          window: try section.required("within").duration()))
    }
    return rules
  }

  private func groupingKeys() throws(YAMLFileError) -> [Profile.GroupingKey] {
    var keys: [Profile.GroupingKey] = []
    for node in list() { keys.append(try node.word(of: Profile.GroupingKey.self)) }
    return keys
  }

  func preferenceFields(_ names: ProfileNames) throws(YAMLFileError) -> PreferenceFields {
    let section = try section([
      "table", "recipient", "within", "switches", "radius", "defaultRadius", "quietHoursEnabled",
      "quietHoursStart", "quietHoursEnd",
    ])
    var switches: [String: FieldPath] = [:]
    for (name, node) in try section["switches"]?.members() ?? [] {
      switches[try node.typeKey(name, names).text] = try node.path()
    }
    return PreferenceFields(
      tables: try section["table"]?.texts() ?? [],
      recipient: try section.required("recipient").pathList(),
      container: try section["within"]?.path(), switches: switches,
      radius: try section["radius"]?.path(),
      defaultRadius: try section["defaultRadius"]?.decimal(),
      quietHoursEnabled: try section["quietHoursEnabled"]?.path(),
      quietHoursStart: try section["quietHoursStart"]?.path(),
      quietHoursEnd: try section["quietHoursEnd"]?.path())
  }
}
