import ByteText
import Languages
import Notifications
import Profiles

/// The slots of the values that one profile's addresses, conditions and patterns name.
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
    for (name, path) in profile.pathsInTexts { slots[name] = paths.list(for: [path]) }
    self.slots = slots
  }

  /// The text of a named value; nil if the record has none.
  func text(_ name: String, in fields: RecordFields) -> String? {
    slots[name].flatMap { fields.text($0) }
  }

  /// The slots of a named value; nil for a name that the profile does not have.
  subscript(name: String) -> SlotList? { slots[name] }
}

/// Finds the addresses of a notification and its actions.
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
    rules = LinkTable(profile.links, names, paths: paths)
    actions = profile.actions.map { ($0, LinkTable($0.links, names, paths: paths)) }
  }

  /// The record's own link, else the first of the profile's rules that applies.
  func link(_ fields: RecordFields, type: TypeKey) -> LinkResolver.Resolution? {
    if let text = fields.firstText(own), let link = resolve(text) { return link }
    return rules.address(fields, type: type)?.withUnsafeBytes { resolve($0) }
  }

  private func resolve(_ text: UnsafeRawBufferPointer) -> LinkResolver.Resolution? {
    if rewrites.isEmpty { return resolver.resolve(text) }
    let text = String(validated: text)
    return resolver.resolve(rewrites.lazy.compactMap { $0.rewritten(text) }.first ?? text)
  }

  /// The actions that have an address, in the profile's order. If the profile has a field that
  /// lists them, only those that the record lists.
  func actions(_ fields: RecordFields, type: TypeKey, language: Language) -> [Action] {
    if actions.isEmpty { return [] }
    let keys = listed.isEmpty ? nil : listedKeys(fields)
    return actions.compactMap { action, links in
      if let keys, !keys.contains(action.key) { return nil }
      guard let address = links.address(fields, type: type),
        case .link(let url)? = address.withUnsafeBytes({ resolve($0) })
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

/// Compiled rules for addresses, by type, in the order of trial.
struct LinkTable: Sendable {
  fileprivate struct Rule: Sendable {
    let conditions: [CompiledCondition]
    let pieces: [Piece]
  }

  fileprivate enum Piece: Sendable {
    case literal([UInt8])
    /// A value inside the address, or one that begins it and is an address itself.
    case value(SlotList, isAddress: Bool)
    /// A name that the profile does not have.
    case missing
  }

  /// For types that rules name.
  private let byType: [TypeKey: [Rule]]
  /// For all other types.
  private let general: [Rule]

  init(_ rules: [LinkRule], _ names: NamedSlots, paths: RecordPaths) {
    let compiled = rules.map { (types: $0.types, rule: Rule($0, names, paths: paths)) }
    general = compiled.filter { $0.types.isEmpty }.map(\.rule)
    let types = rules.reduce(into: Set<TypeKey>()) { $0.formUnion($1.types) }
    byType = types.reduce(into: [:]) { byType, type in
      byType[type] = compiled.filter { $0.types.isEmpty || $0.types.contains(type) }.map(\.rule)
    }
  }

  /// The address of the first rule that applies and whose values are all present.
  func address(_ fields: RecordFields, type: TypeKey) -> [UInt8]? {
    let rules = byType.isEmpty ? general : byType[type] ?? general
    for rule in rules where rule.applies(to: fields) {
      if let address = rule.filled(fields) { return address }
    }
    return nil
  }
}

extension LinkTable.Rule {
  fileprivate init(_ rule: LinkRule, _ names: NamedSlots, paths: RecordPaths) {
    conditions = rule.conditions.map { CompiledCondition($0, paths: paths) }
    let base: String? = if case .value(let name)? = rule.url.pieces.first { name } else { nil }
    pieces = rule.url.pieces.map { piece in
      switch piece {
      case .literal(let text): .literal(Array(text.utf8))
      case .value(let name):
        names[name].map { .value($0, isAddress: name == base) } ?? .missing
      }
    }
  }

  fileprivate func applies(to fields: RecordFields) -> Bool {
    conditions.allSatisfy { $0.holds(in: fields) }
  }

  /// The address with its values percent-encoded; nil if one is missing or empty.
  fileprivate func filled(_ fields: RecordFields) -> [UInt8]? {
    var address: [UInt8] = []
    address.reserveCapacity(128)
    for piece in pieces {
      switch piece {
      case .literal(let text): address += text
      case .value(let slots, let isAddress):
        guard let text = fields.firstText(slots) else { return nil }
        if isAddress {
          address.append(contentsOf: text)
        } else {
          PercentEncoding.append(component: text, to: &address)
        }
      case .missing: return nil
      }
    }
    return address
  }
}
