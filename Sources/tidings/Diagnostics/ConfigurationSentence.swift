import Exports
import Pipeline
import YAML

extension Failure {
  /// The message about a configuration file: two lines for each fault.
  init(_ error: ConfigurationError) {
    let faults = error.faults.map { fault in
      let (what, advice) = YAMLFileSentence.words(
        fault.reason, example: "tidings init example.yaml")
      return (message: "\(YAMLFileSentence.place(of: fault)): \(what)", advice: advice)
    }
    let last = faults.last
    self.init(
      status: .usage, message: last?.message ?? "", advice: last?.advice,
      earlier: faults.dropLast().map {
        Failure(status: .usage, message: $0.message, advice: $0.advice)
      })
  }
}
