import ByteText
import Dispatch
import Pipeline
import Synchronization

/// Reports a run's progress on standard error: a line that goes away on a terminal, and the results
/// of its stages.
final class Progress {
  enum Loudness: Comparable { case quiet, normal, verbose }

  /// What a stage works on.
  enum Stage: Sendable {
    case reading, digests
    case folder(FolderKind)
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

  var isQuiet: Bool { loudness == .quiet }

  /// Reports nothing.
  static var silent: Progress { Progress(.quiet, stream: .error) }

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
  func detail(_ line: String) { if loudness == .verbose { Command.say("tidings: " + line) } }
}

/// A line on a terminal that says what is being done. It appears when a run takes longer than half a
/// second, and goes away when the stage ends.
///
/// A timer reads the counter, so that the work itself draws nothing and waits for no one.
final class ProgressLine: Sendable {
  private struct State {
    var stage: Progress.Stage?
    var begin: ContinuousClock.Instant
    /// Rises with each stage, so that the timer of an earlier one ends.
    var number = 0
    var isDrawn = false
  }

  private let stream: StandardStream
  private let counter: WorkCounter
  private let interruption = Interruption.current
  private let start = ContinuousClock.now
  private let state: Mutex<State>
  private let queue = DispatchQueue(label: "progress")

  init(_ stream: StandardStream, _ counter: WorkCounter) {
    (self.stream, self.counter) = (stream, counter)
    state = Mutex(State(begin: start))
  }

  func begin(_ stage: Progress.Stage) {
    let now = ContinuousClock.now
    let number = state.withLock { state in
      state.stage = stage
      state.begin = now
      state.number += 1
      return state.number
    }
    let silence = max(.milliseconds(50), .milliseconds(500) - (now - start))
    draw(number, after: .milliseconds(silence.wholeMilliseconds))
  }

  /// Removes the line; nothing is drawn from here on.
  func end() {
    state.withLock { state in
      state.stage = nil
      if state.isDrawn { write("") }
      state.isDrawn = false
    }
  }

  /// Draws the line again and again until its stage ends.
  private func draw(_ number: Int, after delay: DispatchTimeInterval) {
    queue.asyncAfter(deadline: .now() + delay) { [self] in
      let goesOn = state.withLock { state in
        guard let stage = state.stage, state.number == number, !isInterrupted else { return false }
        let milliseconds = (ContinuousClock.now - state.begin).wholeMilliseconds
        write(
          ProgressSentence.line(
            stage, counter, milliseconds: milliseconds, columns: (stream.columns ?? 80) - 1))
        state.isDrawn = true
        // What the signal had to say is the last word.
        if isInterrupted { write("") }
        return true
      }
      if goesOn { draw(number, after: .milliseconds(200)) }
    }
  }

  private var isInterrupted: Bool { interruption?.hasCome ?? false }

  private func write(_ line: String) {
    // If standard error cannot be written, there is no one to tell.
    try? stream.write(Array((StandardStream.lineBeginning + line).utf8))
  }
}

extension Duration {
  /// Rounded down.
  var wholeMilliseconds: Int { Int(self / .milliseconds(1)) }
}
