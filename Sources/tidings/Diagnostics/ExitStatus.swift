/// The exit statuses; those above 3 come from `sysexits.h`.
enum ExitStatus: Int32 {
  case done = 0
  /// Done, but records were rejected or an input is incomplete.
  case doneWithRejects = 3
  case usage = 64
  case noUsableData = 65
  case noInput = 66
  case systemError = 71
  case cannotCreate = 73
  case cannotWrite = 74
  case busy = 75
}

/// Why a command ends early: what happened, where, and what to do.
struct Failure: Error {
  let status: ExitStatus
  let message: String
  var advice: String?
  /// Other failures, printed first.
  var earlier: [Failure] = []
}
