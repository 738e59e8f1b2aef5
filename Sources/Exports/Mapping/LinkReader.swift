import ByteText
import Languages
import Notifications

/// The values that addresses, conditions and patterns of one profile name, in one table of paths.
struct NamedSlots: Sendable {
  private let slots: [String: SlotList]

  init(_ profile: Profile, paths: RecordPaths) {
    var slots: [String: SlotList] = [:]
    for field in Field.allCases {
      if let fieldPaths = profile.fields[field] {
        slots[field.rawValue] = paths.list(for: fieldPaths)
      }
    }
    for (name, valuePaths) in profile.values { slots[name] = paths.list(for: valuePaths) }
    self.slots = slots
  }

  /// The text of a named value, nil where the record has none.
  func text(_ name: String, in fields: RecordFields) -> String? {
    slots[name].flatMap { fields.text($0) }
  }

  /// Where a named value is looked for; nil for a name that the profile does not have.
  subscript(name: String) -> SlotList? { slots[name] }
}

/// Finds where a notification and its actions lead.
final class LinkReader: Sendable {
  private let resolver: LinkResolver
  private let rewrites: [URLRewrite]
  private let own: SlotList
  private let listed: SlotList
  private let rules: LinkTable
  private let actions: [(rule: ActionRule, links: LinkTable)]

  init(_ profile: Profile, paths: RecordPaths, names: NamedSlots, resolver: LinkResolver) {
    self.resolver = resolver
    rewrites = profile.rewrites
    own = paths.list(for: profile.fields[.link] ?? [])
    listed = paths.list(for: profile.fields[.actions] ?? [])
    rules = LinkTable(profile.links, names)
    actions = profile.actions.map { ($0, LinkTable($0.links, names)) }
  }

  /// The record's own link, else the first of the profile's rules that applies.
  func link(_ fields: RecordFields, type: TypeKey) -> LinkResolver.Resolution? {
    if let text = fields.firstText(own), let link = resolve(text) { return link }
    return rules.address(fields, type: type)?.withUnsafeBytes { resolver.resolve($0) }
  }

  private func resolve(_ text: UnsafeRawBufferPointer) -> LinkResolver.Resolution? {
    if rewrites.isEmpty { return resolver.resolve(text) }
    let text = String(validated: text)
    return resolver.resolve(rewrites.lazy.compactMap { $0.rewritten(text) }.first ?? text)
  }

  /// The actions that have an address, in the profile's order; only those that the record lists
  /// where its profile says in which field it lists them.
  func actions(_ fields: RecordFields, type: TypeKey, language: Language) -> [Action] {
    if actions.isEmpty { return [] }
    let keys = listed.isEmpty ? nil : listedKeys(fields)
    return actions.compactMap { action, links in
      if let keys, !keys.contains(action.key) { return nil }
      guard let address = links.address(fields, type: type),
        case .link(let url)? = address.withUnsafeBytes({ resolver.resolve($0) })
      else { return nil }
      return Action(
        key: action.key, label: action.label.words(for: language.tag), url: url)
    }
  }

  private func listedKeys(_ fields: RecordFields) -> [String] {
    guard let list = fields.first(listed).flatMap({ JSONText($0.bytes) }) else { return [] }
    return list.parts.compactMap { part in
      part.value.kind == .object
        ? (part.value.member("key") ?? part.value.member("id"))?.text : part.value.text
    }
  }
}
