internal import Notifications
internal import Recipients
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
  var locations: OutputLocations

  init(locations: OutputLocations) { self.locations = locations }

  /// The members of a mapping with known keys whose values are of the keys' types.
  mutating func section(_ node: YAMLNode, _ keys: [ConfigurationKey]) -> YAMLSection {
    var section = node.section(keys.map(\.name), collecting: &faults)
    for key in keys {
      do throws(YAMLFileError) {
        if let value = section[key.name] {
          try key.type.check(value)
        } else if key.need == .required && node.isMapping {
          // If the node is not a mapping, that is the fault; then no key is missing.
          throw section.missing(key.name)
        }
      } catch {
        faults.append(error)
        section.remove(key.name)
      }
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

  /// The word of a closed set; nil if it is none of them or missing.
  mutating func word<Word: RawRepresentable & CaseIterable>(
    _ node: YAMLNode?, of type: Word.Type
  ) -> Word? where Word.RawValue == String {
    value(node) { node throws(YAMLFileError) in try node.word(of: type) }
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

/// The folder of a configuration file, to which its paths are relative.
struct ConfigurationFolder: Sendable {
  /// Ends in a slash; empty for the current folder.
  private let prefix: String

  init(of file: String) {
    let bytes = Array(file.utf8)
    let end = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    prefix = String(decoding: bytes[..<end], as: UTF8.self)
  }

  func path(_ written: String) -> String {
    written.utf8.first == UInt8(ascii: "/") ? written : prefix + written
  }

  /// The path that a value names.
  func path(_ node: YAMLNode) throws(YAMLFileError) -> String {
    let text = try node.text()
    if text.isEmpty { throw node.error(.malformed("an empty text", expected: "a path")) }
    return path(text)
  }
}

/// The locations of all outputs: two outputs at one location would overwrite each other's files.
struct OutputLocations {
  private let currentFolder: String
  /// The key of the output at each location.
  private var owners: [[[UInt8]]: String] = [:]

  /// - Parameter currentFolder: the folder to which relative paths refer; empty if unknown.
  init(currentFolder: String) { self.currentFolder = currentFolder }

  /// Assigns a path to the output of a key; returns the key that already has it, if any.
  mutating func claim(_ path: String, for key: String) -> String? {
    let place = place(of: path)
    if let owner = owners[place] { return owner }
    owners[place] = key
    return nil
  }

  /// The names in a path, by their bytes; `q/../out/`, `./out` and `out` are the same location.
  /// Symbolic links are not followed: outputs must not be links.
  private func place(of path: String) -> [[UInt8]] {
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    let whole = isAbsolute || currentFolder.isEmpty ? path : currentFolder + "/" + path
    let hasRoot = whole.utf8.first == UInt8(ascii: "/")
    let (here, above) = (Array(".".utf8), Array("..".utf8))
    var place: [[UInt8]] = hasRoot ? [[]] : []
    for name in whole.utf8.split(separator: UInt8(ascii: "/")).map(Array.init) where name != here {
      if name != above || place.last == above || place.isEmpty {
        place.append(name)
      } else if place.last != [] {
        // The folder above the root is the root.
        place.removeLast()
      }
    }
    return place
  }
}

extension ConfigurationReader {
  /// The path of a folder or file to be written, which no other output may use; nil if the node is
  /// faulty or missing.
  mutating func output(_ node: YAMLNode?, _ folder: ConfigurationFolder) -> String? {
    guard let node, let path = value(node, folder.path) else { return nil }
    claim(path, for: node.key, at: node)
    return path
  }

  /// Reports a fault at `node` if an earlier output has the location; returns whether it was free.
  @discardableResult
  mutating func claim(_ path: String, for key: String, at node: YAMLNode) -> Bool {
    guard let owner = locations.claim(path, for: key) else { return true }
    report(node.error(.malformed(path, expected: "a path of its own: \(owner) uses it")))
    return false
  }
}

extension ConfigurationReader {
  /// When mail is due, by a stream's keys.
  mutating func rhythm(_ section: YAMLSection) -> Rhythm {
    var words = RhythmWords()
    words.frequency = value(section["frequency"], as: YAMLNode.text)
    words.days = texts(section["days"])
    words.day = value(section["day"], as: YAMLNode.text)
    words.hour = value(section["hour"], as: YAMLNode.text)
    words.hours = texts(section["hours"])
    words.urgent = value(section["urgent"], as: YAMLNode.text)
    words.pausedUntil = value(section["paused-until"], as: YAMLNode.text)
    while true {
      do throws(RhythmFault) {
        return try words.rhythm()
      } catch {
        guard let node = section[error.field.key] else { return Rhythm() }
        report(node.error(error.yamlReason))
        // The other fields may be faulty too.
        words.forget(error.field)
      }
    }
  }

  private mutating func texts(_ node: YAMLNode?) -> [String]? {
    node.map { list($0, as: YAMLNode.text) }
  }
}

extension RhythmWords.Field {
  /// The name of the key in a configuration file.
  package var key: String {
    switch self {
    case .frequency, .weekday, .days, .day, .hour, .hours, .urgent: rawValue
    case .pausedUntil: "paused-until"
    }
  }
}

extension RhythmWords {
  fileprivate mutating func forget(_ field: Field) {
    switch field {
    case .frequency: frequency = nil
    case .weekday: weekday = nil
    case .days: days = nil
    case .day: day = nil
    case .hour: hour = nil
    case .hours: hours = nil
    case .urgent: urgent = nil
    case .pausedUntil: pausedUntil = nil
    }
  }
}

extension RhythmFault {
  fileprivate var yamlReason: YAMLFileError.Reason {
    switch reason {
    case .unknownWord(let word, let allowed): .unknownWord(word, allowed: allowed)
    case .malformed(let text, let expected): .malformed(text, expected: expected)
    case .empty(let expected): .malformed(RhythmFault.emptyList, expected: expected)
    case .contradiction(let other): .contradiction(with: other.key)
    }
  }
}
