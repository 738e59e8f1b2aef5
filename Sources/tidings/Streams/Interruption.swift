import CProcess
import Synchronization

/// Ends a run cleanly on Ctrl-C, SIGTERM and SIGHUP: it cancels the task, what is half done is
/// removed, and the process ends by the signal, so that shells (status 130) and systemd see why.
///
/// The second signal ends it at once, and so does a run that does not stop in time.
final class Interruption: Sendable {
  /// That of the process; nil in tests.
  @TaskLocal static var current: Interruption?

  private struct State {
    var task: Task<Void, Never>?
    var work = Work.reading
    var isJob = false
  }

  enum Work {
    /// May wait for an input that never comes; there is nothing to be removed.
    case reading
    /// Ends with its batch, and then removes what is half done.
    case writing
    /// Asks itself whether a signal has come, and ends well.
    case watching
    /// Ends with its process at once and without a word.
    case atOnce
  }

  private let signal = Atomic<Int32>(0)
  private let state = Mutex(State())

  var hasCome: Bool { signal.load(ordering: .sequentiallyConsistent) != 0 }

  /// Runs `work` in a task that signals cancel.
  func during(_ work: @escaping @Sendable () async -> Void) async {
    let context = Unmanaged.passRetained(self).toOpaque()
    // Without it, signals end the process as they always do.
    _ = tidings_watch_interruptions(
      { context, number in
        guard let context else { return 0 }
        return Unmanaged<Interruption>.fromOpaque(context).takeUnretainedValue().come(number)
      }, context)
    let task = Self.$current.withValue(self) { Task { await work() } }
    // A signal may have come before there was a task.
    let hasCome = state.withLock { state in
      state.task = task
      return self.hasCome
    }
    if hasCome { task.cancel() }
    await task.value
  }

  /// Notes the signal and returns how many milliseconds the run has to end; forever if negative.
  private func come(_ number: Int32) -> Int32 {
    signal.store(number, ordering: .sequentiallyConsistent)
    // Only a pager is still at work then, and what it shows is complete.
    if tidings_stop_pager(number) != 0 { return 1_000 }
    return state.withLock { state in
      switch state.work {
      case .atOnce: return 0
      case .watching: return -1
      case .reading, .writing:
        // At once: the run may wait for an input, and then ends without another word.
        Command.report(.interrupted(isJob: state.isJob))
        state.task?.cancel()
        return state.work == .writing ? 10_000 : 1_000
      }
    }
  }

  /// Ends the process by the signal that it got; does nothing if it got none.
  func endProcess() {
    let number = signal.load(ordering: .sequentiallyConsistent)
    if number != 0, state.withLock({ $0.work }) != .watching { tidings_end_by(number) }
  }

  // MARK: What is being done

  /// Runs `work`, which a signal ends after its batch.
  static func writing<Answer>(_ work: () async throws -> Answer) async rethrows -> Answer {
    current?.change(from: .reading, to: .writing)
    defer { current?.change(from: .writing, to: .reading) }
    return try await work()
  }

  private func change(from: Work, to work: Work) {
    state.withLock { if $0.work == from { $0.work = work } }
  }

  /// From here on, the next run goes on where this one stops.
  static func beginJob() { current?.state.withLock { $0.isJob = true } }

  /// Says what is done from here on.
  func begin(_ work: Work) { state.withLock { $0.work = work } }
}
