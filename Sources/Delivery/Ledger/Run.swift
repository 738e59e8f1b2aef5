/// One run of a stream: everything that was made with one `now`.
package struct Run: Equatable, Sendable {
  /// Counts up from 1 in each ledger.
  package let id: Int64
  package let stream: String
  /// Microseconds since 1970.
  package let now: Int64
  /// What the run was made from, as the caller described it.
  package let fingerprint: [UInt8]
  /// Messages committed so far.
  package let messages: Int
  let state: RunState
  /// How much of the run's own file is committed; 0 where each message is a file.
  let length: Int64

  /// The name of the run's own file in an outbox that has one a run.
  func fileName(in format: OutboxFormat) -> String {
    "\(FileName.slug([UInt8](stream.utf8)))-\(max(now / 1_000_000, 0))-\(id).\(format.rawValue)"
  }
}

/// How far a run has come.
enum RunState: Int64, Sendable {
  /// Messages may still be added.
  case open = 0
  /// All messages are prepared, in the run's own file, which may have to be given its name.
  case complete = 1
  case finished = 2
}

/// What the runs of some days came to.
package struct RunHistory: Equatable, Sendable {
  package var runs: Int
  /// Messages of the largest of them.
  package var largest: Int
  /// The `now` of the stream's first run of all; nil where there was none.
  package var first: Int64?

  package init(runs: Int, largest: Int, first: Int64? = nil) {
    self.runs = runs
    self.largest = largest
    self.first = first
  }
}
