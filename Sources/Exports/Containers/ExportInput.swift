/// Where an export is read from.
package enum ExportInput: Hashable, Sendable {
  /// A file's path, as the user gave it.
  case file(String)
  case standardInput

  /// The name in reports: the path, or `-`.
  package var name: String {
    switch self {
    case .file(let path): path
    case .standardInput: "-"
    }
  }
}

/// How an export is written; told by its first bytes, never by its name alone.
package enum ContainerFormat: String, Sendable {
  case json, sqlite

  /// What a container begins with.
  enum Beginning {
    case text, utf16, gzip, sqlite
  }

  /// How many bytes tell it.
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
