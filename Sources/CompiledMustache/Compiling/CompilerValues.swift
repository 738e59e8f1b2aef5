import UTF8Bytes

extension Compiler {
  mutating func add(
    value path: Node.KeyPath, _ escaped: Bool, _ range: Range<Int>
  ) throws(TemplateError) {
    guard let found = try locate(path, range) else { return }
    if policy == .strict {
      try checkType(found.type, escaped, range)
      try checkPlace(of: found.type, range)
    }
    let register = contexts.nextRegister
    let isDestination = policy == .strict && kind.syntax == .markdown && isLinkDestination
    var pending: [Int] = []
    let place = descend(to: found, &pending)
    if let name = found.name {
      let index = builder.index(ofName: name)
      builder.add(value: .namedText(place, name: index, escaped: escaped))
    } else {
      switch found.type {
      case .text, .keyword, .markup:
        builder.add(value: escaped ? .text(place) : .verbatim(place))
      case .url:
        let written = isDestination ? Instruction.destination(place) : .text(place)
        builder.add(value: escaped ? written : .verbatim(place))
      case .integer: builder.add(value: .integer(place))
      case .flag: builder.add(value: .flag(place))
      case .record, .list, .namedTexts: break
      }
    }
    builder.land(pending)
    contexts.nextRegister = register
  }

  /// The value of a name; nil under the specification's policy when there is none.
  func locate(
    _ path: Node.KeyPath, _ range: Range<Int>
  ) throws(TemplateError) -> LocatedValue? {
    if let found = contexts.locate(path) { return found }
    guard policy == .strict else { return nil }
    if let list = contexts.list(on: path) { throw error(.insideList(list), at: range) }
    let known = contexts.known(near: path)
    let name = path.joined(separator: ".")
    throw error(
      .unknownKey(name, known: known, nearest: NearestName.of(name, among: known)), at: range)
  }

  /// Goes through the records on the way to a value, and answers where it is; jumps that wait for
  /// their target leave when one of the records is absent.
  mutating func descend(to found: LocatedValue, _ pending: inout [Int]) -> Place {
    var place = Place(register: found.register, slot: found.slot)
    for slot in found.path {
      let record = Place(register: place.register, slot: slot)
      place.register = newRegister()
      pending.append(
        builder.addPending(.enter(record, register: place.register, orJump: 0)))
    }
    return place
  }

  mutating func newRegister() -> UInt16 {
    defer { contexts.nextRegister += 1 }
    builder.need(registers: Int(contexts.nextRegister) + 1)
    return contexts.nextRegister
  }

  private func checkType(
    _ type: ValueType, _ escaped: Bool, _ range: Range<Int>
  ) throws(TemplateError) {
    switch type {
    case .markup: if escaped { throw error(.markupEscaped, at: range) }
    case .text, .keyword, .url, .integer:
      if !escaped { throw error(.notMarkup(type: type.name), at: range) }
    case .flag, .record, .list, .namedTexts: throw error(.notText(type: type.name), at: range)
    }
  }
}
