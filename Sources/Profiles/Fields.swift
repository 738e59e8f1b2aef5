import ByteText
import Notifications
import YAML

/// A field of a notification, as a profile's `fields` names it.
package enum Field: String, CaseIterable, Sendable {
  case id, recipient, type, typeLabel, title, body, priority, time, updatedAt, deleted, expires
  case mailed, link, image, actorId, actorName, actorAvatar, actorFollowedBack, subjectId
  case subjectName, batchCount, amount, minorAmount, currency, latitude, longitude, actions
  case bodyFormat

  /// The index in `allCases`, which is the byte that stores a case of such an enumeration: fields are
  /// looked up for every record. One for all such enumerations, in a protocol, was not specialized.
  @inlinable @inline(__always)
  package var ordinal: Int { Int(unsafeBitCast(self, to: UInt8.self)) }

  /// What the manual says about the field.
  var meaning: String {
    switch self {
    case .id: "Tells notifications of a recipient apart."
    case .recipient: "Who is notified; a path with [*] or the word everyone means several people."
    case .type: "The type, in any spelling: NEW_MEMBER is new_member."
    case .typeLabel: "The type's label, where types gives it none."
    case .title: "The title."
    case .body: "The text."
    case .priority: "The priority, in the system's own words."
    case .time: "When it was due: the order of all lists."
    case .updatedAt: "Of copies the one updated last is kept."
    case .deleted: "True, or a time: it is not shown."
    case .expires: "When it is no longer shown."
    case .mailed: "True, or a time: the app has mailed it itself."
    case .link: "Its own address."
    case .image: "The address of its only picture."
    case .actorId: "Who acted."
    case .actorName: "The name of who acted; of several paths all names are kept."
    case .actorAvatar: "The address of the actor's picture."
    case .actorFollowedBack: "Whether the recipient follows the actor."
    case .subjectId: "What it is about: a room, a loan, a school."
    case .subjectName: "The name of what it is about."
    case .batchCount: "How many things it stands for."
    case .amount: "An amount of money: 412.50."
    case .minorAmount: "The same in cents, or the currency's smallest unit."
    case .currency: "The code of its currency: EUR."
    case .latitude: "Where it is."
    case .longitude: "Where it is."
    case .actions: "A list of keys of the profile's actions."
    case .bodyFormat: "plain, markdown or html, where records differ in it."
    }
  }
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
    /// These words mean read, any other unread: `state = done`.
    case equality([String])
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
package struct DetectionRule: Sendable {
  /// Fields that must be present, null or not.
  package var must: [FieldPath]
  /// Of each of these, one field must be present; at most three.
  package var mustOne: [[FieldPath]] = []
  /// Whether the rule counts only where the user says whose the records are.
  package var needsOwner = false
  /// Fields that must be absent.
  package var mustNot: [FieldPath]
  /// The points that each further field adds if it is present.
  package var scores: [(path: FieldPath, points: Int)]
  /// A record with fewer points does not fit the profile.
  package var minimum: Int

  /// The points that a known type adds.
  package static let knownTypePoints = 10
}

/// Where a system's records are.
package struct RecordLocation: Equatable, Sendable {
  /// Paths of the array in a JSON document, tried before the usual ones.
  package var paths: [FieldPath]
  /// Tables of a database, or views, which are read only if they are named here or by the user.
  package var tables: [String]
}

extension YAMLNode {
  /// A profile's name, which becomes part of file names and options.
  func identifier() throws(Fault) -> String {
    try value("up to 64 small letters, digits and hyphens") { text in
      let isPlain = text.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
      }
      return isPlain && !text.isEmpty && text.utf8.count <= 64 ? text : nil
    }
  }

  func path() throws(Fault) -> FieldPath {
    try value("a path such as payload.title") { FieldPath($0) }
  }

  func pathList() throws(Fault) -> [FieldPath] {
    try list().map { (node) throws(Fault) in try node.path() }
  }

  /// A map from the profile's own names to values, which may name those above them.
  func namedValues(_ names: ValueNames) throws(Fault) -> [String: [FieldPath]] {
    var names = names
    var values: [String: [FieldPath]] = [:]
    for (name, node) in try members() {
      values[name] = try node.values(names)
      names.values[name] = values[name]
    }
    return values
  }

  func fields(_ names: ValueNames) throws(Fault) -> [Field: [FieldPath]] {
    let section = try section(ProfileSchema.fields)
    var fields: [Field: [FieldPath]] = [:]
    for field in Field.allCases {
      guard let node = section[field.rawValue] else { continue }
      var names = names
      if field == .body { names.separator = "\n" }
      let isAudience = field == .recipient
      if isAudience { names.separator = nil }
      let paths = try node.list().filter { !isAudience || $0.scalar != Profile.everyone }
        .map { (node) throws(Fault) in try node.value(names) }
      if !paths.isEmpty { fields[field] = paths }
    }
    return fields
  }

  /// Whether records that name no recipient are for everyone.
  func isForEveryone() throws(Fault) -> Bool {
    try section(ProfileSchema.fields)[Field.recipient.rawValue]?.list()
      .contains { $0.scalar == Profile.everyone } ?? false
  }

  func recordLocation() throws(Fault) -> RecordLocation {
    let section = try section(ProfileSchema.records)
    return RecordLocation(
      paths: try section["path"]?.pathList() ?? [], tables: try section["table"]?.texts() ?? [])
  }

  func texts() throws(Fault) -> [String] {
    try list().map { (node) throws(Fault) in try node.text() }
  }

  /// One rule, or a list of them.
  func detectionRules() throws(Fault) -> [DetectionRule] {
    try list().map { (node) throws(Fault) in
      let section = try node.section(ProfileSchema.rule)
      var scores: [(path: FieldPath, points: Int)] = []
      for (name, value) in try section["score"]?.members() ?? [] {
        guard let path = FieldPath(name) else {
          throw value.malformed(name, expected: "a path such as payload.title")
        }
        scores.append((path, min(max(try value.integer(), -1000), 1000)))
      }
      let must = try section.required("must").list()
      let choices = must.filter(\.isSequence)
      guard choices.count <= 3 else {
        throw choices[3].wrongType(expected: "at most three lists of fields")
      }
      return DetectionRule(
        must: try must.filter { !$0.isSequence }.map { (node) throws(Fault) in try node.path() },
        mustOne: try choices.map { (node) throws(Fault) in try node.pathList() },
        needsOwner: try section["owner"]?.flag() ?? false,
        mustNot: try section["mustNot"]?.pathList() ?? [], scores: scores,
        minimum: try section["minimum"]?.integer() ?? 1)
    }
  }

  /// A path, or `{path: …}` with `as: boolean|inverse|time` or `equals: words`; or a list of these.
  func readMarks(_ names: ValueNames) throws(Fault) -> [ReadMark] {
    try list().map { (node) throws(Fault) in try node.readMark(names) }
  }

  private func readMark(_ names: ValueNames) throws(Fault) -> ReadMark {
    guard isMapping else { return ReadMark(path: try value(names), kind: .boolean) }
    let section = try section(ProfileSchema.read)
    var path = try section.required("path").value(names)
    if let node = section["words"] { path = try node.translation(of: path) }
    if let node = section["format"] { path = try node.time(path) }
    if let words = section["equals"] {
      let texts = try words.texts()
      guard !texts.isEmpty else { throw words.wrongType(expected: "a word") }
      return ReadMark(path: path, kind: .equality(texts))
    }
    let kind = section["as"]
    switch try kind?.text() ?? "boolean" {
    case "boolean": return ReadMark(path: path, kind: .boolean)
    case "inverse": return ReadMark(path: path, kind: .inverse)
    case "time": return ReadMark(path: path, kind: .time)
    case let word: throw (kind ?? self).unknownWord(word, allowed: ["boolean", "inverse", "time"])
    }
  }

  func thumbnailRule() throws(Fault) -> ThumbnailRule {
    let section = try section(ProfileSchema.thumbnails)
    var kinds: [String: Thumbnail.Kind] = [:]
    for (word, node) in try section["kinds"]?.members() ?? [] {
      kinds[word.lowercased()] = try node.word(of: Thumbnail.Kind.self)
    }
    return ThumbnailRule(
      items: try section.required("items").path(), url: try section["url"]?.text() ?? "url",
      kind: try section["kind"]?.text(), kinds: kinds,
      without: try section["without"]?.word(of: Thumbnail.Kind.self))
  }

  func epoch() throws(Fault) -> Epoch {
    guard let epoch = Epoch(rawValue: try integer()) else {
      throw unknownWord(try text(), allowed: Epoch.allCases.map { String($0.rawValue) })
    }
    return epoch
  }
}
