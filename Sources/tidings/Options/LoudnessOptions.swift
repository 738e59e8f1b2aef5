import ArgumentParser

/// How much a job prints while it runs.
struct LoudnessOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print only what needs attention.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Print more about what is done.")
  var verbose = false

  func validate() throws {
    if quiet && verbose { throw ValidationError("--quiet and --verbose cannot be combined.") }
  }

  var progress: Progress {
    Progress(quiet ? .quiet : verbose ? .verbose : .normal, stream: .error)
  }
}
