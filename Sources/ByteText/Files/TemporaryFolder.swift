import Glibc

/// A folder of our own, removed with this value, the files in it too.
package final class TemporaryFolder: Sendable {
  package let path: String

  /// A new one in `folder`.
  package init(in folder: String) throws(SystemError) {
    var template = Array((folder + "/tidings-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw .last }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    removeFiles()
    rmdir(path)
  }

  /// Removes the files that are in it.
  package func removeFiles() {
    guard let folder = opendir(path) else { return }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      unlink(path + "/" + name)
    }
  }
}
