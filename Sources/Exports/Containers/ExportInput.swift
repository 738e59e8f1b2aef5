import ByteText

/// The source of an export.
package enum ExportInput: Hashable, Sendable {
  /// A file's path, as the user gave it.
  case file(String)
  case standardInput

  /// The name in reports: the path, or `-`.
  package var name: String { if case .file(let path) = self { path } else { "-" } }
}

/// The container of an export, detected by its first bytes and never by its name alone.
package enum ContainerFormat: String, Sendable {
  case json, csv, sqlite

  /// The kinds of first bytes.
  enum Beginning { case text, utf16, gzip, sqlite }

  /// The number of bytes that detection needs.
  static let signatureLength = 16

  static func beginning(of bytes: some Collection<UInt8>) -> Beginning {
    if bytes.starts(with: [0x1F, 0x8B]) { return .gzip }
    if bytes.starts(with: DatabaseFile.magic) { return .sqlite }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return .utf16 }
    // JSON begins with an ASCII character: a zero byte beside it is UTF-16's (RFC 4627 section 3).
    let first = Array(bytes.prefix(2))
    return first.count == 2 && (first[0] == 0) != (first[1] == 0) ? .utf16 : .text
  }
}

struct FileCheck: Sendable {
  let name: String
  /// Nil for standard input and pipes, which cannot change.
  let path: String?
  let state: FileState?
  /// Whether it was read whole when it was opened, as a database is: it may change since.
  var wasReadWhole = false

  func checkUnchanged() throws(Fault) {
    guard let path, let state, !wasReadWhole else { return }
    guard (try? FileState(path: path)) == state else { throw .changed(name) }
  }
}
