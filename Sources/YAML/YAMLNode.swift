package import ByteText

/// A value in a YAML file that knows where it stands.
package struct YAMLNode: Sendable {
  let node: YAMLTree
  /// The keys that lead to the mapping around the value.
  private let outer: String
  private let name: String
  package let file: String

  /// A value that stands in no file, such as one of the command line.
  package init(_ texts: [String], isList: Bool, key: String) {
    let scalars = texts.map { YAMLTree(line: 0, column: 0, content: .scalar($0, isPlain: false)) }
    let list = YAMLTree(line: 0, column: 0, content: .sequence(scalars))
    self.init(node: isList ? list : scalars.last ?? list, name: key, file: "")
  }

  init(node: YAMLTree, outer: String = "", name: String, file: String) {
    self.node = node
    self.outer = outer
    self.name = name
    self.file = file
  }

  /// The keys that lead to the value: `types.offer.label`.
  package var key: String { outer.isEmpty ? name : outer + "." + name }

  /// Where it stands; nil for a value of the command line.
  package var place: Fault.Place? {
    node.line > 0 ? Fault.Place(line: node.line, column: node.column) : nil
  }

  /// A null is an empty value: `link:` with nothing behind it.
  package var isNull: Bool { plainScalar.map { ["", "~", "null"].contains($0) } ?? false }

  package var isMapping: Bool { if case .mapping = node.content { true } else { false } }
  package var isEmptyMapping: Bool {
    if case .mapping(let pairs) = node.content { pairs.isEmpty } else { false }
  }
  package var isSequence: Bool { if case .sequence = node.content { true } else { false } }

  /// The scalar's text, an empty one where it is null; nil for a mapping or list.
  package var scalar: String? { if case .scalar(let text, _) = node.content { text } else { nil } }

  /// The text of a scalar without quotes.
  package var plainScalar: String? {
    if case .scalar(let text, isPlain: true) = node.content { text } else { nil }
  }

  /// The scalar's text as it is written, whatever YAML takes it for: `no` is a text as well.
  package func text() throws(Fault) -> String {
    guard let scalar, !isNull else { throw wrongType(expected: "a text") }
    return scalar
  }

  package func flag() throws(Fault) -> Bool {
    switch try text() {
    case "true": return true
    case "false": return false
    case let word: throw unknownWord(word, allowed: ["true", "false"])
    }
  }

  /// What the text says; `expected` is what a fault says that it should have been.
  package func value<Value>(_ expected: String, _ read: (String) -> Value?) throws(Fault) -> Value {
    let text = try text()
    if let value = read(text) { return value }
    throw malformed(text, expected: expected)
  }

  package func integer() throws(Fault) -> Int { try value("an integer") { Int($0) } }

  package func decimal() throws(Fault) -> Double {
    try value("a number") { Double($0).flatMap { $0.isFinite ? $0 : nil } }
  }

  /// Seconds of a duration such as `10s`, `5m`, `24h` or `7d`.
  package func duration() throws(Fault) -> Int64 {
    try value("a duration such as 5m, 24h or 7d", DurationText.seconds)
  }

  /// One of the words of a closed set.
  package func word<Word: RawRepresentable & CaseIterable>(
    of type: Word.Type
  ) throws(Fault) -> Word where Word.RawValue == String {
    let text = try text()
    guard let word = Word(rawValue: text) else {
      throw unknownWord(text, allowed: Word.allCases.map(\.rawValue))
    }
    return word
  }

  /// The elements of a sequence; anything else is a list of one.
  package func list() -> [YAMLNode] {
    guard case .sequence(let nodes) = node.content else { return isNull ? [] : [self] }
    return nodes.map { YAMLNode(node: $0, name: key, file: file) }
  }

  /// Whether this is a mapping with one of these keys.
  package func hasKey(of names: [String]) -> Bool {
    guard case .mapping(let pairs) = node.content else { return false }
    return pairs.contains {
      if case .scalar(let name, _) = $0.key.content { names.contains(name) } else { false }
    }
  }

  /// The members of a mapping, in the order of the file.
  package func members() throws(Fault) -> [(name: String, value: YAMLNode)] {
    try placedMembers().map { ($0.name, $0.value) }
  }

  /// The same with the places of their keys.
  package func placedMembers() throws(Fault) -> [YAMLMember] {
    var faults: [Fault] = []
    let members = members(collecting: &faults)
    if let first = faults.first { throw first }
    return members
  }

  /// The members of a mapping, in the order of the file, without those that are at fault.
  package func members(collecting faults: inout [Fault]) -> [YAMLMember] {
    guard case .mapping(let pairs) = node.content else {
      faults.append(wrongType(expected: "a mapping"))
      return []
    }
    let outer = key
    var members: [YAMLMember] = []
    var seen: Set<String> = []
    for (key, value) in pairs {
      guard case .scalar(let name, _) = key.content else {
        let place = YAMLNode(node: key, name: outer, file: file)
        faults.append(place.wrongType(expected: "a text as key"))
        continue
      }
      let place = YAMLNode(node: key, outer: outer, name: name, file: file)
      // Few names are compared sooner than hashed.
      let isNew =
        pairs.count > 16 ? seen.insert(name).inserted : !members.contains { $0.name == name }
      guard isNew else {
        faults.append(place.repeatedKey)
        continue
      }
      members.append(
        YAMLMember(
          name: name, place: place,
          value: YAMLNode(node: value, outer: outer, name: name, file: file)))
    }
    return members
  }

  /// The members of a mapping whose keys are a closed set.
  package func section(_ allowed: [String]) throws(Fault) -> YAMLSection {
    var faults: [Fault] = []
    let section = section(allowed, collecting: &faults)
    if let first = faults.first { throw first }
    return section
  }

  /// The members of a mapping whose keys are a closed set, without those that are at fault.
  package func section(_ allowed: [String], collecting faults: inout [Fault]) -> YAMLSection {
    var values: [String: YAMLNode] = [:]
    for member in members(collecting: &faults) {
      guard allowed.contains(member.name) else {
        faults.append(member.place.unknownKey(member.name, allowed: allowed))
        continue
      }
      if !member.value.isNull { values[member.name] = member.value }
    }
    return YAMLSection(node: self, values: values)
  }

  package func wrongType(expected: String) -> Fault {
    let found =
      switch node.content {
      case .scalar: isNull ? "nothing" : "a text"
      case .mapping: "a mapping"
      case .sequence: "a list"
      }
    return wrongType(expected: expected, found: found)
  }
}

/// A key of a mapping and its value.
package struct YAMLMember {
  package let name: String
  /// The key itself, so that an error points at it and not at its value.
  package let place: YAMLNode
  package let value: YAMLNode
}

/// A mapping whose keys have been checked.
package struct YAMLSection {
  let node: YAMLNode
  private(set) var values: [String: YAMLNode]

  /// Leaves a key out whose value cannot be used.
  package mutating func remove(_ name: String) { values[name] = nil }

  package subscript(name: String) -> YAMLNode? { values[name] }

  /// Where a key stands whose value is null, which is as if it were not there.
  package func place(ofNull name: String) -> YAMLNode? {
    // Faults of the mapping were found when it was read.
    var faults: [Fault] = []
    return node.members(collecting: &faults).first { $0.name == name && $0.value.isNull }?.place
  }

  package func required(_ name: String) throws(Fault) -> YAMLNode {
    if let value = values[name] { return value }
    throw missing(name)
  }

  /// The fault of a mapping that lacks a key.
  package func missing(_ name: String) -> Fault {
    node.missing(name, example: "tidings profiles show rooms")
  }
}

/// Durations as people write them: `10s`, `5m`, `24h`, `7d`.
package enum DurationText {
  /// Seconds, 1 to 100 years; nil for anything else.
  package static func seconds(_ text: String) -> Int64? {
    let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    guard let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()),
      count > 0, count <= 36_500 * 86_400 / unit
    else { return nil }
    return count * unit
  }
}
