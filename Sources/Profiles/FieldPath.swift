import ByteText
import YAML

/// Where a value of a record comes from: `payload.title`, `actors[0].name`, `{first} {last}`.
///
/// Names match in any case and with or without underscores: `userId` is `user_id`.
package struct FieldPath: Hashable, Sendable, CustomStringConvertible {
  /// The names that lead to the value; empty if the value is derived.
  package let segments: [String]
  /// How the value is made where names alone do not lead to it.
  package let derivation: Derivation?
  /// As the profile writes it.
  package let description: String

  package init(segments: [String]) {
    self.segments = segments
    derivation = nil
    description = segments.map(FieldPath.written).joined(separator: ".")
  }

  package init(_ derivation: Derivation, description: String) {
    segments = []
    (self.derivation, self.description) = (derivation, description)
  }

  package static func == (left: FieldPath, right: FieldPath) -> Bool {
    left.segments == right.segments && left.derivation == right.derivation
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(segments)
    hasher.combine(derivation)
  }

  /// The values that it is made of, each as often as it is named.
  package var parts: [FieldPath] {
    switch derivation {
    case nil, .inside?, .outside?: []
    case .pattern(let pieces)?:
      pieces.flatMap { piece in if case .value(let paths) = piece { paths } else { [FieldPath]() } }
    case .translation(let path, _)?, .time(let path, _)?: [path]
    case .conditional(let conditions, let path)?: conditions.flatMap(\.paths) + [path]
    }
  }

  /// The paths of names from which the value is made; the path itself if it is not derived.
  package var sources: [FieldPath] {
    switch derivation {
    case nil: [self]
    case .inside(let base, _, _)?: [base]
    case .outside?, .pattern?, .translation?, .time?, .conditional?: parts.flatMap(\.sources)
    }
  }

  /// What a record must have for a value with conditions, one path of each list; nil for a value
  /// without, and for one that depends on what is around the record.
  package var needs: [[FieldPath]]? {
    guard case .conditional(let conditions, let value)? = derivation, !readsOutside else {
      return nil
    }
    return conditions.map { $0.paths.flatMap(\.sources) } + value.sources.map { [$0] }
  }

  /// The paths of lists, objects and texts in which the value is.
  package var containers: [FieldPath] {
    if case .inside(let base, _, _)? = derivation { [base] } else { parts.flatMap(\.containers) }
  }

  /// Whether the value comes from around its record: the file's path, an object that a join finds, or a
  /// name above that of the record.
  var readsOutside: Bool {
    switch derivation {
    case .outside(.key(let level), _, _)?: level > 0
    case .outside?: true
    case nil, .inside?, .pattern?, .translation?, .time?, .conditional?:
      parts.contains(where: \.readsOutside)
    }
  }

  /// Whether the value is a name above its record.
  package var namesKey: Bool { if case .outside(.key, _, _)? = derivation { true } else { false } }

  /// Whether the path gives several values: one with `[*]`.
  package var isPlural: Bool {
    switch derivation {
    case .inside(_, let steps, _)?, .outside(_, let steps, _)?: steps.contains(.all)
    case .conditional(_, let path)?: path.isPlural
    case nil, .pattern?, .translation?, .time?: false
    }
  }

  /// Reads a path of plain names: `payload.title`; nil if it is none.
  package init?(_ text: String) {
    guard let path = try? FieldPath(text, outside: OutsideNames()), path.derivation == nil else {
      return nil
    }
    self = path
  }

  /// Reads a path: names, `[0]`, `[*]` and `{locale}`.
  ///
  /// - Parameter separator: joins the values of a path with `[*]`; nil keeps a list of them.
  init(_ text: String, outside: OutsideNames, separator: String? = ", ") throws(Fault) {
    var steps: [PathStep] = []
    for part in FieldPath.parts(of: text) {
      guard FieldPath.append(part, to: &steps) else { throw .noPath(text) }
    }
    if case .name(let first)? = steps.first, text.utf8.first == UInt8(ascii: "@") {
      self = try FieldPath.outside(
        String(first.dropFirst()), steps.dropFirst(), names: outside, separator: separator,
        text: text)
      return
    }
    let names = steps.prefix { if case .name = $0 { true } else { false } }
    let segments = names.compactMap { if case .name(let name) = $0 { name } else { nil } }
    guard !segments.isEmpty else { throw .noPath(text) }
    let base = FieldPath(segments: segments)
    let rest = Array(steps.dropFirst(names.count))
    self =
      rest.isEmpty ? base : FieldPath(.inside(base, rest, separator: separator), description: text)
  }

  private static func outside(
    _ name: String, _ steps: ArraySlice<PathStep>, names: OutsideNames, separator: String?,
    text: String
  ) throws(Fault) -> FieldPath {
    var steps = steps
    var level: Int?
    if name == "key", case .element(let number)? = steps.first {
      level = number
      steps = steps.dropFirst()
    }
    guard let known = names.name(name, level: level) else {
      throw .unknownName("@" + name, allowed: names.written)
    }
    if case .key(let level) = known, level > 1 || !steps.isEmpty { throw .noPath(text) }
    if case .file = known, !steps.isEmpty { throw .noPath(text) }
    return FieldPath(.outside(known, Array(steps), separator: separator), description: text)
  }

  /// The parts between dots; a dot between single quotes is part of a name.
  private static func parts(of text: String) -> [Substring.UTF8View] {
    var isQuoted = false
    return text[...].utf8.split(omittingEmptySubsequences: false) { byte in
      if byte == UInt8(ascii: "'") { isQuoted.toggle() }
      return byte == UInt8(ascii: ".") && !isQuoted
    }
  }

  /// Takes a name from the start of a part: `lines` of `lines[0]`, or one in single quotes, in which
  /// a quote is doubled: `'user.name'`.
  private static func takeName(_ rest: inout Substring.UTF8View) -> String? {
    let quote = UInt8(ascii: "'")
    guard rest.first == quote else {
      let name = rest.prefix { $0 != UInt8(ascii: "[") }
      rest = rest.dropFirst(name.count)
      return String(decoding: name, as: UTF8.self)
    }
    var name: [UInt8] = []
    var isFirst = true
    repeat {
      rest = rest.dropFirst()
      if !isFirst { name.append(quote) }
      isFirst = false
      let piece = rest.prefix { $0 != quote }
      name += piece
      rest = rest.dropFirst(piece.count)
      guard rest.first == quote else { return nil }
      rest = rest.dropFirst()
    } while rest.first == quote
    return String(decoding: name, as: UTF8.self)
  }

  /// A name as a path writes it: in single quotes if it would mean something else without them.
  package static func written(_ name: String) -> String {
    name.utf8.contains { ".[]@'".utf8.contains($0) }
      ? "'" + name.replacing("'", with: "''") + "'" : name
  }

  /// Appends the steps of a part between dots: a name with any number of brackets. False if it is none.
  private static func append(_ part: Substring.UTF8View, to steps: inout [PathStep]) -> Bool {
    if part.elementsEqual("{locale}".utf8) {
      steps.append(.language)
      return true
    }
    var rest = part
    guard let name = takeName(&rest), !name.isEmpty else { return false }
    steps.append(.name(name))
    while rest.first == UInt8(ascii: "[") {
      guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else { return false }
      let inside = String(decoding: rest[rest.index(after: rest.startIndex)..<end], as: UTF8.self)
      if inside == "*" {
        steps.append(.all)
      } else if let number = Int(inside), (0...999_999).contains(number) {
        steps.append(.element(number))
      } else {
        return false
      }
      rest = rest[rest.index(after: end)...]
    }
    return rest.isEmpty
  }

  /// Whether a name in a pattern is a path and not the name of a value.
  static func isPath(_ name: String) -> Bool {
    name.utf8.contains { ".[@'".utf8.contains($0) }
  }
}

/// How a value is made from others.
package indirect enum Derivation: Hashable, Sendable {
  /// What is inside the list, object or text at a path; several values are joined, or stay a list
  /// without a separator.
  case inside(FieldPath, [PathStep], separator: String?)
  /// A text with values; it has no value if one of them has none.
  case pattern([PatternPiece])
  /// A value in other words; a word that is not among them stays.
  case translation(FieldPath, words: [TranslatedWord])
  /// A time of a form that the profile names; a text of another form stays.
  case time(FieldPath, TimePattern)
  /// A value that counts only under conditions.
  case conditional([ValueCondition], FieldPath)
  /// What is not in the record.
  case outside(OutsideName, [PathStep], separator: String?)
}

/// A word of the system and what it means, in the order of the profile.
package struct TranslatedWord: Hashable, Sendable {
  package let word: String
  package let meaning: String
}

/// A step from a value to one inside it.
package enum PathStep: Hashable, Sendable {
  case name(String)
  /// An element of a list, from 0.
  case element(Int)
  /// All elements of a list.
  case all
  /// The member named by the reader's language, else by English, else the first.
  case language
}

package enum PatternPiece: Hashable, Sendable {
  case literal(String)
  /// The first of the paths with a value.
  case value([FieldPath])
}

/// A value must be one of some words, in any case of ASCII letters; `*` is any word.
package struct ValueCondition: Hashable, Sendable {
  package var paths: [FieldPath]
  package var words: [String]

  /// The word that every value is.
  package static let anyWord = "*"
}

/// Names of what is around a record.
package enum OutsideName: Hashable, Sendable {
  /// The record's name in an object of records, or the name so many levels above it.
  case key(level: Int)
  /// A part of the file's path.
  case file(String)
  /// The object that a join finds.
  case join(String)
}

/// What a name that begins with `@` may mean in one profile.
package struct OutsideNames: Sendable {
  var file: [String] = []
  var joins: [String] = []
  /// The name of the time at which the file was changed last.
  package static let fileTime = "file"

  /// How the names are written in a profile.
  var written: [String] { ["@key", "@key[1]", "@file"] + (file + joins).map { "@" + $0 } }

  func name(_ text: String, level: Int?) -> OutsideName? {
    if text == "key" { return .key(level: level ?? 0) }
    if level != nil { return nil }
    if file.contains(text) || text == Self.fileTime { return .file(text) }
    return joins.contains(text) ? .join(text) : nil
  }
}
