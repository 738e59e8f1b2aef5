import ByteText
import Dispatch
import Synchronization

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
    self.stream = stream
    self.counter = counter
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

  /// Replaces the line.
  private func write(_ line: String) {
    // If standard error cannot be written, there is no one to tell.
    try? stream.write(Array((StandardStream.lineBeginning + line).utf8))
  }
}

extension Duration {
  /// Rounded down.
  var wholeMilliseconds: Int { Int(self / .milliseconds(1)) }
}
