internal import Exports
internal import YAML

/// The locations of all outputs: two outputs at one location would overwrite each other's files.
struct OutputPlaces {
  private let presentFolder: String
  /// The key of the output at each location.
  private var owners: [[[UInt8]]: String] = [:]

  /// - Parameter presentFolder: the folder to which relative paths refer; empty if unknown.
  init(presentFolder: String) { self.presentFolder = presentFolder }

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
    let whole = isAbsolute || presentFolder.isEmpty ? path : presentFolder + "/" + path
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
    guard let owner = places.claim(path, for: key) else { return true }
    report(node.error(.malformed(path, expected: "a path of its own: \(owner) uses it")))
    return false
  }
}
