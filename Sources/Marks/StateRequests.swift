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
  private let forms: StateForms

  static let idsPerRequest = 500

  /// - Parameters:
  ///   - baseURL: the base of relative addresses.
  ///   - forms: what the records of the API show of their fields.
  package init(profile: Profile, baseURL: String?, forms: StateForms = StateForms()) {
    self.profile = profile
    base = baseURL.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    columns = StateColumns(profile, forms)
    self.forms = forms
  }

  /// Whether an id can be in an address: a segment of only dots changes the path (RFC 3986 section
  /// 5.2.4), encoded or not.
  package static func canAddress(_ id: NotificationID) -> Bool { id.text != "." && id.text != ".." }

  /// The requests for the profile's marks, by kind, recipient and id, and the marks without one:
  /// those of a kind without mutation, ids that no address can have, and times of a form that cannot
  /// be written.
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
    let isWritable = !members(mutation, mark.kind).contains { $0.value == .unwritable }
    guard Self.canAddress(mark.notification), isWritable,
      let url = url(mutation, mark.recipient, id: mark.notification)
    else {
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
      body += ":[".utf8
      for (number, id) in ids.enumerated() {
        if number > 0 { body.append(UInt8(ascii: ",")) }
        Self.append(forms.spellings(of: id, in: columns.ids)[0], to: &body)
      }
      body.append(UInt8(ascii: "]"))
      for (name, value) in mutation.constants {
        body.append(UInt8(ascii: ","))
        JSONEscape.appendString(name.utf8, to: &body)
        body.append(UInt8(ascii: ":"))
        JSONEscape.appendString(value.utf8, to: &body)
      }
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

  /// The fields in the body of a single notification's request.
  private func members(_ mutation: Mutation, _ kind: Mark.Kind) -> [StateColumn] {
    guard mutation.method == .patch || mutation.method == .put else { return [] }
    let columns = kind == .read ? columns.read : columns.deleted
    let used = columns.filter { !$0.isUnused }
    return (used.isEmpty ? columns : used) + [self.columns.updatedAt].compactMap(\.self)
  }

  private func body(_ mutation: Mutation, _ mark: Mark) -> String? {
    let members = members(mutation, mark.kind)
    if members.isEmpty { return nil }
    var output: [UInt8] = []
    for member in members {
      guard let value = member.value.scalar(at: mark.time) else { continue }
      output.append(UInt8(ascii: output.isEmpty ? "{" : ","))
      JSONEscape.appendString(member.name.utf8, to: &output)
      output.append(UInt8(ascii: ":"))
      switch mutation.form {
      case .json: Self.append(value, to: &output)
      case .firestore:
        output += "{\"\(member.value.firestoreType)\":".utf8
        Self.append(value, to: &output)
        output.append(UInt8(ascii: "}"))
      }
    }
    let object = String(decoding: output, as: UTF8.self) + "}"
    switch mutation.form {
    case .json: return object
    case .firestore: return "{\"fields\":\(object)}"
    }
  }

  private static func append(_ value: ScalarValue, to output: inout [UInt8]) {
    switch value {
    case .bool(let isTrue): output += (isTrue ? "true" : "false").utf8
    case .number(let number): output += number.utf8
    case .text(let text): JSONEscape.appendString(text.utf8, to: &output)
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

extension StateValue {
  /// The name of its type in Firestore's REST API (`Value`, union field `value_type`).
  fileprivate var firestoreType: String {
    switch self {
    case .plain(.bool): "booleanValue"
    case .plain(.number(let number)): number.contains(".") ? "doubleValue" : "integerValue"
    case .time(_, isText: false): "integerValue"
    case .time: "timestampValue"
    case .plain(.text), .unwritable: "stringValue"
    }
  }
}
