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
  /// A boolean or a time; true if any of the paths is.
  case deleted
  case expires
  /// A boolean or a time: the app has mailed this notification itself; true if any of the paths is.
  case mailed
  case link
  /// The only thumbnail of a record without a list of them.
  case image
  case actorId
  /// The first that is present is the actor's name, the others are more names.
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

/// The path of a value in a record: `payload.title`.
///
/// Names match in any case and with or without underscores: `userId` is `user_id`.
package struct FieldPath: Hashable, Sendable, CustomStringConvertible {
  package let segments: [String]

  /// Nil if a segment is empty.
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
    /// This word means read, any other unread: `state = done`.
    case equality(String)
  }
}

/// The epoch of a profile's plain numbers.
package enum Epoch: Int, CaseIterable, Sendable {
  /// 1970-01-01T00:00:00Z.
  case unix = 1970
  /// 2001-01-01T00:00:00Z, as Swift encodes `Date`: numbers under 1e9 are seconds since then,
  /// larger ones count from 1970.
  case apple = 2001
}

/// How a profile recognizes its records. The best of its rules counts.
package struct DetectionRule: Equatable, Sendable {
  /// Fields that must be present, null or not.
  package var must: [FieldPath]
  /// Fields that must be absent.
  package var mustNot: [FieldPath]
  /// The points that each further field adds if it is present.
  package var scores: [(path: FieldPath, points: Int)]
  /// A record with fewer points does not fit the profile.
  package var minimum: Int

  /// The points that a known type adds.
  package static let knownTypePoints = 10

  package static func == (left: DetectionRule, right: DetectionRule) -> Bool {
    left.must == right.must && left.mustNot == right.mustNot && left.minimum == right.minimum
      && left.scores.elementsEqual(right.scores) { $0 == $1 }
  }
}

/// Where a system's records are.
package struct RecordLocation: Equatable, Sendable {
  /// Paths of the array in a JSON document, tried before the usual ones.
  package var paths: [FieldPath]
  /// Tables of a database, or views, which are read only if they are named here or by the user.
  package var tables: [String]
}

/// Reads the sections that give the paths of a record's values.
extension YAMLNode {
  /// A profile's name, which becomes part of file names and options.
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
    try list().map { (node) throws(YAMLFileError) in try node.path() }
  }

  /// A map from the profile's own names to paths.
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
    try list().map { (node) throws(YAMLFileError) in try node.text() }
  }

  /// One rule, or a list of them.
  func detectionRules() throws(YAMLFileError) -> [DetectionRule] {
    try list().map { (node) throws(YAMLFileError) in
      let section = try node.section(["must", "mustNot", "score", "minimum"])
      var scores: [(path: FieldPath, points: Int)] = []
      for (name, value) in try section["score"]?.members() ?? [] {
        guard let path = FieldPath(name) else {
          throw value.error(.malformed(name, expected: "a path such as payload.title"))
        }
        scores.append((path, min(max(try value.integer(), -1000), 1000)))
      }
      return DetectionRule(
        must: try section.required("must").pathList(),
        mustNot: try section["mustNot"]?.pathList() ?? [], scores: scores,
        minimum: try section["minimum"]?.integer() ?? 1)
    }
  }

  /// A path, or `{path: …}` with `as: boolean|inverse|time` or `equals: word`; or a list of these.
  func readMarks() throws(YAMLFileError) -> [ReadMark] {
    try list().map { (node) throws(YAMLFileError) in try node.readMark() }
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
