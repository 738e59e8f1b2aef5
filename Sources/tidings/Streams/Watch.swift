import ByteText
import Dispatch
import Exports
import Foundation
import Glibc
import Pipeline
import Rendering
import Synchronization

/// Repeats a piece of work whenever one of the files that it reads changes, until the process is told
/// to end (SIGINT, SIGTERM).
///
/// Looks at the files' states a few times a second: that works on every file system, also on those
/// of other machines.
struct Watch {
  private static let pause = Duration.milliseconds(200)

  private let paths: [String]

  /// Watches all files of a plan: exports, recipients, state, configuration, profiles, templates.
  init(_ plan: Plan) {
    let inputs = plan.inputs
    let files = inputs.exports.filter { $0 != .standardInput }.map(\.name)
    paths =
      files + inputs.states + inputs.joins.values
      + [
        inputs.recipients, inputs.configuration, inputs.profilesPath, plan.templatesFolder,
      ].compactMap(\.self)
  }

  func repeating(_ work: () async throws -> Void) async throws {
    let end = Ending()
    while !end.isDue {
      let seen = states
      try await work()
      while !end.isDue, states == seen { try await Task.sleep(for: Self.pause) }
      // A file that is being written is not read yet.
      var last = states
      while !end.isDue {
        try await Task.sleep(for: Self.pause)
        let now = states
        if now == last { break }
        last = now
      }
    }
  }

  /// The states of all files, of those in folders too; a missing file has none.
  private var states: [String: FileState] {
    var states: [String: FileState] = [:]
    for path in paths {
      states[path] = try? FileState(path: path)
      guard states[path]?.kind == .folder else { continue }
      for name in FileManager.default.enumerator(atPath: path)?.allObjects ?? [] {
        guard let name = name as? String else { continue }
        states[path + "/" + name] = try? FileState(path: path + "/" + name)
      }
    }
    return states
  }
}

/// Whether the process was told to end: Ctrl-C lets the work at hand finish.
private struct Ending {
  private final class Flag: Sendable {
    let isSet = Atomic(false)
  }

  private let flag = Flag()
  private let sources: [any DispatchSourceSignal]

  var isDue: Bool { flag.isSet.load(ordering: .relaxed) }

  init() {
    let flag = flag
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler { flag.isSet.store(true, ordering: .relaxed) }
      source.resume()
      return source
    }
  }
}
