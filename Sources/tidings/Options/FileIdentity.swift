import ByteText
import Foundation
import Glibc

/// The identity of a file or folder, whichever path leads to it.
enum FileIdentity: Hashable {
  case existing(device: UInt64, number: UInt64)
  /// A file that does not exist yet: its nearest existing folder and the names below it, in
  /// lowercase because some file systems ignore case.
  case new(device: UInt64, number: UInt64, names: [String])

  /// Nil if no part of the path exists.
  init?(_ path: String) {
    guard let place = ExistingPrefix(path) else { return nil }
    let (device, number) = (place.state.device, place.state.inode)
    self =
      place.names.isEmpty
      ? .existing(device: device, number: number)
      : .new(device: device, number: number, names: place.names.map { $0.lowercased() })
  }

  /// Nil if nothing exists at the path.
  init?(existing path: String) {
    guard let state = try? FileState(path: path) else { return nil }
    self = .existing(device: state.device, number: state.inode)
  }

  /// Whether a path leads to something inside a folder.
  static func lies(_ path: String, in folder: String) -> Bool {
    // `a/b/` and `a/b/.` mean `a/b`; a final `..` means the folder above.
    var names = path.split(separator: "/").filter { $0 != "." }
    let goesUp = names.last == ".."
    if goesUp { names.append("..") } else if !names.isEmpty { names.removeLast() }
    let isHere = names.isEmpty && !goesUp && !path.split(separator: "/").contains { $0 != "." }
    if isHere, !path.hasPrefix("/") { names = [".."] }
    let text = (path.hasPrefix("/") ? "/" : "./") + names.joined(separator: "/")
    guard let wanted = FileIdentity(folder), let place = ExistingPrefix(text),
      let real = realpath(place.path, nil)
    else { return false }
    defer { free(real) }
    var above = ([String(cString: real)] + place.names).joined(separator: "/")
    while true {
      if FileIdentity(above) == wanted { return true }
      guard above != "/", let slash = above.lastIndex(of: "/") else { return false }
      above = slash == above.startIndex ? "/" : String(above[..<slash])
    }
  }
}

/// The longest prefix of a path that exists, and the names after it.
private struct ExistingPrefix {
  let path: String
  let state: FileState
  var names: [String] = []

  init?(_ path: String) {
    let parts = path.split(separator: "/").map { String($0) }
    let base = path.hasPrefix("/") ? "/" : "./"
    for count in stride(from: parts.count, through: 0, by: -1) {
      let prefix = base + parts[..<count].joined(separator: "/")
      guard let state = try? FileState(path: prefix) else { continue }
      self.path = prefix
      self.state = state
      for name in parts[count...] where name != "." {
        // Below a missing folder there are no links to follow.
        if name == "..", !names.isEmpty { names.removeLast() } else { names.append(name) }
      }
      return
    }
    return nil
  }
}
