/// How a mark is told to the system's API.
public struct Mutation: Sendable {
  public enum Method: String, CaseIterable, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
  }

  public var method: Method
  /// Relative to the base URL; `{id}` and `{recipient}` are filled in.
  public var url: URLTemplate
  /// The field of the JSON body that takes the ids of many notifications; nil where each has a
  /// request of its own.
  public var idsField: String?
}

/// The requests for the kinds of marks.
public struct Mutations: Sendable {
  public var read: Mutation?
  public var delete: Mutation?
}

/// Where a system keeps its users' preferences, in the system's own names; what is absent is on.
public struct PreferenceFields: Equatable, Sendable {
  public var tables: [String]
  public var recipient: [FieldPath]
  /// The object that holds the rest; nil where the record itself does.
  public var container: FieldPath?
  /// By type, the boolean that switches it off.
  public var switches: [String: FieldPath]
  /// In kilometres.
  public var radius: FieldPath?
  public var defaultRadius: Double?
  public var quietHoursEnabled: FieldPath?
  /// `HH:MM`, an ISO instant or a number, of which hour and minute count.
  public var quietHoursStart: FieldPath?
  public var quietHoursEnd: FieldPath?
}
