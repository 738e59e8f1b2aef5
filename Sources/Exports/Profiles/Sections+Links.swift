import Languages
import Notifications
import YAML

/// Reading of the sections that hold addresses.
extension YAMLNode {
  func template() throws(YAMLFileError) -> URLTemplate {
    let text = try text()
    do { return try URLTemplate(text) } catch { throw self.error(.badMessage(error)) }
  }

  /// A template whose names are checked.
  private func template(_ names: [String]) throws(YAMLFileError) -> URLTemplate {
    let template = try template()
    for name in template.names { try check(name, among: names) }
    return template
  }

  /// A template, a rule, or a list of these in the order of trial.
  func links(_ names: ProfileNames) throws(YAMLFileError) -> [LinkRule] {
    var rules: [LinkRule] = []
    for node in list() { rules.append(try node.link(names)) }
    return rules
  }

  private func link(_ names: ProfileNames) throws(YAMLFileError) -> LinkRule {
    guard isMapping else {
      return LinkRule(types: [], conditions: [], url: try template(names.values))
    }
    let section = try section(["types", "when", "url"])
    return LinkRule(
      types: try section["types"]?.typeKeys(names) ?? [],
      conditions: try section["when"]?.conditions(names) ?? [],
      url: try section.required("url").template(names.values))
  }

  /// A map from names to a word or a list of words.
  private func conditions(_ names: ProfileNames) throws(YAMLFileError) -> [Condition] {
    var conditions: [Condition] = []
    for (name, node) in try members() {
      try keyNode(name, node).check(name, among: names.values)
      conditions.append(Condition(name: name, words: try node.texts()))
    }
    return conditions
  }

  /// By key, a label and the rules of its address; without one the action is never shown.
  func actions(_ names: ProfileNames) throws(YAMLFileError) -> [ActionRule] {
    var actions: [ActionRule] = []
    for (key, node) in try members() {
      let section = try node.section(["label", "url"])
      actions.append(
        ActionRule(
          key: key, label: try section.required("label").label(),
          links: try section["url"]?.links(names) ?? []))
    }
    return actions
  }

  func rewrites() throws(YAMLFileError) -> [URLRewrite] {
    var rewrites: [URLRewrite] = []
    for node in list() {
      let section = try node.section(["from", "to"])
      let from = try section.required("from").template()
      rewrites.append(
        URLRewrite(from: from, to: try section.required("to").template(from.names)))
    }
    return rewrites
  }

  func mutations() throws(YAMLFileError) -> Mutations {
    let section = try section(["read", "delete"])
    return Mutations(
      read: try section["read"]?.mutation(), delete: try section["delete"]?.mutation())
  }

  private func mutation() throws(YAMLFileError) -> Mutation {
    let section = try section(["method", "url", "ids"])
    return Mutation(
      method: try section.required("method").word(of: Mutation.Method.self),
      url: try section.required("url").template(["id", "recipient"]),
      idsField: try section["ids"]?.text())
  }
}
