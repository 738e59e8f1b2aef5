package import YAML

/// All faults of a configuration file.
package struct ConfigurationError: Error, Equatable, Sendable {
  /// In file order; never empty.
  package var faults: [YAMLFileError]
}

/// Reads values of a configuration file. It goes on after a fault, so that all faults are found at
/// once.
struct ConfigurationReader {
  private(set) var faults: [YAMLFileError] = []
  /// The locations of the outputs read so far.
  var places: OutputPlaces

  init(places: OutputPlaces) { self.places = places }

  /// The valid members of a mapping with known keys.
  mutating func section(_ node: YAMLNode, _ keys: [ConfigurationKey]) -> YAMLSection {
    let section = node.section(keys.map(\.name), collecting: &faults)
    // If the node is not a mapping, that is the fault; then no key is missing.
    for key in keys where key.need == .required && node.isMapping {
      do { _ = try section.required(key.name) } catch { faults.append(error) }
    }
    return section
  }

  /// The value of a node; nil if it is faulty or missing.
  ///
  ///     reader.value(section["logo"], as: YAMLNode.text)
  mutating func value<Value>(
    _ node: YAMLNode?, as read: (YAMLNode) -> () throws(YAMLFileError) -> Value
  ) -> Value? {
    value(node) { node throws(YAMLFileError) in try read(node)() }
  }

  /// Like `value(_:as:)`, with a function that takes the node.
  mutating func value<Value>(
    _ node: YAMLNode?, _ read: (YAMLNode) throws(YAMLFileError) -> Value
  ) -> Value? {
    guard let node else { return nil }
    do {
      return try read(node)
    } catch {
      faults.append(error)
      return nil
    }
  }

  /// Replaces a default by the node's value; keeps it if the node is faulty or missing.
  mutating func replace<Value>(
    _ standard: inout Value, by node: YAMLNode?,
    as read: (YAMLNode) -> () throws(YAMLFileError) -> Value
  ) {
    if let value = value(node, as: read) { standard = value }
  }

  /// The valid elements of a list; a single value counts as a list of one.
  mutating func list<Element>(
    _ node: YAMLNode?, as read: (YAMLNode) -> () throws(YAMLFileError) -> Element
  ) -> [Element] {
    (node?.list() ?? []).compactMap { value($0, as: read) }
  }

  /// The members of a mapping whose names the user chooses.
  mutating func members(_ node: YAMLNode?) -> [YAMLMember] {
    node?.members(collecting: &faults) ?? []
  }

  mutating func report(_ fault: YAMLFileError) { faults.append(fault) }

  /// Throws if anything is faulty.
  func finish() throws(ConfigurationError) {
    if faults.isEmpty { return }
    throw ConfigurationError(
      faults: faults.enumerated().sorted {
        ($0.element.line, $0.element.column, $0.offset)
          < ($1.element.line, $1.element.column, $1.offset)
      }.map(\.element))
  }
}
