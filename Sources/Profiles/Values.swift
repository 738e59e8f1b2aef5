import ByteText
import YAML

/// What the values of a profile may name: values above them, and what is around a record.
struct ValueNames {
  var values: [String: [FieldPath]] = [:]
  var outside = OutsideNames()
  /// What joins the values of a path with `[*]`; nil keeps a list of them.
  var separator: String? = ", "
}

/// Reads values: paths, patterns over paths, and values with conditions.
extension YAMLNode {
  /// One value, or a list in the order of trial.
  func values(_ names: ValueNames) throws(Fault) -> [FieldPath] {
    try list().map { (node) throws(Fault) in try node.value(names) }
  }

  /// A value that is not a list.
  func value(_ names: ValueNames) throws(Fault) -> FieldPath {
    let value = try anyValue(names)
    guard value.size <= FieldPath.largest else {
      throw wrongType(
        expected: "made of at most \(FieldPath.largest) parts", found: "\(value.size)")
    }
    return value
  }

  private func anyValue(_ names: ValueNames) throws(Fault) -> FieldPath {
    guard isMapping else {
      let text = try text()
      return FieldPath.isPattern(text) ? try pattern(names) : try path(text, names)
    }
    let section = try section(ProfileSchema.value)
    var value: FieldPath
    switch (section["path"], section["text"]) {
    case (let path?, nil): value = try path.path(try path.text(), names)
    case (nil, let text?): value = try text.pattern(names)
    case (nil, nil): throw section.missing("path")
    case (_?, _?): throw wrongType(expected: "path or text", found: "both")
    }
    if let node = section["words"] { value = try node.translation(of: value) }
    if let node = section["format"] { value = try node.time(value) }
    if let conditions = try section["when"]?.conditions(names) {
      value = FieldPath(.conditional(conditions, value), description: value.description)
    }
    return value
  }

  /// The value in the words of a map.
  func translation(of value: FieldPath) throws(Fault) -> FieldPath {
    let words = try members().map { (word, meaning) throws(Fault) in
      TranslatedWord(word: word, meaning: try meaning.text())
    }
    return FieldPath(.translation(value, words: words), description: value.description)
  }

  /// The value as a time of a form.
  func time(_ value: FieldPath) throws(Fault) -> FieldPath {
    let text = try text()
    guard let pattern = TimePattern(text) else {
      throw malformed(
        text, expected: "year, month and day as in dd.MM.yyyy HH:mm, with words in quotes: 'at'")
    }
    return FieldPath(.time(value, pattern), description: value.description)
  }

  private func path(_ text: String, _ names: ValueNames) throws(Fault) -> FieldPath {
    do {
      return try FieldPath(text, outside: names.outside, separator: names.separator)
    } catch { throw fault(error) }
  }

  /// The paths that a name in a pattern or condition means.
  private func paths(_ name: String, _ names: ValueNames) throws(Fault) -> [FieldPath] {
    if let known = names.values[name] { return known }
    return [try path(name, names)]
  }

  private func pattern(_ names: ValueNames) throws(Fault) -> FieldPath {
    let text = try text()
    let template = try template()
    guard !template.pieces.isEmpty else {
      throw malformed(text, expected: "a text such as {first_name} {last_name}")
    }
    let pieces = try template.pieces.map { (piece) throws(Fault) -> PatternPiece in
      switch piece {
      case .literal(let literal): return .literal(literal)
      case .value(let name): return .value(try paths(name, names))
      }
    }
    return FieldPath(.pattern(pieces), description: text)
  }

  /// A map from paths or names of values to a word or a list of words.
  func conditions(_ names: ValueNames) throws(Fault) -> [ValueCondition] {
    try placedMembers().map { (member) throws(Fault) in
      ValueCondition(
        paths: try member.place.paths(member.name, names), words: try member.value.texts())
    }
  }

  /// A pattern of a file's path, whose names are then read as `@name`.
  func filePattern() throws(Fault) -> FilePattern {
    let pattern = FilePattern(try template())
    guard !pattern.names.isEmpty else {
      throw malformed(try text(), expected: "a pattern such as {stream}/{topic}.json")
    }
    return pattern
  }

  /// Joins by their names. A join may use the values of those above it.
  func joins(_ names: ValueNames) throws(Fault) -> [Join] {
    var names = names
    var joins: [Join] = []
    for (name, node) in try members() {
      let section = try node.section(ProfileSchema.join)
      let source: Join.Source
      switch (section["list"], section["file"]) {
      case (let list?, nil): source = .list(try list.path())
      case (nil, let file?): source = .file(try file.identifier())
      case (nil, nil): throw section.missing("list")
      case (_?, _?): throw node.wrongType(expected: "list or file", found: "both")
      }
      joins.append(
        Join(
          name: name, source: source, id: try section["id"]?.path() ?? FieldPath(segments: ["id"]),
          key: try section.required("by").values(names)))
      names.outside.joins.append(name)
    }
    return joins
  }
}

extension FieldPath {
  /// The limit of `size`: values of values that each name another twice double with every line.
  static let largest = 1_000

  /// How many paths and patterns the value is made of, each as often as it is named.
  var size: Int { parts.reduce(1) { $0 + $1.size } }

  /// Whether a text is a pattern: it has braces besides those of `{locale}` in a path.
  static func isPattern(_ text: String) -> Bool {
    // Few texts have a brace: characters cost more than a path is worth.
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) else {
      return false
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let isPath =
      parts.count > 1 && parts.contains("{locale}")
      && parts.allSatisfy { $0 == "{locale}" || !$0.contains { "{}".contains($0) } }
    return !isPath
  }
}

extension Fault {
  /// A text with an empty name, or with a bracket that is not closed.
  static func noPath(_ text: String) -> Fault {
    Fault(
      .usage, code: "malformed", "\(text) is not a path such as payload.title or lines[*].text",
      advice: "change the value")
  }
}

/// Values from the path of an export's file: `{stream}/{topic}.json`.
package struct FilePattern: Equatable, Sendable {
  private let pieces: [URLTemplate.Piece]
  /// How many parts between slashes the pattern has.
  private let depth: Int
  /// The names of its values.
  package let names: [String]

  init(_ template: URLTemplate) {
    pieces = template.pieces
    names = template.names
    depth = pieces.reduce(1) { count, piece in
      guard case .literal(let text) = piece else { return count }
      return count + text.utf8.count { $0 == UInt8(ascii: "/") }
    }
  }

  /// The values in the end of a path; nil if it does not match. They do not depend on how the path was
  /// typed: `./a.json`, `b/../a.json`.
  ///
  /// - Parameter folder: where a relative path begins.
  package func values(in path: String, from folder: String) -> [String: String]? {
    let whole = path.hasPrefix("/") ? path : folder + "/" + path
    var parts: [Substring.UTF8View] = []
    for part in whole[...].utf8.split(separator: UInt8(ascii: "/")) {
      if part.elementsEqual(".".utf8) { continue }
      if part.elementsEqual("..".utf8) { _ = parts.popLast() } else { parts.append(part) }
    }
    guard parts.count >= depth else { return nil }
    let end = Array(parts.suffix(depth).joined(separator: CollectionOfOne(UInt8(ascii: "/"))))
    var values: [String: String] = [:]
    return match(pieces[...], end[...], values: &values) ? values : nil
  }

  /// Each value is as short as the rest allows.
  private func match(
    _ pieces: ArraySlice<URLTemplate.Piece>, _ text: ArraySlice<UInt8>,
    values: inout [String: String]
  ) -> Bool {
    guard let first = pieces.first else { return text.isEmpty }
    switch first {
    case .literal(let literal):
      return text.starts(with: literal.utf8)
        && match(pieces.dropFirst(), text.dropFirst(literal.utf8.count), values: &values)
    case .value(let name):
      let longest = text.prefix { $0 != UInt8(ascii: "/") }
      for length in longest.indices {
        let value = longest[...length]
        if match(pieces.dropFirst(), text.dropFirst(value.count), values: &values) {
          values[name] = String(decoding: value, as: UTF8.self)
          return true
        }
      }
      return false
    }
  }
}

/// Finds an object in another list by a value of a record.
package struct Join: Equatable, Sendable {
  package enum Source: Equatable, Sendable {
    /// A list of the same document.
    case list(FieldPath)
    /// A file that the user names.
    case file(String)
  }

  package var name: String
  package var source: Source
  /// The key of an object in the list.
  package var id: FieldPath
  /// The key in a record.
  package var key: [FieldPath]

  /// The name of its file; nil if it is a list of the same document.
  package var file: String? { if case .file(let name) = source { name } else { nil } }

  /// The name by which a file may be given: that of a list, too, since exports have a file for each.
  package var fileName: String {
    switch source {
    case .file(let name): name
    case .list(let path): path.description
    }
  }
}
