internal import Exports

/// Whose each place of an output is: two outputs at one place would take each other's files away.
struct OutputPlaces {
  private let presentFolder: String
  /// By place, the key of the output.
  private var owners: [[[UInt8]]: String] = [:]

  /// - Parameter presentFolder: where relative paths begin; empty where that is not known.
  init(presentFolder: String) { self.presentFolder = presentFolder }

  /// Gives a place to the output of a key; answers whose it is already.
  mutating func claim(_ path: String, for key: String) -> String? {
    let place = place(of: path)
    if let owner = owners[place] { return owner }
    owners[place] = key
    return nil
  }

  /// The names on the way to a place, by their bytes; `q/../out/`, `./out` and `out` are one place.
  /// Symbolic links are not followed: outputs have to be no links.
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
        // Above the root is the root.
        place.removeLast()
      }
    }
    return place
  }
}

extension ConfigurationReader {
  /// The path of a folder or file that is written, which has to be its own; nil where it is at fault
  /// or not there.
  mutating func output(_ node: YAMLNode?, _ folder: ConfigurationFolder) -> String? {
    guard let node, let path = value(node, folder.path) else { return nil }
    claim(path, for: node.key, at: node)
    return path
  }

  /// Reports a fault at `node` where an output before has the place; answers whether it was free.
  @discardableResult
  mutating func claim(_ path: String, for key: String, at node: YAMLNode) -> Bool {
    guard let owner = places.claim(path, for: key) else { return true }
    report(node.error(.malformed(path, expected: "a place of its own: \(owner) has it")))
    return false
  }
}
