import ByteText
package import Exports
package import Notifications
package import Profiles

/// A mark in the tests' words.
package func mark(
  _ profile: String, _ recipient: String, _ id: String, _ kind: Mark.Kind, at seconds: Int64
) -> Mark {
  Mark(
    profile: ProfileName(profile), recipient: RecipientID(recipient),
    notification: NotificationID(id), kind: kind, time: Instant(seconds: seconds))
}

extension ProfileSet {
  /// The bundled profile of that name.
  package static func bundled(_ name: String) throws -> Profile? {
    try bundled()[ProfileName(name)]
  }
}

/// The code of what `body` throws; nil if it throws no fault.
package func faultCode(_ body: () throws -> Any) -> String? {
  do {
    _ = try body()
    return nil
  } catch { return (error as? Fault)?.code }
}

/// The sentence of what `body` throws; nil if it throws no fault.
package func faultSentence(_ body: () async throws -> Any) async -> String? {
  do {
    _ = try await body()
    return nil
  } catch { return (error as? Fault)?.sentence }
}

extension SideFileReject {
  /// The rejected field and the code of the fault.
  package var verdict: String { "!\(fault.field ?? "-") \(fault.code)" }
}
