import ByteText
import Notifications

/// Rules for addresses with their names looked up: by type, in the order of trial.
struct LinkTable: Sendable {
  fileprivate struct Rule: Sendable {
    let conditions: [(slots: SlotList, words: [String])]
    let pieces: [Piece]
  }

  fileprivate enum Piece: Sendable {
    case literal([UInt8])
    /// A value that is a part of the address, or that begins it and is an address itself.
    case value(SlotList, isAddress: Bool)
    /// A name that the profile does not have.
    case missing
  }

  /// Of the types that rules name.
  private let byType: [TypeKey: [Rule]]
  /// Of all others.
  private let general: [Rule]

  init(_ rules: [LinkRule], _ names: NamedSlots) {
    let compiled = rules.map { (types: $0.types, rule: Rule($0, names)) }
    general = compiled.filter { $0.types.isEmpty }.map(\.rule)
    let types = rules.reduce(into: Set<TypeKey>()) { $0.formUnion($1.types) }
    byType = types.reduce(into: [:]) { byType, type in
      byType[type] = compiled.filter { $0.types.isEmpty || $0.types.contains(type) }.map(\.rule)
    }
  }

  /// The address of the first rule that applies and whose values are all there.
  func address(_ fields: RecordFields, type: TypeKey) -> [UInt8]? {
    let rules = byType.isEmpty ? general : byType[type] ?? general
    for rule in rules where rule.applies(to: fields) {
      if let address = rule.filled(fields) { return address }
    }
    return nil
  }
}

extension LinkTable.Rule {
  fileprivate init(_ rule: LinkRule, _ names: NamedSlots) {
    conditions = rule.conditions.map { (names[$0.name] ?? .none, $0.words) }
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
    conditions.allSatisfy { condition in
      guard let text = fields.firstText(condition.slots) else { return false }
      return condition.words.contains { ASCII.equalIgnoringCase(text, $0.utf8) }
    }
  }

  /// The address with its values percent-encoded, nil where one is missing or empty.
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
