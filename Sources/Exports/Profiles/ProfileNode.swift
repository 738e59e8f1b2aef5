import Languages
import Yams

/// A value in a profile's YAML that knows where it stands.
struct ProfileNode {
  let node: Node
  /// The keys that lead to the value: `types.offer.label`.
  let key: String
  let file: String

  func error(_ reason: ProfileError.Reason) -> ProfileError {
    ProfileError(
      file: file, line: node.mark?.line ?? 0, column: node.mark?.column ?? 0, key: key,
      reason: reason)
  }

  /// A null is an empty value: `link:` with nothing behind it.
  var isNull: Bool {
    if case .scalar(let scalar) = node {
      return scalar.style == .plain && ["", "~", "null"].contains(scalar.string)
    }
    return false
  }

  var isMapping: Bool { if case .mapping = node { true } else { false } }
  var isSequence: Bool { if case .sequence = node { true } else { false } }

  /// The scalar's text as it is written, whatever YAML takes it for: `no` is a text as well.
  func text() throws(ProfileError) -> String {
    guard case .scalar(let scalar) = node, !isNull else { throw wrongType(expected: "a text") }
    return scalar.string
  }

  func flag() throws(ProfileError) -> Bool {
    switch try text() {
    case "true": return true
    case "false": return false
    case let word: throw error(.unknownWord(word, allowed: ["true", "false"]))
    }
  }

  func integer() throws(ProfileError) -> Int {
    let text = try text()
    guard let number = Int(text) else { throw error(.malformed(text, expected: "an integer")) }
    return number
  }

  func decimal() throws(ProfileError) -> Double {
    let text = try text()
    guard let number = Double(text), number.isFinite else {
      throw error(.malformed(text, expected: "a number"))
    }
    return number
  }

  /// Seconds of a duration such as `10s`, `5m`, `24h` or `7d`.
  func duration() throws(ProfileError) -> Int64 {
    let text = try text()
    guard let seconds = DurationText.seconds(text) else {
      throw error(.malformed(text, expected: "a duration such as 5m, 24h or 7d"))
    }
    return seconds
  }

  /// One of the words of a closed set.
  func word<Word: RawRepresentable & CaseIterable>(
    of type: Word.Type
  ) throws(ProfileError) -> Word where Word.RawValue == String {
    let text = try text()
    guard let word = Word(rawValue: text) else {
      throw error(.unknownWord(text, allowed: Word.allCases.map(\.rawValue)))
    }
    return word
  }

  /// The elements of a sequence; anything else is a list of one.
  func list() -> [ProfileNode] {
    guard case .sequence(let sequence) = node else { return isNull ? [] : [self] }
    return sequence.map { ProfileNode(node: $0, key: key, file: file) }
  }

  /// The members of a mapping, in the order of the file.
  func members() throws(ProfileError) -> [(name: String, value: ProfileNode)] {
    guard case .mapping(let mapping) = node else { throw wrongType(expected: "a mapping") }
    var members: [(name: String, value: ProfileNode)] = []
    var seen: Set<String> = []
    for (key, value) in mapping {
      guard case .scalar(let name) = key else {
        throw ProfileNode(node: key, key: self.key, file: file).wrongType(
          expected: "a text as key")
      }
      let path = self.key.isEmpty ? name.string : self.key + "." + name.string
      guard seen.insert(name.string).inserted else {
        throw ProfileNode(node: key, key: path, file: file).error(.repeatedKey)
      }
      members.append((name.string, ProfileNode(node: value, key: path, file: file)))
    }
    return members
  }

  /// The members of a mapping whose keys are a closed set.
  func section(_ allowed: [String]) throws(ProfileError) -> ProfileSection {
    var values: [String: ProfileNode] = [:]
    for (name, value) in try members() {
      guard allowed.contains(name) else {
        throw keyNode(name, value).error(.unknownKey(allowed: allowed))
      }
      if !value.isNull { values[name] = value }
    }
    return ProfileSection(node: self, values: values)
  }

  /// The key itself, so that an error points at it and not at its value.
  func keyNode(_ name: String, _ value: ProfileNode) -> ProfileNode {
    guard case .mapping(let mapping) = node,
      let key = mapping.first(where: { $0.key.string == name })?.key
    else { return value }
    return ProfileNode(node: key, key: value.key, file: file)
  }

  func wrongType(expected: String) -> ProfileError {
    let found =
      switch node {
      case .scalar: isNull ? "nothing" : "a text"
      case .mapping: "a mapping"
      case .sequence: "a list"
      case .alias: "an alias"
      }
    return error(.wrongType(expected: expected, found: found))
  }
}

/// A mapping of a profile whose keys have been checked.
struct ProfileSection {
  let node: ProfileNode
  let values: [String: ProfileNode]

  subscript(name: String) -> ProfileNode? { values[name] }

  func required(_ name: String) throws(ProfileError) -> ProfileNode {
    if let value = values[name] { return value }
    throw ProfileError(
      file: node.file, line: node.node.mark?.line ?? 0, column: node.node.mark?.column ?? 0,
      key: node.key.isEmpty ? name : node.key + "." + name, reason: .missingKey)
  }
}
