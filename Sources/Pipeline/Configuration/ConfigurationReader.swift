package import Exports

/// All that is wrong in a configuration file.
package struct ConfigurationError: Error, Equatable, Sendable {
  /// In the order of the file; never empty.
  package var faults: [YAMLFileError]
}

/// Reads values of a configuration file, and goes on after a fault, so that all are found at once.
struct ConfigurationReader {
  private(set) var faults: [YAMLFileError] = []
  /// Of the outputs read so far.
  var places: OutputPlaces

  init(places: OutputPlaces) { self.places = places }

  /// A mapping whose keys are known; without those that are at fault.
  mutating func section(_ node: YAMLNode, _ keys: [ConfigurationKey]) -> YAMLSection {
    let section = node.section(keys.map(\.name), collecting: &faults)
    // The mapping itself is at fault where it is none: then nothing is missing in it.
    for key in keys where key.need == .required && node.isMapping {
      do { _ = try section.required(key.name) } catch { faults.append(error) }
    }
    return section
  }

  /// A value, nil where it is at fault or not there.
  ///
  ///     reader.value(section["logo"], as: YAMLNode.text)
  mutating func value<Value>(
    _ node: YAMLNode?, as read: (YAMLNode) -> () throws(YAMLFileError) -> Value
  ) -> Value? {
    value(node) { node throws(YAMLFileError) in try read(node)() }
  }

  /// As `value(_:as:)`, read by a function of the node.
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

  /// Puts a value in the place of a standard, which stays where it is at fault or not there.
  mutating func replace<Value>(
    _ standard: inout Value, by node: YAMLNode?,
    as read: (YAMLNode) -> () throws(YAMLFileError) -> Value
  ) {
    if let value = value(node, as: read) { standard = value }
  }

  /// The elements of a list, without those that are at fault; a value alone is a list of one.
  mutating func list<Element>(
    _ node: YAMLNode?, as read: (YAMLNode) -> () throws(YAMLFileError) -> Element
  ) -> [Element] {
    (node?.list() ?? []).compactMap { value($0, as: read) }
  }

  /// The members of a mapping whose names are the writer's own.
  mutating func members(_ node: YAMLNode?) -> [YAMLMember] {
    node?.members(collecting: &faults) ?? []
  }

  mutating func report(_ fault: YAMLFileError) { faults.append(fault) }

  /// Throws where anything is at fault.
  func finish() throws(ConfigurationError) {
    if faults.isEmpty { return }
    throw ConfigurationError(
      faults: faults.enumerated().sorted {
        ($0.element.line, $0.element.column, $0.offset)
          < ($1.element.line, $1.element.column, $1.offset)
      }.map(\.element))
  }
}
