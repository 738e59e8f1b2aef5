import Notifications
import YAML

/// A field of a notification, as a profile's `fields` names it.
package enum Field: String, CaseIterable, Sendable {
  case id
  case recipient
  case type
  case title
  case body
  case priority
  /// The sort key: when the notification was due.
  case time
  case updatedAt
  /// A boolean or a time; any of the paths that is true counts.
  case deleted
  case expires
  /// A boolean or a time: the app has mailed this one itself; any of the paths counts.
  case mailed
  case link
  /// The one thumbnail of a record that has no list of them.
  case image
  case actorId
  /// The first that is there is the actor's name, further ones are other names.
  case actorName
  case actorAvatar
  case actorFollowedBack
  case subjectId
  case subjectName
  case batchCount
  case latitude
  case longitude
  /// A list of keys of the profile's `actions`.
  case actions
}

/// Where in a record a value is: `payload.title`.
///
/// Names match whatever their case and underscores: `userId` is `user_id`.
package struct FieldPath: Hashable, Sendable, CustomStringConvertible {
  package let segments: [String]

  /// Nil where a segment is empty.
  package init?(_ text: String) {
    let segments = text.utf8.split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard !segments.contains(where: \.isEmpty) else { return nil }
    self.segments = segments.map { String(decoding: $0, as: UTF8.self) }
  }

  package var description: String { segments.joined(separator: ".") }
}

/// How a column tells whether a notification was read.
package struct ReadMark: Equatable, Sendable {
  package var path: FieldPath
  package var kind: Kind

  package enum Kind: Equatable, Sendable {
    /// True, or a time, is read; false, or null, is unread.
    case boolean
    /// True is unread, false is read.
    case inverse
    /// A time is read, null is unread.
    case time
    /// This word is read, any other is unread: `state = done`.
    case equality(String)
  }
}

/// How a profile knows its records; a profile may have several, of which the best one counts.
package struct DetectionRule: Equatable, Sendable {
  /// Fields that have to be there, null or not.
  package var must: [FieldPath]
  /// Fields that must not be there.
  package var mustNot: [FieldPath]
  /// What each further field that is there adds to the score.
  package var scores: [(path: FieldPath, points: Int)]
  /// A record with fewer points is not one of this profile.
  package var minimum: Int

  /// What a type that the profile knows adds to the score.
  static let knownTypePoints = 10

  package static func == (left: DetectionRule, right: DetectionRule) -> Bool {
    left.must == right.must && left.mustNot == right.mustNot && left.minimum == right.minimum
      && left.scores.elementsEqual(right.scores) { $0 == $1 }
  }
}

/// Where a system's records are.
package struct RecordLocation: Equatable, Sendable {
  /// Paths of the array in a JSON document, before the usual ones.
  package var paths: [FieldPath]
  /// Tables (or views, which are read only when they are named here or by the user) of a database.
  package var tables: [String]
}

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
