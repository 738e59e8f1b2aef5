import ByteText
import Glibc

/// A path as its open folder and the name in it.
struct FileLocation: ~Copyable {
  let folder: Folder
  let name: String

  init(_ path: String) throws(Fault) {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    name = slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path
    guard Folder.isName(name) else { throw .failed(.createFile, path, code: EINVAL) }
    folder = try Folder(pathOfOthers: parent(of: path))
  }
}
