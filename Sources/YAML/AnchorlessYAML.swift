import Yams

/// Reads YAML so that anchors and aliases cannot do anything, wherever they stand.
///
/// The reader never sees `&` and `*`: noncharacters, which Unicode leaves to such internal uses
/// (section 23.7), stand for them, and plain words that begin with one are an anchor or an alias (YAML
/// 1.2.2 section 7.3.3: plain words begin with neither sign). All other texts get their signs back.
/// So nothing depends on telling quotes, comments and blocks as the reader tells them.
enum AnchorlessYAML {
  enum Fault: Error {
    /// The first anchor or alias, from 1, the column in characters.
    case anchor(line: Int, column: Int)
    /// The reader's own error, with its names as they are written.
    case yaml(YamlError)
    /// What the reader cannot read at all, in words.
    case unreadable(String)
  }

  private static let stands: [(sign: UInt8, stand: [UInt8])] = [
    (UInt8(ascii: "&"), Array("\u{10FFFE}".utf8)), (UInt8(ascii: "*"), Array("\u{10FFFF}".utf8)),
  ]

  /// The roots of the documents of a text, the first `limit` of them.
  static func documents(of text: String, limit: Int) throws(Fault) -> [Node] {
    let bytes = Array(text.utf8)
    guard bytes.contains(where: { byte in stands.contains { $0.sign == byte } }) else {
      return try compose(text, limit: limit)
    }
    guard !text.unicodeScalars.contains(where: isStand) else {
      throw .unreadable("the noncharacters U+10FFFE and U+10FFFF have no place in a text")
    }
    let roots = try compose(substituted(bytes), limit: limit)
    var restored: [Node] = []
    for root in roots { restored.append(try restore(root)) }
    return restored
  }

  private static func compose(_ text: String, limit: Int) throws(Fault) -> [Node] {
    do {
      // The basic resolver: the other one asks several regular expressions of every key.
      let parser = try Parser(yaml: text, resolver: .basic)
      var roots: [Node] = []
      while roots.count < limit, let root = try parser.nextRoot() { roots.append(root) }
      return roots
    } catch YamlError.duplicatedKeysInMapping(let names, let context) {
      throw .yaml(.duplicatedKeysInMapping(duplicates: names.map(restored), context: context))
    } catch let error as YamlError {
      // The reader's words for damaged bytes repeat the text.
      if case .reader = error { throw .unreadable(restored(error.description)) }
      throw .yaml(error)
    } catch {
      throw .unreadable(String(describing: error))
    }
  }

  private static func isStand(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= 0x10FFFE }

  private static func substituted(_ bytes: [UInt8]) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      if let stand = stands.first(where: { $0.sign == byte })?.stand {
        output += stand
      } else {
        output.append(byte)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func restored(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isStand) else { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      scalars.append(isStand(scalar) ? (scalar.value == 0x10FFFE ? "&" : "*") : scalar)
    }
    return String(scalars)
  }

  /// The node with its signs. The reader goes no deeper than a thousand levels of each kind.
  private static func restore(_ node: Node) throws(Fault) -> Node {
    switch node {
    case .scalar(var scalar):
      if scalar.style == .plain, let first = scalar.string.unicodeScalars.first, isStand(first) {
        throw .anchor(line: scalar.mark?.line ?? 1, column: scalar.mark?.column ?? 1)
      }
      // Setting the text takes the tag away, by which words in quotes are told.
      let tag = scalar.tag
      scalar.string = restored(scalar.string)
      scalar.tag = tag
      return .scalar(scalar)
    case .sequence(let sequence):
      var nodes: [Node] = []
      for node in sequence { nodes.append(try restore(node)) }
      return .sequence(Node.Sequence(nodes, sequence.tag, sequence.style, sequence.mark))
    case .mapping(let mapping):
      var pairs: [(Node, Node)] = []
      for (key, value) in mapping { pairs.append((try restore(key), try restore(value))) }
      return .mapping(Node.Mapping(pairs, mapping.tag, mapping.style, mapping.mark))
    case .alias: return node
    }
  }
}
