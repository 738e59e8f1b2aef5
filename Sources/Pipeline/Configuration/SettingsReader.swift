package import ByteText
package import Notifications
package import Recipients
package import YAML

/// Reads settings by their rows. It goes on after a fault, so that all faults are found at once.
package struct SettingsReader {
  var faults: [Fault] = []
  /// The folder to which paths are relative.
  let folder: ConfigurationFolder
  /// The locations of the outputs read so far.
  private var locations: OutputLocations?

  /// A reader of the command line, whose paths are relative to the current folder.
  package init() { folder = ConfigurationFolder(of: "") }

  init(folder: ConfigurationFolder, locations: OutputLocations) {
    (self.folder, self.locations) = (folder, locations)
  }

  /// Reads a mapping's values into what they describe; returns the mapping, whose values may be at
  /// fault.
  @discardableResult
  mutating func read<Whole>(
    _ node: YAMLNode, _ rows: [Setting<Whole>], into whole: inout Whole
  ) -> YAMLSection {
    let section = node.section(rows.map(\.key.name), collecting: &faults)
    for row in rows {
      do throws(Fault) {
        if let value = section[row.key.name] {
          try row.read(value, &whole, &self)
        } else if row.key.need == .required, node.isMapping {
          // If the node is not a mapping, that is the fault; then no key is missing.
          throw node.missing(row.key.name, example: Settings.exampleCommand)
        }
      } catch {
        faults.append(error)
      }
    }
    return section
  }

  /// Reads what the command line gives of the rows, by the names of the options.
  package mutating func read<Whole>(
    _ given: [String: [String]], _ rows: [Setting<Whole>], into whole: inout Whole
  ) {
    for row in rows {
      guard let name = row.key.optionName, let texts = given[name] else { continue }
      let (words, isArgument) = (row.key.type, row.key.flag.kind == .argument)
      let shown = isArgument ? name : row.key.flag.short.map { "-\($0)" } ?? "--" + name
      do throws(Fault) {
        if !isArgument, !words.takesEmpty, texts.contains("") {
          throw YAMLNode([], isList: true, key: shown).empty
        }
        let parts =
          words.isSplit
          ? texts.flatMap { $0.split(separator: ",").map { $0.filter { $0 != " " } } } : texts
        try row.read(YAMLNode(parts, isList: words.isList, key: shown), &whole, &self)
      } catch { faults.append(error) }
    }
  }

  mutating func report(_ fault: Fault) { faults.append(fault) }

  /// Throws if an earlier output has the location.
  mutating func claim(_ path: String, for key: String, at node: YAMLNode) throws(Fault) {
    guard let owner = locations?.claim(path, for: key) else { return }
    throw node.malformed(path, expected: "a path of its own: \(owner) uses it")
  }

  /// Throws all faults, in file order, as one.
  package func finish() throws(Fault) {
    func place(_ fault: (offset: Int, element: Fault)) -> (Int, Int, Int) {
      (fault.element.place?.line ?? 0, fault.element.place?.column ?? 0, fault.offset)
    }
    let sorted = faults.enumerated().sorted { place($0) < place($1) }
    if let fault = Fault.joined(sorted.map(\.element)) { throw fault }
  }

  /// When mail is due, by a stream's words; faults are reported at the values that hold them.
  ///
  /// - Parameter refusesUnused: whether a word that says nothing of the frequency is a fault.
  package mutating func rhythm(
    _ words: RhythmWords, refusesUnused: Bool = false, at place: (RhythmWords.Field) -> YAMLNode?
  ) -> Rhythm {
    var words = words
    while true {
      do throws(Fault) { return try words.rhythm(refusesUnused: refusesUnused) } catch {
        guard let field = error.field.flatMap(RhythmWords.Field.init), let node = place(field)
        else { return Rhythm() }
        report(node.fault(error))
        // The other fields may be faulty too.
        words.forget(field)
      }
    }
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

  /// A pattern of paths; in the folder's own path no sign is one of a pattern.
  func pattern(_ written: String) -> String {
    written.utf8.first == UInt8(ascii: "/") ? written : FilePattern.quoted(prefix) + written
  }

  func path(_ node: YAMLNode) throws(Fault) -> String {
    let text = try node.text()
    if text.isEmpty { throw node.malformed("an empty text", expected: "a path") }
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
