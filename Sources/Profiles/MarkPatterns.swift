import ByteText
package import Notifications
import YAML

/// What a pattern of `marks` may say in braces.
package enum MarkValue: String, CaseIterable, Sendable {
  /// The id of one notification, as a text or as a number.
  case id, number
  /// The ids of up to 500.
  case ids, numbers
  case recipient
  /// When it was marked: as in RFC 3339, as `2026-02-08 22:30:00` in UTC, and since 1970.
  case time, datetime, seconds, milliseconds
  /// The table that was read.
  case table

  /// Those that name notifications.
  fileprivate static let naming: Set = [id, number, ids, numbers]
}

extension URLTemplate {
  /// The values of marks that it names.
  package var markValues: Set<MarkValue> { Set(names.compactMap { MarkValue(rawValue: $0) }) }

  /// The text with the values of marks.
  package func text(_ value: (MarkValue) -> String) -> String {
    let words = pieces.map { piece in
      switch piece {
      case .literal(let text): text
      case .value(let name): MarkValue(rawValue: name).map(value) ?? ""
      }
    }
    return words.joined()
  }
}

/// The JSON body of a request.
package indirect enum MarkBody: Sendable {
  case text(URLTemplate)
  /// A number, `true` or `false`.
  case plain(String)
  case list([MarkBody])
  case object([(name: String, value: MarkBody)])

  package var values: Set<MarkValue> {
    switch self {
    case .text(let text): text.markValues
    case .plain: []
    case .list(let elements): elements.reduce(into: []) { $0.formUnion($1.values) }
    case .object(let members): members.reduce(into: []) { $0.formUnion($1.value.values) }
    }
  }
}

/// The request that brings marks to a system's API.
package struct MarkRequest: Sendable {
  package enum Method: String, CaseIterable, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
  }

  package var method: Method
  /// Relative to the base URL; `{id}` and `{recipient}` are filled in.
  package var url: URLTemplate
  package var body: MarkBody?

  package var values: Set<MarkValue> { url.markValues.union(body?.values ?? []) }
}

/// How marks reach the system itself: statements for its database and requests to its API.
package struct MarkPatterns: Sendable {
  package var statements: [Mark.Kind: URLTemplate] = [:]
  package var requests: [Mark.Kind: MarkRequest] = [:]
}

extension YAMLNode {
  func markPatterns() throws(Fault) -> MarkPatterns {
    let section = try section(ProfileSchema.marks)
    let statements = try section["sql"]?.section(ProfileSchema.markedSQL)
    let requests = try section["requests"]?.section(ProfileSchema.markedRequests)
    var patterns = MarkPatterns()
    for kind in Mark.Kind.ofApps {
      patterns.statements[kind] = try statements?[kind.rawValue]?.statement()
      patterns.requests[kind] = try requests?[kind.rawValue]?.request()
    }
    return patterns
  }

  /// A statement, which names what it changes: rows that came after the export stay.
  private func statement() throws(Fault) -> URLTemplate {
    let statement = try template(MarkValue.allCases.map(\.rawValue))
    guard !statement.markValues.isDisjoint(with: MarkValue.naming) else {
      throw malformed(try text(), expected: "a statement that names {ids} or {numbers}")
    }
    return statement
  }

  private func request() throws(Fault) -> MarkRequest {
    let section = try section(ProfileSchema.markedRequest)
    let request = MarkRequest(
      method: try section.required("method").word(of: MarkRequest.Method.self),
      url: try section.required("url").template(["id", "recipient"]),
      body: try section["body"]?.markBody())
    guard !request.values.isDisjoint(with: MarkValue.naming) else {
      throw try section.required("url").malformed(
        try section.required("url").text(), expected: "an address with {id}, or a body with {ids}"
      )
    }
    return request
  }

  private func markBody() throws(Fault) -> MarkBody {
    if isMapping {
      return .object(
        try members().map { (name, value) throws(Fault) in (name, try value.markBody()) })
    }
    if isSequence { return .list(try list().map { (node) throws(Fault) in try node.markBody() }) }
    // An unquoted {id} is a mapping to YAML, and what it leads to nothing.
    if let word = plainScalar, ["true", "false"].contains(word) || Int64(word)?.description == word
    {
      return .plain(word)
    }
    return .text(try template(MarkValue.allCases.filter { $0 != .table }.map(\.rawValue)))
  }
}
