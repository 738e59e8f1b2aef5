import Languages
import Notifications

/// The values that addresses, conditions and patterns of one profile name, in one table of paths.
struct NamedSlots: Sendable {
  private let slots: [String: [Slot]]

  init(_ profile: Profile, paths: RecordPaths) {
    var slots: [String: [Slot]] = [:]
    for field in Field.allCases {
      if let fieldPaths = profile.fields[field] {
        slots[field.rawValue] = paths.slots(for: fieldPaths)
      }
    }
    for (name, valuePaths) in profile.values { slots[name] = paths.slots(for: valuePaths) }
    self.slots = slots
  }

  /// The text of a named value, nil where the record has none.
  func text(_ name: String, in fields: RecordFields) -> String? {
    fields.text(slots[name] ?? [])
  }

  /// Whether a condition holds.
  func holds(_ condition: Condition, in fields: RecordFields) -> Bool {
    guard let text = fields.firstText(slots[condition.name] ?? []) else { return false }
    return condition.words.contains { ASCII.equalIgnoringCase(text, $0.utf8) }
  }
}

/// Finds where a notification and its actions lead.
final class LinkReader: Sendable {
  let profile: Profile
  let names: NamedSlots
  let resolver: LinkResolver
  private let own: [Slot]
  private let listed: [Slot]

  init(_ profile: Profile, paths: RecordPaths, names: NamedSlots, resolver: LinkResolver) {
    self.profile = profile
    self.names = names
    self.resolver = resolver
    own = paths.slots(for: profile.fields[.link] ?? [])
    listed = paths.slots(for: profile.fields[.actions] ?? [])
  }

  /// The record's own link, else the first of the profile's rules that applies.
  func link(_ fields: RecordFields, type: TypeKey) -> LinkResolver.Resolution? {
    if let text = fields.text(own) {
      let rewritten = profile.rewrites.lazy.compactMap { $0.rewritten(text) }.first
      if let link = resolver.resolve(rewritten ?? text) { return link }
    }
    return address(profile.links, fields, type: type).flatMap(resolver.resolve)
  }

  /// The actions that have an address, in the profile's order; only those that the record lists
  /// where its profile says in which field it lists them.
  func actions(_ fields: RecordFields, type: TypeKey, language: Language) -> [Action] {
    if profile.actions.isEmpty { return [] }
    let keys = listed.isEmpty ? nil : listedKeys(fields)
    return profile.actions.compactMap { action in
      if let keys, !keys.contains(action.key) { return nil }
      guard let address = address(action.links, fields, type: type),
        case .link(let url)? = resolver.resolve(address)
      else { return nil }
      return Action(
        key: action.key, label: action.label.words(for: language.tag), url: url)
    }
  }

  private func address(
    _ rules: [LinkRule], _ fields: RecordFields, type: TypeKey
  ) -> String? {
    for rule in rules where rule.types.isEmpty || rule.types.contains(type) {
      guard rule.conditions.allSatisfy({ names.holds($0, in: fields) }) else { continue }
      if let address = rule.url.filled({ names.text($0, in: fields) }) { return address }
    }
    return nil
  }

  private func listedKeys(_ fields: RecordFields) -> [String] {
    guard let list = fields.first(listed).flatMap({ JSONText($0.bytes) }) else { return [] }
    return list.parts.compactMap { part in
      part.value.kind == .object
        ? (part.value.member("key") ?? part.value.member("id"))?.text : part.value.text
    }
  }
}
