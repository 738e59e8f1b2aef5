import ByteText
import CSimdJSON
import Languages
import Notifications
import Profiles

/// Reads the parts of a notification that many records lack: actor, subject, pictures, coordinates.
final class PartsReader: Sendable {
  private let profile: Profile
  private let bodyFormat: BodyFormat
  private let slots: FieldSlots
  private let resolver: LinkResolver
  private let thumbnails: Slot?

  /// A longer list is truncated: no document shows as many.
  static let thumbnailLimit = 256
  /// The limit of a count, so that sums stay in range and documents stay readable.
  static let batchLimit = 1_000_000

  init(_ profile: Profile, paths: RecordPaths, slots: FieldSlots, resolver: LinkResolver) {
    self.profile = profile
    bodyFormat = profile.bodyFormat
    (self.slots, self.resolver) = (slots, resolver)
    thumbnails = profile.thumbnails.map { paths.slot(for: $0.items) }
  }

  /// The record's own format, else the profile's.
  func bodyFormat(_ fields: RecordFields) -> BodyFormat {
    if slots[.bodyFormat].isEmpty { return bodyFormat }
    return fields.text(slots[.bodyFormat]).flatMap(BodyFormat.init) ?? bodyFormat
  }

  func wasMailed(_ fields: RecordFields) -> Bool {
    slots[.mailed].contains { fields[$0].truth(epoch: profile.epoch) == true }
  }

  func subject(_ fields: RecordFields) -> Subject? {
    let subject = Subject(
      id: fields.text(slots[.subjectId]), name: fields.text(slots[.subjectName]))
    return subject.id != nil || subject.name != nil ? subject : nil
  }

  /// The actor, shown by the name that the title contains, or else by the first.
  func actor(_ fields: RecordFields, title: String?) -> Actor? {
    var names: [String] = []
    for slot in slots[.actorName] {
      if let name = fields[slot].text.map(LinkResolver.trimmed), !name.isEmpty,
        !names.contains(where: { $0.utf8.elementsEqual(name.utf8) })
      {
        names.append(name)
      }
    }
    if names.isEmpty { return nil }
    let shown = title.flatMap { title in
      names.firstIndex { ByteSearch.offset(of: $0, in: title) != nil }
    }
    let name = names.remove(at: shown ?? 0)
    return Actor(
      id: fields.text(slots[.actorId]), name: name, otherNames: names,
      avatarURL: fields.text(slots[.actorAvatar]).flatMap(resolver.webAddress),
      isFollowedBack: fields.first(slots[.actorFollowedBack]).flatMap {
        $0.truth(epoch: profile.epoch)
      })
  }

  func batchCount(_ fields: RecordFields) -> Int? {
    guard let text = fields.text(slots[.batchCount]) else { return nil }
    guard let count = Double(text), count >= 1 else { return nil }
    return Int(exactly: min(count, Double(Self.batchLimit)).rounded(.down))
  }

  /// Whether the profile says where amounts stand: most do not, and nothing is looked up then.
  var hasAmounts: Bool { !slots[.currency].isEmpty }

  func amount(_ fields: RecordFields) -> Amount? {
    guard let currency = fields.text(slots[.currency]) else { return nil }
    if let number = fields.text(slots[.amount]) { return Amount(number, currency: currency) }
    return fields.text(slots[.minorAmount]).flatMap {
      Amount($0, isMinor: true, currency: currency)
    }
  }

  func thumbnails(_ fields: RecordFields) -> [Thumbnail] {
    if let rule = profile.thumbnails, let slot = thumbnails,
      fields[slot].kind == TIDINGS_JSON_ARRAY, let list = JSONText(fields[slot].bytes)
    {
      return list.parts.prefix(Self.thumbnailLimit).compactMap { thumbnail($0.value, rule) }
    }
    return fields.text(slots[.image]).flatMap(resolver.webAddress)
      .map { [Thumbnail(url: $0, kind: .photo)] } ?? []
  }

  private func thumbnail(_ element: JSONText, _ rule: ThumbnailRule) -> Thumbnail? {
    let address = element.kind == .object ? element.member(rule.url)?.text : element.text
    guard let url = address.flatMap(resolver.webAddress) else { return nil }
    let kind = rule.kind.flatMap { element.member($0)?.text }.flatMap {
      rule.kinds[$0.lowercased()]
    }
    return Thumbnail(url: url, kind: kind ?? .photo)
  }

  func coordinates(_ fields: RecordFields) -> Coordinates? {
    if slots[.latitude].isEmpty { return nil }
    guard let latitude = fields.text(slots[.latitude]).flatMap(Double.init),
      let longitude = fields.text(slots[.longitude]).flatMap(Double.init)
    else { return nil }
    return Coordinates(latitude: latitude, longitude: longitude)
  }
}

/// The slots of the values that one profile's addresses, conditions and patterns name.
struct NamedSlots: Sendable {
  private let slots: [String: SlotList]

  init(_ profile: Profile, paths: RecordPaths) {
    var slots: [String: SlotList] = [:]
    for field in Field.allCases { slots[field.rawValue] = profile.fields[field].map(paths.list) }
    for (name, valuePaths) in profile.values { slots[name] = paths.list(for: valuePaths) }
    for (name, path) in profile.pathsInTexts { slots[name] = paths.list(for: [path]) }
    self.slots = slots
  }

  func text(_ name: String, in fields: RecordFields) -> String? {
    slots[name].flatMap { fields.text($0) }
  }

  /// The slots of a named value; nil for a name that the profile does not have.
  subscript(name: String) -> SlotList? { slots[name] }
}

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
    let keys = listed.isEmpty ? nil : Self.actions(listedIn: fields, at: listed)
    return actions.compactMap { action, links in
      if let keys, !keys.contains(action.key) { return nil }
      guard let address = links.address(fields, type: type),
        case .link(let url)? = address.withUnsafeBytes({ resolve($0) })
      else { return nil }
      return Action(key: action.key, label: action.label.words(for: language.tag), url: url)
    }
  }

  /// The keys of the actions that a record lists.
  static func actions(listedIn fields: RecordFields, at listed: SlotList) -> [String] {
    guard let list = fields.first(listed).flatMap({ JSONText($0.bytes) }) else { return [] }
    return list.parts.compactMap { part in
      part.value.kind == .object
        ? (part.value.member("key") ?? part.value.member("id"))?.text : part.value.text
    }
  }
}

/// Compiled rules for addresses, in the order of trial.
struct LinkTable: Sendable {
  private struct Rule: Sendable {
    let conditions: [CompiledCondition]
    let pieces: [Piece]

    init(_ rule: LinkRule, _ names: NamedSlots, paths: RecordPaths) {
      conditions = rule.conditions.map { CompiledCondition($0, paths: paths) }
      let base: String? = if case .value(let name)? = rule.url.pieces.first { name } else { nil }
      pieces = rule.url.pieces.map { piece in
        switch piece {
        case .literal(let text): .literal(Array(text.utf8))
        case .value(let name): names[name].map { .value($0, isAddress: name == base) } ?? .missing
        }
      }
    }

    func applies(to fields: RecordFields) -> Bool {
      conditions.allSatisfy { $0.holds(in: fields) }
    }

    /// The address with its values percent-encoded; nil if one is missing or empty, or would change the
    /// path.
    func filled(_ fields: RecordFields) -> [UInt8]? {
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
            if text.count <= 2, text.allSatisfy({ $0 == UInt8(ascii: ".") }) { return nil }
            let component = text.assumingMemoryBound(to: UInt8.self).span
            PercentEncoding.append(component: component, to: &address)
          }
        case .missing: return nil
        }
      }
      return address
    }
  }

  private enum Piece: Sendable {
    case literal([UInt8])
    /// A value inside the address, or one that begins it and is an address itself.
    case value(SlotList, isAddress: Bool)
    /// A name that the profile does not have.
    case missing
  }

  /// Those for each type that a rule names.
  private let byType: [TypeKey: [Rule]]
  /// Those for every other type.
  private let general: [Rule]

  init(_ rules: [LinkRule], _ names: NamedSlots, paths: RecordPaths) {
    let compiled = rules.map { (types: $0.types, rule: Rule($0, names, paths: paths)) }
    general = compiled.filter(\.types.isEmpty).map(\.rule)
    byType = rules.flatMap(\.types).reduce(into: [:]) { byType, type in
      byType[type] = compiled.filter { $0.types.isEmpty || $0.types.contains(type) }.map(\.rule)
    }
  }

  /// The address of the first rule that applies and whose values are all present.
  func address(_ fields: RecordFields, type: TypeKey) -> [UInt8]? {
    for rule in (byType.isEmpty ? nil : byType[type]) ?? general where rule.applies(to: fields) {
      if let address = rule.filled(fields) { return address }
    }
    return nil
  }
}
