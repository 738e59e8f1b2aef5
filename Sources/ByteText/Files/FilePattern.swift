import Glibc

/// A pattern of files' paths, as shells have it: `exports/feed-*.json`.
package enum FilePattern {
  /// Whether a text has a sign of a pattern.
  package static func isOne(_ text: String) -> Bool {
    text.utf8.contains { "*?[".utf8.contains($0) }
  }

  /// The path as a pattern that nothing else matches.
  package static func quoted(_ path: String) -> String {
    path.reduce(into: "") { $0 += ("*?[]\\".contains($1) ? "\\" : "") + String($1) }
  }

  /// The files of a folder, but not those below it; nil if it has none, or the path leads to no folder.
  /// What lies beside a database is part of that, a file that is being written is not there yet, and
  /// Spark's mark of a job that succeeded holds nothing.
  package static func contents(of path: String) -> [String]? {
    let found = isFolder(path) ? paths(quoted(path) + "/*") : []
    let files = found.filter { file in
      !passedOver.contains { file.hasSuffix($0) } && !isFolder(file)
    }
    return files.isEmpty ? nil : files
  }

  /// The folders in a folder, those that are not hidden, that have files.
  package static func folders(in path: String) -> [String] {
    paths(quoted(path) + "/*").filter { isFolder($0) && contents(of: $0) != nil }
  }

  private static func isFolder(_ path: String) -> Bool {
    (try? FileState(path: path))?.kind == .folder
  }

  private static let passedOver = ["-wal", "-shm", "-journal", ".tmp", ".part", "~", "/_SUCCESS"]

  /// The paths that match, in the order of their bytes; empty if none does or a folder cannot be read.
  package static func paths(_ pattern: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(pattern, 0, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
