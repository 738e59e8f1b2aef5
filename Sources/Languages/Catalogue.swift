package import ByteText
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

struct Catalogue: Sendable {
  struct Entry: Sendable {
    var message: MessageFormat
    var place: YAMLNode
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
  init(_ file: CatalogueFile) throws(Fault) {
    let tag = LanguageTag(file.tag)
    guard tag.text != "und" else {
      throw Fault(
        .usage, code: "bad-tag", of: file.name,
        "\(file.tag) is not a language tag such as de or pt-BR",
        advice: "name it after its language")
    }
    guard let text = String(validating: file.bytes, as: UTF8.self) else {
      throw Fault(
        .usage, code: "not-utf8", of: file.name, "it is not UTF-8", advice: "save it as UTF-8")
    }
    name = file.name
    self.tag = tag
    let roots = try YAMLFile.roots(of: text, file: file.name)
    if roots.count > 1 {
      throw roots[1].fault(
        "not-one-document", "another document begins here", advice: "put each in a file of its own")
    }
    if let root = roots.first { try addEntries(below: root) }
  }

  private mutating func addEntries(below node: YAMLNode) throws(Fault) {
    for member in try node.placedMembers() {
      if member.value.isMapping, try !member.value.isPlural() {
        try addEntries(below: member.value)
        continue
      }
      let entry = Entry(message: try member.value.message(), place: member.place)
      guard entries.updateValue(entry, forKey: member.place.key) == nil else {
        throw member.place.repeatedKey
      }
    }
  }
}

extension YAMLNode {
  fileprivate func isPlural() throws(Fault) -> Bool {
    PluralMessage.isPlural(keys: try members().map(\.name))
  }

  /// A message as a text or a map of plural forms.
  package func message() throws(Fault) -> MessageFormat {
    var forms: [(key: String, text: String)] = []
    for (form, node) in isMapping ? try members() : [] {
      guard let text = node.scalar else { throw node.noMessage }
      forms.append((form, text))
    }
    do throws(Fault) {
      if isMapping { return try MessageFormat(forms: forms) }
      if let scalar { return try MessageFormat(scalar) }
    } catch { throw fault(error) }
    throw noMessage
  }

  private var noMessage: Fault { wrongType(expected: "a text or a map of plural forms") }
}
