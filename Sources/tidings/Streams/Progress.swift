import ByteText

/// Reports a run's progress on standard error: a line that goes away on a terminal, and the results
/// of its stages.
final class Progress {
  enum Loudness: Comparable { case quiet, normal, verbose }

  /// What a stage works on.
  enum Stage: Sendable {
    case reading, pages, feeds, digests
    /// Pages and feeds at the same time.
    case folders
    /// Of a stream, if it has a name.
    case mails(String?)
  }

  let loudness: Loudness
  /// Whether the lines go to the journal of systemd, which has its own time for each.
  let isJournal: Bool
  /// How far the stage has come; the line reads it whenever it is drawn.
  let counter = WorkCounter()
  /// Nil where no one would see it.
  private let line: ProgressLine?

  init(_ loudness: Loudness, stream: StandardStream, journal: String? = nil) {
    self.loudness = loudness
    line = loudness > .quiet && stream.erasesLines ? ProgressLine(stream, counter) : nil
    isJournal = loudness > .quiet && journal.map(stream.isJournal) ?? false
  }

  /// Reports nothing.
  static var silent: Progress { Progress(.quiet, stream: .error) }

  /// Runs a stage, and shows how far it has come.
  func during<Answer>(
    _ stage: Stage, _ work: (Progress) async throws -> Answer
  ) async rethrows -> Answer {
    counter.advance(to: 0)
    counter.expect(0)
    line?.begin(stage)
    defer { line?.end() }
    if case .reading = stage { return try await work(self) }
    return try await Interruption.writing { try await work(self) }
  }

  /// Notes how far the stage has come.
  func advance(to done: Int, of total: Int) {
    counter.expect(total)
    counter.advance(to: done)
  }

  /// Prints the result of a stage: what it made, with `--verbose` and in a journal its duration.
  func end(_ stage: String, seconds: Double, _ facts: String) {
    let isTimed = loudness == .verbose || isJournal
    guard loudness > .quiet, isTimed || !facts.isEmpty else { return }
    Command.say("tidings: " + ProgressSentence.end(stage, after: isTimed ? seconds : nil, facts))
  }

  /// Prints a line only if `--verbose` is given.
  func detail(_ line: String) {
    if loudness == .verbose { Command.say("tidings: " + line) }
  }
}
