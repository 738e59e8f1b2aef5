import Foundation
import Glibc

/// What tells a file or folder from all others, by whatever path it is reached.
enum FileIdentity: Hashable {
  case existing(device: UInt, number: UInt)
  /// One that is not there yet: the folder that is, and the names below it in lower case, since a file
  /// system may take `A` and `a` for the same name.
  case new(device: UInt, number: UInt, names: [String])

  /// Nil for a path that leads nowhere.
  init?(_ path: String) {
    guard let place = ExistingPrefix(path) else { return nil }
    let (device, number) = (UInt(place.status.st_dev), UInt(place.status.st_ino))
    self =
      place.names.isEmpty
      ? .existing(device: device, number: number)
      : .new(device: device, number: number, names: place.names.map { $0.lowercased() })
  }

  /// Nil for a path at which there is nothing.
  init?(existing path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self = .existing(device: UInt(status.st_dev), number: UInt(status.st_ino))
  }

  /// Whether a path leads to something below a folder.
  static func lies(_ path: String, in folder: String) -> Bool {
    // `a/b/` and `a/b/.` are `a/b`; what `..` names is above.
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

/// The longest beginning of a path at which there is something, and the names that follow.
private struct ExistingPrefix {
  let path: String
  let status: stat
  var names: [String] = []

  init?(_ path: String) {
    let parts = path.split(separator: "/").map { String($0) }
    let base = path.hasPrefix("/") ? "/" : "./"
    for count in stride(from: parts.count, through: 0, by: -1) {
      let prefix = base + parts[..<count].joined(separator: "/")
      var status = stat()
      guard stat(prefix, &status) == 0 else { continue }
      self.path = prefix
      self.status = status
      for name in parts[count...] where name != "." {
        // Where nothing is, no link leads elsewhere.
        if name == "..", !names.isEmpty { names.removeLast() } else { names.append(name) }
      }
      return
    }
    return nil
  }
}
