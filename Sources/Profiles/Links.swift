package import ByteText
import Languages
package import Notifications
import YAML

/// The address of a notification: the first rule that applies and whose values are all present.
package struct LinkRule: Sendable {
  /// Empty means every type.
  package var types: Set<TypeKey>
  package var conditions: [ValueCondition]
  package var url: URLTemplate
}

/// Something the recipient can do. It is shown if it has an address, and if the record lists its
/// key in a field that the profile names.
package struct ActionRule: Sendable {
  package var key: String
  package var label: LocalizedText
  package var links: [LinkRule]
}

/// Turns an address of one form into one of another: an API's into its web page.
package struct URLRewrite: Sendable {
  /// Each `{name}` stands for the text between two slashes, or up to the end.
  package var from: URLTemplate
  package var to: URLTemplate

  /// The rewritten address; nil if it does not match `from`.
  package func rewritten(_ address: String) -> String? {
    var rest = address.utf8[...]
    var values: [String: String] = [:]
    for (index, piece) in from.pieces.enumerated() {
      switch piece {
      case .literal(let text):
        guard rest.starts(with: text.utf8) else { return nil }
        rest = rest.dropFirst(text.utf8.count)
      case .value(let name):
        var next: UInt8?
        if case .literal(let text)? = from.pieces.dropFirst(index + 1).first {
          next = text.utf8.first
        }
        let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == next } ?? rest.endIndex
        guard end > rest.startIndex else { return nil }
        values[name] = String(decoding: rest[..<end], as: UTF8.self)
        rest = rest[end...]
      }
    }
    return rest.isEmpty ? to.joined { values[$0] } : nil
  }
}

/// How a record's list of thumbnails is read.
package struct ThumbnailRule: Equatable, Sendable {
  /// The list.
  package var items: FieldPath
  /// The address in an element that is an object; any other element is the address.
  package var url: String
  /// The kind in an element that is an object.
  package var kind: String?
  /// The kind by its word; any other word means a photo.
  package var kinds: [String: Thumbnail.Kind]
  /// The kind of an item that comes alone and without any; nil if that tells nothing.
  package var without: Thumbnail.Kind?
}

/// An address or another text with placeholders: `/rooms/{roomId}`.
package struct URLTemplate: Equatable, Sendable {
  package enum Piece: Equatable, Sendable {
    case literal(String)
    case value(name: String)
  }

  package let pieces: [Piece]

  /// Reads the common message syntax; a literal brace is doubled.
  package init(_ source: String) throws(Fault) {
    pieces = try MessagePattern(source).pieces.map {
      switch $0 {
      case .literal(let bytes): .literal(String(decoding: bytes, as: UTF8.self))
      case .argument(let name): .value(name: name)
      }
    }
  }

  /// The names between braces, in order.
  package var names: [String] {
    pieces.compactMap { if case .value(let name) = $0 { name } else { nil } }
  }

  /// The address with its values percent-encoded; nil if one is missing or empty.
  ///
  /// A value that begins the address is an address itself and stays as it is:
  /// `{page}/pull/{number}`.
  package func filled(_ value: (String) -> String?) -> String? {
    let base: String? = if case .value(let name)? = pieces.first { name } else { nil }
    return joined { name in
      name == base ? value(name) : value(name).map(PercentEncoding.component)
    }
  }

  /// The address with values that are already encoded.
  func joined(_ value: (String) -> String?) -> String? {
    var address = ""
    for piece in pieces {
      switch piece {
      case .literal(let text): address += text
      case .value(let name):
        guard let text = value(name), !text.isEmpty else { return nil }
        address += text
      }
    }
    return address
  }
}

extension YAMLNode {
  func template() throws(Fault) -> URLTemplate {
    let text = try text()
    do { return try URLTemplate(text) } catch { throw self.fault(error) }
  }

  /// A template whose names are checked.
  func template(_ names: [String]) throws(Fault) -> URLTemplate {
    let template = try template()
    for name in template.names { try check(name, among: names) }
    return template
  }

  /// A template over the profile's values, none of which its types keep out of mails.
  ///
  /// - Parameter types: those it is for; empty for all.
  private func template(_ names: ProfileNames, for types: Set<TypeKey>) throws(Fault) -> URLTemplate
  {
    let template = try template()
    for name in template.names { _ = try paths(named: name, names) }
    let isRedacted =
      types.isEmpty ? !names.redactedTypes.isEmpty : !types.isDisjoint(with: names.redactedTypes)
    let text = template.names.first { [Field.title.rawValue, Field.body.rawValue].contains($0) }
    guard isRedacted, let text else { return template }
    throw fault(
      "redacted-text", "\(key) has {\(text)}, which redact keeps out of mails",
      advice: "name another value, such as {id}, or give the rule types that are not redacted")
  }

  /// A template, a rule, or a list of these in the order of trial.
  func links(_ names: ProfileNames) throws(Fault) -> [LinkRule] {
    try list().map { (node) throws(Fault) in try node.link(names) }
  }

  private func link(_ names: ProfileNames) throws(Fault) -> LinkRule {
    guard isMapping else {
      return LinkRule(types: [], conditions: [], url: try template(names, for: []))
    }
    let section = try section(ProfileSchema.link)
    let types = try section["types"]?.typeKeys(names) ?? []
    return LinkRule(
      types: types, conditions: try section["when"]?.conditions(names) ?? [],
      url: try section.required("url").template(names, for: types))
  }

  /// A map from names to a word or a list of words.
  func conditions(_ names: ProfileNames) throws(Fault) -> [ValueCondition] {
    try placedMembers().map { (member) throws(Fault) in
      ValueCondition(
        paths: try member.place.paths(named: member.name, names), words: try member.value.texts())
    }
  }

  /// The paths of a name that a text uses: a value's, a field's, or the path that it is itself.
  func paths(named name: String, _ names: ProfileNames) throws(Fault) -> [FieldPath] {
    if let known = names.paths[name] { return known }
    guard FieldPath.isPath(name) else { throw unknownName(name, allowed: names.values) }
    do { return [try FieldPath(name, outside: names.outside)] } catch { throw fault(error) }
  }

  /// Labels and the rules of addresses, by key; an action without rules is never shown.
  func actions(_ names: ProfileNames) throws(Fault) -> [ActionRule] {
    try members().map { (key, node) throws(Fault) in
      let section = try node.section(ProfileSchema.action)
      return ActionRule(
        key: key, label: try section.required("label").label(),
        links: try section["url"]?.links(names) ?? [])
    }
  }

  func rewrites() throws(Fault) -> [URLRewrite] {
    try list().map { (node) throws(Fault) in
      let section = try node.section(ProfileSchema.rewrite)
      let from = try section.required("from").template()
      return URLRewrite(from: from, to: try section.required("to").template(from.names))
    }
  }
}
