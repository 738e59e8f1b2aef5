internal import Delivery
package import Exports
package import Notifications

/// Adds marks to a state file.
package enum StateUpdate {
  /// Adds new marks and rewrites the file atomically, readable by its owner only; creates it if
  /// missing. Concurrent updates wait for each other and lose nothing.
  ///
  /// - Returns: the number of new marks.
  /// - Throws: a `StateUpdateError` if the file has an entry that is not a mark, which would be
  ///   lost; a `CompanionError`, a `DeliveryError`.
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

/// The state file has an entry that is not a mark and would be lost.
package struct StateUpdateError: Error, Equatable, Sendable {
  package var reject: CompanionReject
}
