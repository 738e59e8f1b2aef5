import Notifications
package import YAML

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
    var message: MessageFormat
    var line: Int?
    var column: Int?
  }

  var name: String
  var tag: LanguageTag
  var entries: [String: Entry] = [:]

  /// The messages by key; informal ones replace the others if a reader is addressed so.
  func messages(_ address: Address) -> [String: MessageFormat] {
    var messages = entries.mapValues(\.message)
    for (written, entry) in entries {
      guard let key = Address.informal.key(of: written) else { continue }
      messages[written] = nil
      if address == .informal { messages[key] = entry.message }
    }
    return messages
  }
}

/// How a reader is addressed where a language has two ways: `du` or `Sie`, `tu` or `vous`.
package enum Address: String, CaseIterable, Sendable {
  case formal, informal

  /// The key of a message in the group of an address: `mail.reason` of `informal.mail.reason`; nil
  /// for a message outside of it.
  func key(of written: String) -> String? {
    written.hasPrefix(rawValue + ".") ? String(written.dropFirst(rawValue.count + 1)) : nil
  }
}

extension Catalogue {
  /// Reads a YAML map whose leaves are messages; nested keys are joined with dots.
  init(_ file: CatalogueFile) throws(CatalogueError) {
    func failure(_ reason: CatalogueError.Reason) -> CatalogueError {
      CatalogueError(file: file.name, reason: reason)
    }
    let tag = LanguageTag(file.tag)
    guard tag.text != "und" else { throw failure(.badTag(file.tag)) }
    guard let text = String(validating: file.bytes, as: UTF8.self) else {
      throw failure(.notUTF8)
    }
    name = file.name
    self.tag = tag
    let root: YAMLNode?
    do throws(YAMLFileError) {
      let roots = try YAMLFile.roots(of: text, file: file.name)
      if roots.count > 1 {
        throw roots[1].error(.notYAML("another document begins here"))
      }
      root = roots.first
    } catch { throw CatalogueError(error) }
    if let root { try add(root) }
  }

  private mutating func add(_ node: YAMLNode) throws(CatalogueError) {
    guard node.isMapping else { throw failure(node, .notAMap) }
    for member in try members(of: node) {
      if member.value.isMapping, try !isPlural(member.value) {
        try add(member.value)
        continue
      }
      let place = member.place.error(.repeatedKey)
      let entry = Entry(
        message: try message(member.value), line: place.line, column: place.column)
      guard entries.updateValue(entry, forKey: place.key) == nil else {
        throw failure(member.place, .repeatedKey)
      }
    }
  }

  private func members(of node: YAMLNode) throws(CatalogueError) -> [YAMLMember] {
    var faults: [YAMLFileError] = []
    let members = node.members(collecting: &faults)
    if let fault = faults.first { throw CatalogueError(fault) }
    return members
  }

  private func isPlural(_ node: YAMLNode) throws(CatalogueError) -> Bool {
    PluralMessage.isPlural(keys: try members(of: node).map(\.name))
  }

  private func message(_ node: YAMLNode) throws(CatalogueError) -> MessageFormat {
    let forms = node.isMapping ? try forms(node) : []
    do throws(MessageSyntaxError) {
      if let text = node.scalar { return try MessageFormat(text) }
      if node.isMapping { return try MessageFormat(forms: forms) }
    } catch {
      throw failure(node, .syntax(error))
    }
    throw failure(node, .notAMessage)
  }

  private func forms(
    _ node: YAMLNode
  ) throws(CatalogueError) -> [(key: String, text: String)] {
    var forms: [(key: String, text: String)] = []
    for member in try members(of: node) {
      guard let text = member.value.scalar else {
        throw failure(member.value, .notAMessage, key: node.key)
      }
      forms.append((member.name, text))
    }
    return forms
  }

  private func failure(
    _ node: YAMLNode, _ reason: CatalogueError.Reason, key: String? = nil
  ) -> CatalogueError {
    var error = CatalogueError(node.error(.repeatedKey))
    error.reason = reason
    error.key = key ?? error.key
    return error
  }
}

extension CatalogueError {
  fileprivate init(_ error: YAMLFileError) {
    let reason: Reason =
      switch error.reason {
      case .notYAML(let words): .notYAML(words)
      case .anchor: .anchor
      case .tooDeep: .tooDeep
      case .tooLarge: .tooLarge
      case .repeatedKey: .repeatedKey
      default: .notAMessage
      }
    self.init(
      file: error.file, line: error.line > 0 ? error.line : nil,
      column: error.line > 0 ? error.column : nil, key: error.key.isEmpty ? nil : error.key,
      reason: reason)
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
    /// No document uses the key; `known` are those of its group, or the groups if that is empty.
    case unknownKey(nearest: String?, group: String, known: [String])
    /// The text is empty, and the English one is not.
    case empty
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
}
