import ByteText
import Exports
import Languages
package import Notifications
package import Profiles

/// A request that reports marks to a system's API.
package struct StateRequest: Equatable, Sendable {
  package var method: Mutation.Method
  /// Absolute if there is a base URL.
  package var url: String
  package var profile: ProfileName
  package var recipient: RecipientID
  package var ids: [NotificationID]
  /// JSON.
  package var body: String?

  /// The request as a line of JSON, without the line break.
  package var json: [UInt8] {
    var output = Array("{\"method\":\"\(method.rawValue)\",\"url\":".utf8)
    JSONEscape.appendString(url.utf8, to: &output)
    output += ",\"profile\":".utf8
    JSONEscape.appendString(profile.text.utf8, to: &output)
    output += ",\"recipient\":".utf8
    JSONEscape.appendString(recipient.text.utf8, to: &output)
    output += ",\"ids\":".utf8
    StateRequests.append(ids, to: &output)
    if let body { output += ",\"body\":\(body)".utf8 }
    output.append(UInt8(ascii: "}"))
    return output
  }
}

/// Writes marks as requests, by a profile's `mutations`.
///
/// A mutation that takes many ids gets up to 500 of one recipient per request, any other one a
/// single notification. A `PATCH` or `PUT` of a single notification has the fields of the mark in
/// its body, named by the profile.
package struct StateRequests: Sendable {
  private let profile: Profile
  private let base: String?
  private let columns: StateColumns

  static let idsPerRequest = 500

  /// - Parameter baseURL: the base of relative addresses.
  package init(profile: Profile, baseURL: String?) {
    self.profile = profile
    base = baseURL.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    columns = StateColumns(profile)
  }

  /// The requests for the profile's marks, by kind, recipient and id, and the marks without one:
  /// those of a kind without mutation, and ids that would change the path.
  package func requests(for marks: [Mark]) -> (requests: [StateRequest], refused: [Mark]) {
    var requests: [StateRequest] = []
    var refused: [Mark] = []
    let own = marks.filter { $0.profile == profile.name }.sorted { left, right in
      left.kind == right.kind
        ? (left.recipient, left.notification) < (right.recipient, right.notification)
        : left.kind == .read
    }
    var rest = own[...]
    while let first = rest.first {
      let mutation = first.kind == .read ? profile.mutations.read : profile.mutations.delete
      let group = rest.prefix { $0.kind == first.kind && $0.recipient == first.recipient }
      rest = rest.dropFirst(group.count)
      if let mutation, let field = mutation.idsField {
        append(Array(group), mutation, idsField: field, requests: &requests, refused: &refused)
      } else if let mutation {
        for mark in group { append(mark, mutation, requests: &requests, refused: &refused) }
      } else {
        refused += group
      }
    }
    return (requests, refused)
  }

  private func append(
    _ mark: Mark, _ mutation: Mutation, requests: inout [StateRequest], refused: inout [Mark]
  ) {
    // A segment of only dots changes the path (RFC 3986 section 5.2.4), encoded or not.
    let isPlace = mark.notification.text != "." && mark.notification.text != ".."
    guard isPlace, let url = url(mutation, mark.recipient, id: mark.notification) else {
      refused.append(mark)
      return
    }
    requests.append(
      StateRequest(
        method: mutation.method, url: url, profile: profile.name, recipient: mark.recipient,
        ids: [mark.notification], body: body(mutation, mark)))
  }

  private func append(
    _ marks: [Mark], _ mutation: Mutation, idsField: String, requests: inout [StateRequest],
    refused: inout [Mark]
  ) {
    for start in stride(from: 0, to: marks.count, by: Self.idsPerRequest) {
      let part = marks[start..<min(start + Self.idsPerRequest, marks.count)]
      guard let recipient = part.first?.recipient, let url = url(mutation, recipient, id: nil)
      else {
        refused += part
        continue
      }
      let ids = part.map(\.notification)
      var body: [UInt8] = [UInt8(ascii: "{")]
      JSONEscape.appendString(idsField.utf8, to: &body)
      body.append(UInt8(ascii: ":"))
      Self.append(ids, to: &body)
      body.append(UInt8(ascii: "}"))
      requests.append(
        StateRequest(
          method: mutation.method, url: url, profile: profile.name, recipient: recipient, ids: ids,
          body: String(decoding: body, as: UTF8.self)))
    }
  }

  private func url(
    _ mutation: Mutation, _ recipient: RecipientID, id: NotificationID?
  ) -> String? {
    let filled = mutation.url.filled { name in
      switch name {
      case "id": id?.text
      case "recipient": recipient.text
      default: nil
      }
    }
    guard let filled, let base, filled.hasPrefix("/") else { return filled }
    return base + filled
  }

  private func body(_ mutation: Mutation, _ mark: Mark) -> String? {
    guard mutation.method == .patch || mutation.method == .put else { return nil }
    var members = mark.kind == .read ? columns.read : columns.deleted
    if let updatedAt = columns.updatedAt {
      members.append(StateColumns.Column(name: updatedAt, value: .time))
    }
    if members.isEmpty { return nil }
    var output: [UInt8] = []
    for member in members {
      output.append(UInt8(ascii: output.isEmpty ? "{" : ","))
      JSONEscape.appendString(member.name.utf8, to: &output)
      output.append(UInt8(ascii: ":"))
      switch mutation.form {
      case .json: Self.append(member.value, at: mark.time, to: &output)
      case .firestore:
        output += "{\"\(member.value.firestoreType)\":".utf8
        Self.append(member.value, at: mark.time, to: &output)
        output.append(UInt8(ascii: "}"))
      }
    }
    let object = String(decoding: output, as: UTF8.self) + "}"
    switch mutation.form {
    case .json: return object
    case .firestore: return "{\"fields\":\(object)}"
    }
  }

  private static func append(
    _ value: StateColumns.Value, at time: Instant, to output: inout [UInt8]
  ) {
    switch value {
    case .time: JSONEscape.appendString(time.text.utf8, to: &output)
    case .bool(let isTrue): output += (isTrue ? "true" : "false").utf8
    case .word(let word): JSONEscape.appendString(word.utf8, to: &output)
    }
  }

  static func append(_ ids: [NotificationID], to output: inout [UInt8]) {
    output.append(UInt8(ascii: "["))
    for (index, id) in ids.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      JSONEscape.appendString(id.text.utf8, to: &output)
    }
    output.append(UInt8(ascii: "]"))
  }
}

/// The columns to set in a system's own record so that its profile reads it as read or deleted.
struct StateColumns {
  enum Value: Equatable {
    case time
    case bool(Bool)
    case word(String)
  }

  struct Column: Equatable {
    /// As the profile spells it.
    var name: String
    var value: Value
  }

  /// The columns for read.
  let read: [Column]
  /// The columns for deleted, if the system keeps deleted records.
  let deleted: [Column]
  /// The time of the last change.
  let updatedAt: String?
  /// The ids, the first that a table has being the one.
  let ids: [String]

  /// Fields inside other fields are not columns of a table.
  init(_ profile: Profile) {
    func column(_ path: FieldPath) -> String? {
      path.segments.count == 1 ? path.segments.first : nil
    }
    func first(_ field: Field) -> String? {
      profile.fields[field]?.lazy.compactMap(column).first
    }
    read = profile.readMarks.compactMap { mark in
      column(mark.path).map { Column(name: $0, value: Value(mark.kind)) }
    }
    deleted = first(.deleted).map { [Column(name: $0, value: .bool(true))] } ?? []
    updatedAt = first(.updatedAt)
    ids = profile.fields[.id]?.compactMap(column) ?? []
  }
}

extension StateColumns {
  /// The columns of a table that holds such fields, in snake_case; nil if the fields do not tell
  /// what is read, as in records inside other objects.
  func columns(ofFields fields: [String]) -> [String]? {
    func holds(_ name: String) -> Bool {
      fields.contains { FieldNames.match($0.utf8, name.utf8) }
    }
    guard ids.contains(where: holds), read.contains(where: { holds($0.name) }) else { return nil }
    return fields.map { TypeKey(normalizing: $0).text }
  }
}

extension StateColumns.Value {
  /// The name of its type in Firestore's REST API (`Value`, union field `value_type`).
  fileprivate var firestoreType: String {
    switch self {
    case .time: "timestampValue"
    case .bool: "booleanValue"
    case .word: "stringValue"
    }
  }

  fileprivate init(_ kind: ReadMark.Kind) {
    switch kind {
    case .boolean: self = .bool(true)
    case .inverse: self = .bool(false)
    case .time: self = .time
    case .equality(let words): self = .word(words.first ?? "")
    }
  }
}
