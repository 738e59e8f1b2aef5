import Notifications
import Yams

/// The bytes and language of a catalogue.
package struct CatalogueFile: Sendable {
  /// Its path, for errors.
  package var name: String
  /// The language tag, usually the file's name without `.yaml`.
  package var tag: String
  package var bytes: [UInt8]

  package init(name: String, tag: String, bytes: [UInt8]) {
    self.name = name
    self.tag = tag
    self.bytes = bytes
  }
}

/// The messages of one file.
struct Catalogue: Sendable {
  struct Entry: Sendable {
    var message: Message
    var line: Int?
    var column: Int?
  }

  var name: String
  var tag: LanguageTag
  var entries: [String: Entry] = [:]
}

extension Catalogue {
  static let maximumBytes = 1 << 20

  /// Reads a YAML map whose leaves are messages; nested keys are joined with dots.
  init(_ file: CatalogueFile) throws(CatalogueError) {
    func failure(_ reason: CatalogueError.Reason) -> CatalogueError {
      CatalogueError(file: file.name, reason: reason)
    }
    let tag = LanguageTag(file.tag)
    guard tag.text != "und" else { throw failure(.badTag(file.tag)) }
    guard file.bytes.count <= Self.maximumBytes else { throw failure(.tooLarge) }
    guard let text = String(validating: file.bytes, as: UTF8.self) else {
      throw failure(.notUTF8)
    }
    if let danger = YAMLGuard.fault(in: file.bytes) {
      throw CatalogueError(
        file: file.name, line: danger.line, column: danger.column,
        reason: danger.fault == .anchor ? .anchor : .tooDeep)
    }
    name = file.name
    self.tag = tag
    guard let root = try Self.compose(text, file: file.name) else { return }
    try add(root, under: [])
  }

  private static func compose(_ text: String, file: String) throws(CatalogueError) -> Node? {
    let roots: [Node]
    do throws(AnchorlessYAML.Fault) {
      roots = try AnchorlessYAML.documents(of: text, limit: 2)
    } catch {
      throw CatalogueError(error, file: file)
    }
    if roots.count > 1 {
      throw CatalogueError(
        file: file, line: roots[1].mark?.line, column: roots[1].mark?.column,
        reason: .notYAML("another document begins here"))
    }
    return roots.first
  }

  private mutating func add(_ node: Node, under path: [String]) throws(CatalogueError) {
    guard case .mapping(let mapping) = node else { throw failure(node, path, .notAMap) }
    for (keyNode, value) in mapping {
      guard case .scalar(let key) = keyNode else {
        throw failure(keyNode, path, .notAMessage)
      }
      let path = path + [key.string]
      if case .mapping(let group) = value, !PluralMessage.isPlural(keys: Self.keys(group)) {
        try add(value, under: path)
        continue
      }
      let message = try message(value, path)
      let mark = keyNode.mark
      let entry = Entry(message: message, line: mark?.line, column: mark?.column)
      guard entries.updateValue(entry, forKey: path.joined(separator: ".")) == nil else {
        throw failure(keyNode, path, .repeatedKey)
      }
    }
  }

  private func message(_ node: Node, _ path: [String]) throws(CatalogueError) -> Message {
    do {
      switch node {
      case .scalar(let scalar): return try Message(scalar.string)
      case .mapping(let mapping): return try Message(forms: forms(mapping, path))
      case .sequence, .alias: throw failure(node, path, .notAMessage)
      }
    } catch let error as MessageSyntaxError {
      throw failure(node, path, .syntax(error))
    } catch let error as CatalogueError {
      throw error
    } catch {
      throw failure(node, path, .notAMessage)
    }
  }

  private func forms(
    _ mapping: Node.Mapping, _ path: [String]
  ) throws(CatalogueError) -> [(key: String, text: String)] {
    var forms: [(key: String, text: String)] = []
    for (key, value) in mapping {
      guard case .scalar(let key) = key, case .scalar(let text) = value else {
        throw failure(value, path, .notAMessage)
      }
      forms.append((key.string, text.string))
    }
    return forms
  }

  private static func keys(_ mapping: Node.Mapping) -> [String] {
    mapping.compactMap { key, _ in key.scalar?.string }
  }

  private func failure(
    _ node: Node, _ path: [String], _ reason: CatalogueError.Reason
  ) -> CatalogueError {
    CatalogueError(
      file: name, line: node.mark?.line, column: node.mark?.column,
      key: path.isEmpty ? nil : path.joined(separator: "."), reason: reason)
  }
}

extension CatalogueError {
  fileprivate init(_ fault: AnchorlessYAML.Fault, file: String) {
    switch fault {
    case .anchor(let line, let column):
      self.init(file: file, line: line, column: column, reason: .anchor)
    case .yaml(let error): self.init(yaml: error, file: file)
    case .unreadable(let words): self.init(file: file, reason: .notYAML(words))
    }
  }

  /// The location and text of a YAML reader's error.
  private init(yaml error: YamlError, file: String) {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      self.init(
        file: file, line: mark.line, column: mark.column, reason: .notYAML(problem))
    case .duplicatedKeysInMapping(let duplicates, let context):
      self.init(
        file: file, line: context.mark.line, column: context.mark.column,
        key: duplicates.first, reason: .repeatedKey)
    case .no, .memory, .reader, .writer, .emitter, .representer, .dataCouldNotBeDecoded:
      self.init(file: file, reason: .notYAML("\(error)"))
    }
  }
}

/// Why and where a catalogue cannot be used.
package struct CatalogueError: Error, Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    /// Not YAML; the text is the YAML reader's.
    case notYAML(String)
    case notUTF8
    /// Larger than 1 MiB.
    case tooLarge
    /// Nested too deeply to read safely.
    case tooDeep
    /// `&name` or `*name`: aliases can expand a small file without limit.
    case anchor
    /// The file or a group of keys is not a map.
    case notAMap
    /// A message is neither a text nor a plural map of texts.
    case notAMessage
    case repeatedKey
    case syntax(MessageSyntaxError)
    /// The message uses a name that has no value; `known` are those that do, sorted.
    case unknownName(String, known: [String])
    /// The file's name is not a language tag.
    case badTag(String)
    /// There is no catalogue for `en`, the fallback of all others.
    case noEnglish
  }

  package var file: String
  /// From 1; nil if the whole file is at fault.
  package var line: Int?
  /// From 1, in characters.
  package var column: Int?
  /// The key with dots, as far as it is known.
  package var key: String?
  package var reason: Reason

  package init(
    file: String, line: Int? = nil, column: Int? = nil, key: String? = nil, reason: Reason
  ) {
    self.file = file
    self.line = line
    self.column = column
    self.key = key
    self.reason = reason
  }
}
