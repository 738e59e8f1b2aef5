import ArgumentParser

/// How much a job prints while it runs.
struct LoudnessOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Say nothing but what somebody has to look at.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Say more of what is done.")
  var verbose = false

  func validate() throws {
    if quiet && verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
  }

  var progress: Progress {
    Progress(quiet ? .quiet : verbose ? .verbose : .normal, stream: .error)
  }
}
