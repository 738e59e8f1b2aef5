/// How a mark is told to the system's API.
package struct Mutation: Sendable {
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
  /// The field of the JSON body that takes the ids of many notifications; nil where each has a
  /// request of its own.
  package var idsField: String?
}

/// The requests for the kinds of marks.
package struct Mutations: Sendable {
  package var read: Mutation?
  package var delete: Mutation?
}

/// Where a system keeps its users' preferences, in the system's own names; what is absent is on.
package struct PreferenceFields: Equatable, Sendable {
  package var tables: [String]
  package var recipient: [FieldPath]
  /// The object that holds the rest; nil where the record itself does.
  package var container: FieldPath?
  /// By type, the boolean that switches it off.
  package var switches: [String: FieldPath]
  /// In kilometers.
  package var radius: FieldPath?
  package var defaultRadius: Double?
  package var quietHoursEnabled: FieldPath?
  /// `HH:MM`, an ISO instant or a number, of which hour and minute count.
  package var quietHoursStart: FieldPath?
  package var quietHoursEnd: FieldPath?
}
