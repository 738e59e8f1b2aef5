/// What the process ends with; the numbers above 3 are those of `sysexits.h`.
enum ExitStatus: Int32 {
  case done = 0
  /// Done, but records were rejected or an input was incomplete.
  case doneWithRejects = 3
  case usage = 64
  case noUsableData = 65
  case noInput = 66
  case systemError = 71
  case cannotCreate = 73
  case cannotWrite = 74
  case busy = 75
}

/// Why a command ends before its work is done: what happened and where, and what to do.
struct Failure: Error {
  let status: ExitStatus
  let message: String
  var advice: String?
  /// What else is wrong, said before it.
  var earlier: [Failure] = []
}
