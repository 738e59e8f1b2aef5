internal import Exports
internal import YAML

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
