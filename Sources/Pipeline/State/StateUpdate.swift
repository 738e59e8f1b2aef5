internal import Delivery
package import Exports
package import Notifications

/// Adds marks to a state file.
package enum StateUpdate {
  /// Writes the file anew with what was not marked before, whole and for its owner alone; makes it
  /// where it is missing. Two at once wait for each other, and neither loses what the other marked.
  ///
  /// - Returns: how many marks were not there before.
  /// - Throws: a `StateUpdateError` where the file holds what is no mark, since that would be lost; a
  ///   `CompanionError`, a `DeliveryError`.
  package static func add(_ marks: [Mark], to path: String) throws -> Int {
    try FileUpdate.locked(path) {
      var (state, isMissing) = (StateFile.Reading(), false)
      do throws(CompanionError) {
        state = try StateFile.read([path])
      } catch {
        guard error.reason == .noSuchFile else { throw error }
        isMissing = true
      }
      if let reject = state.rejects.first { throw StateUpdateError(reject: reject) }
      var count = 0
      for mark in marks where state.marks.mark(mark) { count += 1 }
      if count > 0 || isMissing {
        try AtomicFile.write(StateFile.bytes(of: state.marks), to: path)
      }
      return count
    }
  }
}

/// A state file holds an entry that is no mark, so that it cannot be written anew without losing it.
package struct StateUpdateError: Error, Equatable, Sendable {
  package var reject: CompanionReject
}
