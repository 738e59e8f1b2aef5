import Yams

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
    func error(_ line: Int, _ column: Int, _ reason: YAMLFileError.Reason) -> YAMLFileError {
      YAMLFileError(file: file, line: line, column: column, key: "", reason: reason)
    }
    if source.utf8.count > byteLimit { throw error(0, 0, .tooLarge(limit: byteLimit)) }
    if let place = YAMLGuard.tooDeep(in: Array(source.utf8)) {
      throw error(place.line, place.column, .tooDeep)
    }
    var scanner = AnchorScanner(source)
    if let place = scanner.firstAnchor() { throw error(place.line, place.column, .anchor) }
    return try composeMarkingRepeats(source, file: file).map {
      YAMLNode(node: $0, key: "", file: file)
    }
  }

  /// A key that stands twice in a mapping makes a document unreadable as a whole. The second one is
  /// given a mark that no key of ours has, so that its mapping's reader reports it, and the rest is
  /// read as well.
  private static func composeMarkingRepeats(
    _ source: String, file: String
  ) throws(YAMLFileError) -> [Node] {
    var lines = RepeatedKeys(source)
    while true {
      do throws(YAMLFileError) {
        return try compose(lines.text, file: file)
      } catch {
        guard error.reason == .repeatedKey, lines.markNext(error.key, after: error) else {
          throw error
        }
      }
    }
  }

  private static func compose(
    _ source: String, file: String
  ) throws(YAMLFileError) -> [Node] {
    do throws(AnchorlessYAML.Fault) {
      return try AnchorlessYAML.documents(of: source, limit: 2)
    } catch {
      switch error {
      case .anchor(let line, let column):
        throw YAMLFileError(file: file, line: line, column: column, key: "", reason: .anchor)
      case .yaml(let error): throw YAMLFile.error(error, file: file)
      case .unreadable(let words):
        throw YAMLFileError(file: file, line: 0, column: 0, key: "", reason: .notYAML(words))
      }
    }
  }

  private static func error(_ error: YamlError, file: String) -> YAMLFileError {
    let mark: Mark?
    let key: String
    let reason: YAMLFileError.Reason
    switch error {
    case .scanner(_, let problem, let place, _), .parser(_, let problem, let place, _),
      .composer(_, let problem, let place, _):
      (mark, key, reason) = (place, "", .notYAML(problem))
    case .duplicatedKeysInMapping(let duplicates, let context):
      (mark, key, reason) = (context.mark, duplicates.first ?? "", .repeatedKey)
    case .no, .memory, .reader, .writer, .emitter, .representer, .dataCouldNotBeDecoded:
      (mark, key, reason) = (nil, "", .notYAML(String(describing: error)))
    }
    return YAMLFileError(
      file: file, line: mark?.line ?? 0, column: mark?.column ?? 0, key: key, reason: reason)
  }
}
