import ByteText
import Profiles

/// The paths of records that a profile does not use: a tree of names, bounded in nodes and bytes.
package struct UnusedPaths: Sendable {
  /// A path that no part of the profile uses.
  package struct Path: Equatable, Sendable {
    package var text: String
    /// The number of records that have it.
    package var records: Int
    /// The first value that is not null, as written, truncated.
    package var sample: String
  }

  /// Whether there were more paths than `limit`.
  package private(set) var isCut = false
  private var nodes: [Node] = [Node(name: [], use: .above)]

  /// The number of nodes that are kept.
  static let limit = 400
  private static let longestName = 200
  private static let longestSample = 160

  private enum Use {
    /// The profile uses it or a path around it.
    case used
    /// The profile uses a path inside it.
    case above
    case unused
  }

  private struct Node {
    let name: [UInt8]
    let use: Use
    var inside: [FieldPath] = []
    var children: [Int] = []
    var records = 0
    var sample: [UInt8] = []
  }

  /// In the order in which they appeared.
  package var paths: [Path] {
    var paths: [Path] = []
    func collect(_ index: Int, _ prefix: String) {
      for child in nodes[index].children {
        let node = nodes[child]
        let name = node.name.withUnsafeBytes(JSONEscape.unescaped)
        let path = prefix.isEmpty ? name : prefix + "." + name
        if node.records > 0 {
          paths.append(
            Path(
              text: path, records: node.records,
              sample: String(decoding: node.sample, as: UTF8.self)))
        }
        collect(child, path)
      }
    }
    collect(0, "")
    return paths
  }

  /// Adds the members of a record.
  ///
  /// - Parameter used: the paths that the profile uses, the same for each record.
  mutating func add(_ record: UnsafeRawBufferPointer, used: [FieldPath]) {
    guard let object = JSONText(record) else { return }
    if nodes[0].inside.isEmpty { nodes[0].inside = used }
    addMembers(of: object, at: 0, depth: 0)
  }

  private mutating func addMembers(of object: JSONText, at index: Int, depth: Int) {
    for (name, value) in object.parts {
      guard let child = child(of: index, named: name, depth: depth) else { continue }
      switch nodes[child].use {
      case .used: continue
      case .above, .unused:
        if value.kind == .object, depth + 1 < Self.deepest, value.first != nil {
          addMembers(of: value, at: child, depth: depth + 1)
        } else if nodes[child].use == .above, depth + 1 < Self.deepest, value.kind == .string,
          addText(value, at: child, depth: depth + 1)
        {
          continue
        } else if nodes[child].use == .unused || value.kind != .null {
          count(value, at: child)
        }
      }
    }
  }

  private static let deepest = 4

  /// Adds the members of the object in a text; returns false if there is none.
  private mutating func addText(_ text: JSONText, at index: Int, depth: Int) -> Bool {
    guard let inside = text.text, inside.utf8.first == UInt8(ascii: "{") else { return false }
    return inside.withRawBytes { bytes in
      guard let object = JSONText(bytes) else { return false }
      addMembers(of: object, at: index, depth: depth)
      return true
    }
  }

  private mutating func count(_ value: JSONText, at index: Int) {
    nodes[index].records += 1
    if nodes[index].sample.isEmpty, value.kind != .null {
      nodes[index].sample = Array(value.bytes.prefix(Self.longestSample))
    }
  }

  private mutating func child(
    of index: Int, named name: UnsafeRawBufferPointer, depth: Int
  ) -> Int? {
    for child in nodes[index].children
    where nodes[child].name.withUnsafeBytes({ $0.isEqual(to: name) }) { return child }
    let inside = nodes[index].inside.filter {
      $0.segments.count > depth && FieldNames.match(name, $0.segments[depth].utf8)
    }
    let isUsed = inside.contains { $0.segments.count == depth + 1 }
    return append(
      Node(
        name: Array(name.prefix(Self.longestName + 1)),
        use: isUsed ? .used : inside.isEmpty ? .unused : .above, inside: inside),
      to: index)
  }

  private mutating func append(_ node: Node, to index: Int) -> Int? {
    guard nodes.count < Self.limit, node.name.count <= Self.longestName else {
      isCut = true
      return nil
    }
    nodes.append(node)
    nodes[index].children.append(nodes.count - 1)
    return nodes.count - 1
  }

  mutating func add(_ other: UnusedPaths) {
    if other.isCut { isCut = true }
    add(other, from: 0, to: 0)
  }

  private mutating func add(_ other: UnusedPaths, from source: Int, to target: Int) {
    for child in other.nodes[source].children {
      let node = other.nodes[child]
      var new = node
      (new.children, new.records) = ([], 0)
      let known = nodes[target].children.first { nodes[$0].name == node.name }
      guard let found = known ?? append(new, to: target) else { continue }
      nodes[found].records += node.records
      if nodes[found].sample.isEmpty { nodes[found].sample = node.sample }
      add(other, from: child, to: found)
    }
  }
}
