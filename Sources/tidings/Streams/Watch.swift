import ByteText
import Exports
import Foundation
import Pipeline
import Rendering

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
    let interruption = Interruption.current ?? Interruption()
    interruption.beginWatching()
    while !interruption.hasCome {
      let seen = states
      try await work()
      while !interruption.hasCome, states == seen { try await Task.sleep(for: Self.pause) }
      // A file that is being written is not read yet.
      var last = states
      while !interruption.hasCome {
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
