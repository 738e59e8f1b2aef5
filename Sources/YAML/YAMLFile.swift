package import ByteText

/// A YAML document that a person wrote, such as a profile, before it is understood.
package enum YAMLFile {
  /// Room for anything a person writes.
  static let byteLimit = 1 << 20

  /// The root of the one document that `source` holds; `file` is the name that errors give.
  package static func root(of source: String, file: String) throws(Fault) -> YAMLNode {
    let roots = try roots(of: source, file: file)
    guard roots.count == 1 else {
      let (what, advice) =
        roots.isEmpty
        ? ("it contains nothing", "write its keys, or restore it from a copy")
        : ("it must contain exactly one document", "put each in a file of its own")
      throw fault(
        "not-one-document", what, of: file, at: Fault.Place(line: 1, column: 1), advice: advice)
    }
    return roots[0]
  }

  /// The roots of the documents that `source` holds, two at most.
  package static func roots(of source: String, file: String) throws(Fault) -> [YAMLNode] {
    if source.utf8.count > byteLimit {
      throw fault(
        "too-large", "it has more than \(byteLimit) bytes", of: file,
        advice: "such a file is a few kilobytes")
    }
    return try YAMLParser.roots(of: source, file: file, limit: 2).map {
      YAMLNode(node: $0, name: "", file: file)
    }
  }

  static func fault(
    _ code: String, _ what: String, of file: String, at place: Fault.Place? = nil, advice: String
  ) -> Fault {
    Fault(.usage, code: code, of: file.isEmpty ? nil : file, at: place, what, advice: advice)
  }

  static func notYAML(_ why: String, of file: String, at place: Fault.Place? = nil) -> Fault {
    fault("not-yaml", "it is not YAML: \(why)", of: file, at: place, advice: "correct the line")
  }
}
