/// A YAML document that a person wrote, such as a profile, before it is understood.
package enum YAMLFile {
  /// Room for anything a person writes.
  static let byteLimit = 1 << 20

  /// The root of the one document that `source` holds; `file` is the name that errors give.
  package static func root(of source: String, file: String) throws(YAMLFileError) -> YAMLNode {
    let roots = try roots(of: source, file: file)
    guard roots.count == 1 else {
      throw YAMLFileError(file: file, line: 1, column: 1, key: "", reason: .notOneDocument)
    }
    return roots[0]
  }

  /// The roots of the documents that `source` holds, two at most.
  package static func roots(of source: String, file: String) throws(YAMLFileError) -> [YAMLNode] {
    if source.utf8.count > byteLimit {
      throw YAMLFileError(
        file: file, line: 0, column: 0, key: "", reason: .tooLarge(limit: byteLimit))
    }
    return try YAMLParser.roots(of: source, file: file, limit: 2).map {
      YAMLNode(node: $0, key: "", file: file)
    }
  }
}
