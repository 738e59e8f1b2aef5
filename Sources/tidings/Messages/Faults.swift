import ByteText
import Exports

extension Fault {
  init(anyError error: any Error) {
    switch error {
    case let fault as Fault where fault.isInterruption: self = .interrupted()
    case let fault as Fault: self = fault
    case is CancellationError: self = .interrupted()
    default:
      self.init(
        .system, code: "unknown", "\(error)",
        advice: "this is a bug in tidings; please report it")
    }
  }

  static func usage(_ what: String, _ advice: String) -> Fault {
    Fault(.usage, code: "usage", what, advice: advice)
  }

  /// One error that names all of them and has the kind of the first; nil if there are none. An
  /// interruption hides the others.
  static func joined(_ errors: [any Error]) -> (any Error)? {
    let faults = errors.map { Fault(anyError: $0) }
    guard faults.count > 1 else { return errors.first }
    if let interruption = faults.first(where: \.isInterruption) { return interruption }
    var told: Set<String> = []
    return joined(faults.filter { told.insert($0.sentence).inserted })
  }

  /// - Parameter isJob: whether the next run goes on where this one stopped.
  static func interrupted(isJob: Bool = false) -> Fault {
    var fault = Fault(
      .system, code: "interrupted", "interrupted",
      advice: isJob
        ? "run the same command again to go on; no one is mailed twice"
        : "run the command again; every file that was written is complete")
    fault.isInterruption = true
    return fault
  }
}
