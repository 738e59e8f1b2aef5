import CSQLite

/// How long a query may run, in steps of SQLite's virtual machine.
///
/// A scan needs some tens of steps a row and a row some tens of bytes, so a hundred steps a byte are
/// plenty for any table; a view that counts for ever is stopped.
///
/// Used by one connection at a time, which calls back on the thread that reads.
final class StepBudget: @unchecked Sendable {
  private static let interval: Int32 = 10_000
  private var steps: Int64

  init(fileSize: Int64) {
    steps = 20_000_000 + min(max(fileSize, 0), 1 << 50) * 100
  }

  var isSpent: Bool { steps <= 0 }

  /// The connection must not outlive this value.
  func install(on connection: OpaquePointer?) {
    sqlite3_progress_handler(
      connection, StepBudget.interval,
      { context in
        guard let context else { return 0 }
        let budget = Unmanaged<StepBudget>.fromOpaque(context).takeUnretainedValue()
        budget.steps -= Int64(StepBudget.interval)
        return budget.isSpent ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}
