import Notifications
import YAML

/// Reading of the sections that say where a record's values are.
extension YAMLNode {
  /// A profile's name: it becomes part of file names and options.
  func identifier() throws(YAMLFileError) -> String {
    let text = try text()
    let isPlain = text.utf8.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
    }
    guard isPlain, !text.isEmpty, text.utf8.count <= 64 else {
      throw error(.malformed(text, expected: "up to 64 small letters, digits and hyphens"))
    }
    return text
  }

  func path() throws(YAMLFileError) -> FieldPath {
    let text = try text()
    guard let path = FieldPath(text) else {
      throw error(.malformed(text, expected: "a path such as payload.title"))
    }
    return path
  }

  func pathList() throws(YAMLFileError) -> [FieldPath] {
    var paths: [FieldPath] = []
    for node in list() { paths.append(try node.path()) }
    return paths
  }

  /// A map from names of one's own to paths.
  func paths() throws(YAMLFileError) -> [String: [FieldPath]] {
    var paths: [String: [FieldPath]] = [:]
    for (name, value) in try members() { paths[name] = try value.pathList() }
    return paths
  }

  func fields() throws(YAMLFileError) -> [Field: [FieldPath]] {
    let section = try section(Field.allCases.map(\.rawValue))
    _ = try section.required(Field.id.rawValue)
    _ = try section.required(Field.time.rawValue)
    var fields: [Field: [FieldPath]] = [:]
    for field in Field.allCases {
      if let node = section[field.rawValue] { fields[field] = try node.pathList() }
    }
    return fields
  }

  func recordLocation() throws(YAMLFileError) -> RecordLocation {
    let section = try section(["path", "table"])
    return RecordLocation(
      paths: try section["path"]?.pathList() ?? [], tables: try section["table"]?.texts() ?? [])
  }

  func texts() throws(YAMLFileError) -> [String] {
    var texts: [String] = []
    for node in list() { texts.append(try node.text()) }
    return texts
  }

  /// One rule, or a list of them.
  func detectionRules() throws(YAMLFileError) -> [DetectionRule] {
    var rules: [DetectionRule] = []
    for node in list() {
      let section = try node.section(["must", "mustNot", "score", "minimum"])
      var scores: [(path: FieldPath, points: Int)] = []
      for (name, value) in try section["score"]?.members() ?? [] {
        guard let path = FieldPath(name) else {
          throw value.error(.malformed(name, expected: "a path such as payload.title"))
        }
        scores.append((path, min(max(try value.integer(), -1000), 1000)))
      }
      rules.append(
        DetectionRule(
          must: try section.required("must").pathList(),
          mustNot: try section["mustNot"]?.pathList() ?? [], scores: scores,
          minimum: try section["minimum"]?.integer() ?? 1))
    }
    return rules
  }

  /// A path, or `{path: …}` with `as: boolean|inverse|time` or `equals: word`; or a list of these.
  func readMarks() throws(YAMLFileError) -> [ReadMark] {
    var marks: [ReadMark] = []
    for node in list() { marks.append(try node.readMark()) }
    return marks
  }

  private func readMark() throws(YAMLFileError) -> ReadMark {
    guard isMapping else { return ReadMark(path: try path(), kind: .boolean) }
    let section = try section(["path", "as", "equals"])
    let path = try section.required("path").path()
    if let word = section["equals"] {
      return ReadMark(path: path, kind: .equality(try word.text()))
    }
    let kind = section["as"]
    switch try kind?.text() ?? "boolean" {
    case "boolean": return ReadMark(path: path, kind: .boolean)
    case "inverse": return ReadMark(path: path, kind: .inverse)
    case "time": return ReadMark(path: path, kind: .time)
    case let word:
      throw (kind ?? self).error(
        .unknownWord(word, allowed: ["boolean", "inverse", "time"]))
    }
  }

  func thumbnailRule() throws(YAMLFileError) -> ThumbnailRule {
    let section = try section(["items", "url", "kind", "kinds"])
    var kinds: [String: Thumbnail.Kind] = [:]
    for (word, node) in try section["kinds"]?.members() ?? [] {
      let text = try node.text()
      guard let kind = Thumbnail.Kind(rawValue: text) else {
        throw node.error(.unknownWord(text, allowed: ["photo", "video", "note"]))
      }
      kinds[word.lowercased()] = kind
    }
    return ThumbnailRule(
      items: try section.required("items").path(), url: try section["url"]?.text() ?? "url",
      kind: try section["kind"]?.text(), kinds: kinds)
  }

  func epoch() throws(YAMLFileError) -> Epoch {
    guard let epoch = Epoch(rawValue: try integer()) else {
      throw error(.unknownWord(try text(), allowed: Epoch.allCases.map { String($0.rawValue) }))
    }
    return epoch
  }
}
